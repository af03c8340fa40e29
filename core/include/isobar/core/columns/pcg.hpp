#pragma once
#include <isobar/core/columns/kernels/cg_kernels.hpp>
#include <isobar/core/columns/level_setup.hpp>
#include <isobar/core/columns/linear_operator.hpp>
#include <isobar/core/multigrid/cg_iteration.hpp>
#include <isobar/core/multigrid/communicator.hpp>
#include <isobar/core/multigrid/launch_graph.hpp>
#include <isobar/core/multigrid/solver.hpp>

#include <concepts>
#include <functional>
#include <memory>
#include <stdexcept>

/// Preconditioned conjugate gradients in two forms. Both start from u = 0, keep their
/// vectors between solves, and reach other ranks through the communicator only.
namespace isobar {

/// z = M^-1 r with the columns' tridiagonal blocks: vertical line relaxation as preconditioner.
/// Copies share z.
template <class P> class ColumnPreconditioner {
public:
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;
  explicit ColumnPreconditioner(const Grid& grid)
      : grid_(grid), z_("isobar z", grid.nx(), grid.ny(), grid.nz()) {}
  /// Device bytes in addition to the grid's.
  static Int64 bytes(const LevelSetup& setup) { return field_bytes<P>(setup); }

  const Vector& operator()(const Vector& r, double /*norm*/) const;
  /// As Solver::update.
  void update(const GridSpec& spec) { grid_.update(spec); }

private:
  Grid grid_;
  Vector z_;
};

/// z = M^-1 r in the form that Krylov methods need, on owned cells. For CG with standard directions M is symmetric positive definite.
template <class P> class Preconditioner {
public:
  using Vector = FieldOf<P>;
  using Apply = std::function<const Vector&(const Vector& r, double norm)>;

  /// Takes an object that has operator()(r, norm) and update(spec). norm is that of the
  /// residual; r is the residual or of about its size. Preconditioners in float scale by it.
  template <class M>
  Preconditioner(std::shared_ptr<M> m)
      : apply_([m](const Vector& r, double norm) -> const Vector& { return (*m)(r, norm); }),
        update_([m](const GridSpec& spec) { m->update(spec); }) {}
  /// Takes a function alone, which cannot be updated.
  template <class M>
  requires std::invocable<M&, const Vector&, double> Preconditioner(M apply)
      : apply_(std::move(apply)) {}

  const Vector& operator()(const Vector& r, double norm) const { return apply_(r, norm); }
  /// As Solver::update. Throws std::logic_error if it cannot be updated.
  void update(const GridSpec& spec) const {
    if (!update_) throw std::logic_error("this preconditioner is a function and has no update");
    update_(spec);
  }

private:
  Apply apply_;
  std::function<void(const GridSpec&)> update_;
};

/// Standard form: one kernel for each line of the textbook, BLAS-1 from Kokkos Kernels.
template <class P> class StandardPcg final : public Solver<P> {
public:
  using T = typename P::storage;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// An empty `apply` means the matrix-free operator of the grid; any other has to be symmetric and positive definite.
  StandardPcg(const Grid& grid, Communicator<T>& communicator, Preconditioner<P> precondition,
              Directions directions = Directions::standard, LinearOperator<P> apply = {});
  /// Device bytes in addition to the grid's and the preconditioner's.
  static Int64 bytes(const LevelSetup& setup) { return 4 * field_bytes<P>(setup); }

  SolveReport solve(const Vector& f, const SolveControls& controls) override;
  const Vector& solution() const override { return cg_.solution(); }
  /// An operator that is a function is not updated.
  void update(const GridSpec& spec) override;

private:
  Grid grid_;
  Communicator<T>& communicator_;
  Preconditioner<P> precondition_;
  LinearOperator<P> apply_;
  CgIteration<T, Vector> cg_;
};

/// Fused form: two kernels and two sums an iteration (single-GPU paper, algorithm 2). The update of u
/// lags half an iteration behind r, so the last one is done at the end. One rank's scalars stay on the
/// device (cg_state.hpp), which receives iterations in batches; iterations of a batch after the end do
/// nothing. Several ranks' sums meet on the hosts, or stay on the devices where the communicator can
/// add them there; then a batch is one recording (launch_graph.hpp). A norm that meets the tolerance
/// is computed again from f - A u; if that misses it, the method starts again from f - A u.
template <class P> class FusedPcg final : public Solver<P> {
public:
  using T = typename P::storage;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// `batch`: iterations between two readings of the norms, 1 to CgState::most; 1 with several ranks.
  FusedPcg(const Grid& grid, Communicator<T>& communicator, int batch = CgState::batch);
  /// Device bytes in addition to the grid's.
  static Int64 bytes(const LevelSetup& setup) { return 5 * field_bytes<P>(setup); }

  /// Asks the monitor once a batch. If it wants to stop, the solve ends one
  /// iteration later, or with the batch where several ranks add up on the device.
  SolveReport solve(const Vector& f, const SolveControls& controls) override;
  const Vector& solution() const override { return u_; }
  void update(const GridSpec& spec) override;

private:
  auto recorded_batch() {
    return [this] { iterations(batch_, false); };
  }
  double start(const Vector& f, const StoppingRule& rule);
  double begin(const StoppingRule& rule);
  bool iterations(int count, bool stop);
  void iterate(const Vector& f, ConvergenceTest& test);
  void record_true(const Vector& f, ConvergenceTest& test, bool stop);
  void complete_solution();
  CgStep own(CgStep step) const;
  bool perform_over_ranks(CgStep step, bool stop = false);
  bool wish_of_any_rank(bool stop) const;
  const CgState& read_scalars() const;

  Grid grid_;
  Communicator<T>& communicator_;
  int batch_;
  bool recorded_; ///< batches are
  CgScalars scalars_;
  Vector u_, r_, z_, p_, q_;
  LaunchGraph graph_; ///< a whole batch
};

} // namespace isobar

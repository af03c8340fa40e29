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

/// Preconditioned conjugate gradients (CG) in two forms. Both start from u = 0, keep their vectors
/// between solves, and reach other ranks through the communicator only.
namespace isobar {

/// Vertical line relaxation as a preconditioner: z = M^-1 r, where M holds the tridiagonal blocks
/// of the columns. Copies share z.
template <class P> class ColumnPreconditioner {
public:
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;
  explicit ColumnPreconditioner(const Grid& grid)
      : grid_(grid), z_("isobar z", grid.nx(), grid.ny(), grid.nz()) {}
  /// Device bytes in addition to the grid's.
  static Int64 bytes(const LevelSetup& setup) { return field_bytes<P>(setup); }

  const Vector& operator()(const Vector& r, double /*norm*/) const;
  /// Takes over another spec, as Solver::update does.
  void update(const GridSpec& spec) { grid_.update(spec); }

private:
  Grid grid_;
  Vector z_;
};

/// A preconditioner z = M^-1 r in the form that Krylov methods need, on owned cells. CG with
/// standard directions needs a symmetric and positive definite M.
template <class P> class Preconditioner {
public:
  using Vector = FieldOf<P>;
  using Apply = std::function<const Vector&(const Vector& r, double norm)>;

  /// Takes an object that has operator()(r, norm) and update(spec). `norm` is the norm of the
  /// residual. r is the residual, or a vector of about its size. Preconditioners in float scale r
  /// by the norm.
  template <class M>
  Preconditioner(std::shared_ptr<M> m)
      : apply_([m](const Vector& r, double norm) -> const Vector& { return (*m)(r, norm); }),
        update_([m](const GridSpec& spec) { m->update(spec); }) {}
  /// Takes a function alone, which cannot be updated.
  template <class M>
  requires std::invocable<M&, const Vector&, double> Preconditioner(M apply)
      : apply_(std::move(apply)) {}

  const Vector& operator()(const Vector& r, double norm) const { return apply_(r, norm); }
  /// Takes over another spec, as Solver::update does. Throws std::logic_error if the preconditioner
  /// is a function.
  void update(const GridSpec& spec) const {
    if (!update_) throw std::logic_error("this preconditioner is a function and has no update");
    update_(spec);
  }

private:
  Apply apply_;
  std::function<void(const GridSpec&)> update_;
};

/// CG in standard form: one kernel for each line of the textbook, BLAS-1 from Kokkos Kernels.
template <class P> class StandardPcg final : public Solver<P> {
public:
  using T = typename P::storage;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// Takes the matrix-free operator of the grid if `apply` is empty. Any other operator must be
  /// symmetric and positive definite.
  StandardPcg(const Grid& grid, Communicator<T>& communicator, Preconditioner<P> precondition,
              Directions directions = Directions::standard, LinearOperator<P> apply = {});
  /// Device bytes in addition to the grid's and the preconditioner's.
  static Int64 bytes(const LevelSetup& setup) { return 4 * field_bytes<P>(setup); }

  SolveReport solve(const Vector& f, const SolveControls& controls) override;
  const Vector& solution() const override { return cg_.solution(); }
  /// Updates all but an operator that is a function.
  void update(const GridSpec& spec) override;

private:
  Grid grid_;
  Communicator<T>& communicator_;
  Preconditioner<P> precondition_;
  LinearOperator<P> apply_;
  CgIteration<T, Vector> cg_;
};

/// CG in fused form: two kernels and two sums an iteration (single-GPU paper, algorithm 2). The
/// update of u lags half an iteration behind r, so the solver makes the last one at the end of a
/// solve. A norm that meets the tolerance is computed again from f - A u. If this norm misses the
/// tolerance, the method starts again from f - A u.
///
/// On one rank the scalars stay on the device (cg_state.hpp), which receives iterations in batches.
/// The iterations of a batch after the end of the solve do nothing. The sums of several ranks meet
/// on the hosts, or on the devices where the communicator can add them there. In the latter case a
/// batch is one recording (launch_graph.hpp).
template <class P> class FusedPcg final : public Solver<P> {
public:
  using T = typename P::storage;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// Sets `batch`, the iterations between two readings of the norms: 1 to CgState::most, and 1 with
  /// several ranks.
  FusedPcg(const Grid& grid, Communicator<T>& communicator, int batch = CgState::batch);
  /// Device bytes in addition to the grid's.
  static Int64 bytes(const LevelSetup& setup) { return 5 * field_bytes<P>(setup); }

  /// Solves A u = f. Asks the monitor once a batch. If the monitor wants to stop, the solve ends
  /// one iteration later. Where several ranks add up on the device, it ends with the batch.
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
  bool recorded_; ///< whether batches are recorded
  CgScalars scalars_;
  Vector u_, r_, z_, p_, q_;
  LaunchGraph graph_; ///< a whole batch
};

} // namespace isobar

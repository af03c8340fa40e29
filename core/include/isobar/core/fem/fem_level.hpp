#pragma once
#include <isobar/core/fem/fem_smoother.hpp>
#include <isobar/core/solvers/cg_iteration.hpp>
#include <isobar/core/solvers/level.hpp>

#include <optional>
#include <span>

namespace isobar {

/// What one level of unstructured multigrid is made of. All of it is sparse matrices, stored or computed.
template <class T> struct FemMatrices {
  using Vector = Kokkos::View<T*, MemorySpace>;
  std::unique_ptr<const SparseMatrix<T>> stiffness;
  std::unique_ptr<const SparseMatrix<T>> restriction,
      prolongation; ///< to and from the coarser level; null on the coarsest
  std::unique_ptr<const SparseMatrix<T>> spai; ///< M of the smoother, if it is no diagonal
  Vector inverse;                              ///< M where it is one; D^-1 for the coarse solve
};

/// A level of finite elements: the cycle's view of FemMatrices (unstructured-grid paper, section 2.1). Each step is
/// one product. u of Dirichlet unknowns is 0, as is f.
template <class T_> class FemLevel final : public Level {
public:
  using T = T_;
  using Vector = Kokkos::View<T*, MemorySpace>;

  /// Relaxation factors, and on the coarsest level (`coarser` is null) the tolerance and the most iterations of CG, are
  /// those of the options. The ranks and the coarser level must outlive this one.
  FemLevel(FemMatrices<T> matrices, const MultigridOptions& options, Ranks& ranks,
           FemLevel* coarser);
  /// Device bytes of the vectors and of the matrices.
  Int64 bytes() const;

  /// The right-hand side of the finest level: shares f's data.
  void set_rhs(const Vector& f, int /*cycles_before*/ = 0) { f_ = f; }
  Vector& u() { return u_; }
  const Vector& u() const { return u_; }
  Ranks& communicator() const { return ranks_; }
  const SparseMatrix<T>& stiffness() const { return *matrices_.stiffness; }
  const FemMatrices<T>& matrices() const { return matrices_; }
  /// This rank's share of || f - A u ||^2.
  double residual_norm_squared();

  Guess smooth_before(Guess guess) override;
  void restrict_residual(Guess guess) override;
  void correct(Guess guess) override;
  void restrict_rhs() override;
  void interpolate() override;
  void prepare_rhs() override {}
  void prepare_correction() override {}
  /// CG with the diagonal as preconditioner, from zero, whatever the guess.
  void solve_coarsest(Guess guess) override;
  void exchange() override {}
  /// The host waits for the sums of the coarse solve.
  bool records() const override { return coarser_ != nullptr; }

private:
  void smooth(std::span<const double> factors, Guess guess);
  void start_from_zero(double factor);
  void step_in_place(double factor);

  FemMatrices<T> matrices_;
  MultigridOptions options_;
  Ranks& ranks_;
  FemLevel* coarser_;
  Vector u_, f_;
  Vector other_; ///< the next u of a step, or a residual
  Vector z_;     ///< of the coarse solve
  std::optional<CgIteration<T, Vector>> cg_;
};

} // namespace isobar

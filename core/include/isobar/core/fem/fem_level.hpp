#pragma once
#include <isobar/core/fem/fem_smoother.hpp>
#include <isobar/core/fem/sweeps.hpp>
#include <isobar/core/multigrid/cg_iteration.hpp>
#include <isobar/core/multigrid/dense_inverse.hpp>
#include <isobar/core/multigrid/ghosts.hpp>
#include <isobar/core/multigrid/level.hpp>

#include <optional>
#include <span>

namespace isobar {

/// The matrices of one level of unstructured multigrid. All of them are sparse, stored or computed.
template <class T> struct FemMatrices {
  using Vector = Kokkos::View<T*, MemorySpace>;
  std::unique_ptr<const SparseMatrix<T>> stiffness;
  std::unique_ptr<const SparseMatrix<T>> restriction,
      prolongation; ///< matrices to and from the coarser level; null on the coarsest level
  std::unique_ptr<const SparseMatrix<T>> spai;        ///< M of the smoother, if it is a matrix
  std::unique_ptr<const GaussSeidel<T>> gauss_seidel; ///< the smoother, if it is Gauss-Seidel
  std::unique_ptr<const IncompleteLu<T>> ilu;         ///< M^-1 of the smoother, if M^-1 is L U
  Vector inverse; ///< M if it is a diagonal; on the coarsest level D^-1 for CG
  /// The estimate or the bound of the largest eigenvalue of M A from
  /// which relaxation factors follow. It is 0 if the factors are given.
  double largest_eigenvalue = 0.0;
  std::unique_ptr<const DenseInverse<T>> direct; ///< the coarse solve; null if CG solves

  /// Whether a step changes u in its place, by several launches.
  bool steps_in_place() const { return spai || gauss_seidel || ilu; }
};

/// Returns an estimate of the largest eigenvalue of M A, by CG if
/// M is a diagonal, and otherwise by the power method. Collective.
template <class T>
double estimated_eigenvalue(const FemMatrices<T>& matrices, Ranks& ranks, Ghosts<T>* ghosts,
                            const std::vector<Int64>& ids) {
  const SparseMatrix<T>& a = *matrices.stiffness;
  if (matrices.spai)
    return largest_eigenvalue(a, matrices.inverse, matrices.spai.get(), ranks, ghosts, ids);
  return largest_jacobi_eigenvalue(a, matrices.inverse, ranks, ghosts, ids);
}

/// A level of finite elements: the cycle's view of FemMatrices (unstructured-grid paper, section
/// 2.1). Each step is one product. On a coarser level, the finer level's restriction also does the
/// first step from zero. At Dirichlet unknowns u and f are 0. With several ranks, the ghosts of a
/// vector are exchanged before a product reads it, and vectors have room for them (ghosts.hpp).
template <class T_> class FemLevel final : public Level {
public:
  using T = T_;
  using Vector = Kokkos::View<T*, MemorySpace>;

  /// The options give relaxation factors. On the coarsest level, where `coarser` is null, they also
  /// give the tolerance and the most iterations of CG. `ghosts`: the exchange of this level's
  /// ghosts; null on one rank. The ranks, the coarser level and the exchange must outlive this
  /// level.
  FemLevel(FemMatrices<T> matrices, const CycleOptions& options, Ranks& ranks, FemLevel* coarser,
           Ghosts<T>* ghosts = nullptr);
  /// Device bytes of vectors and matrices.
  Int64 bytes() const;

  /// Sets the right-hand side of the finest level, which shares f's data.
  void set_rhs(const Vector& f, int /*cycles_before*/ = 0) { f_ = f; }
  Vector& u() { return u_; }
  const Vector& u() const { return u_; }
  Ranks& communicator() const { return ranks_; }
  const SparseMatrix<T>& stiffness() const { return *matrices_.stiffness; }
  const FemMatrices<T>& matrices() const { return matrices_; }
  const CycleOptions& options() const { return options_; }
  /// Returns an estimate of the largest eigenvalue of M A, for a smoother that
  /// does not sweep. `ids`: places of the unknowns over all ranks. Collective.
  double estimated_eigenvalue(const std::vector<Int64>& ids) const {
    return isobar::estimated_eigenvalue(matrices_, ranks_, ghosts_, ids);
  }
  /// Returns a vector of this level, all 0, with room for ghosts.
  Vector make_vector(const char* label) const;
  /// Updates the ghosts of x for a product that reads it. Returns x.
  const Vector& read(const Vector& x) const {
    if (ghosts_) ghosts_->exchange(x);
    return x;
  }
  /// Computes q = A p. p has room for ghosts.
  void apply(const Vector& p, const Vector& q) const;
  /// Returns this rank's share of || f - A u ||^2.
  double residual_norm_squared();
  double residual_norm_between_cycles() { return residual_norm_squared(); }
  void end_cycles() {}

  Guess smooth_before(Guess guess) override;
  void restrict_residual(Guess guess) override;
  void correct(Guess guess) override;
  void restrict_rhs() override;
  void interpolate() override;
  void prepare_rhs() override {}
  void prepare_correction() override {}
  /// Solves directly, or by CG with the diagonal as preconditioner. CG starts from zero, whatever
  /// the guess.
  void solve_coarsest(Guess guess) override;
  void exchange() override {}
  /// True unless the host waits for sums of the coarse solve, or for messages.
  bool records() const override {
    const bool waits = cg_ || (matrices_.direct && matrices_.direct->waits());
    return !waits && (!ghosts_ || ghosts_->enqueued());
  }
  bool keeps_place() const override { return true; }

private:
  std::size_t ghost_room() const { return std::size_t(ghosts_ ? ghosts_->room() : 0); }
  /// Returns f with its ghosts. With several ranks this is a copy,
  /// because f may be a caller's vector without room for ghosts.
  const Vector& read_rhs() const;
  /// Whether these steps swap u and the next u an even, or an odd, number of times.
  bool is_even_swap(std::span<const double> factors) const {
    return !matrices_.steps_in_place() && factors.size() % 2 == 0;
  }
  bool is_odd_swap(std::span<const double> factors) const {
    return !matrices_.steps_in_place() && factors.size() % 2 == 1;
  }
  /// Returns the vector into which the first of these steps writes, so that the result of the last
  /// step is u.
  const Vector& first_vector(std::span<const double> factors) const {
    return is_even_swap(factors) ? other_ : u_;
  }
  void begin(const SparseMatrix<T>& restriction, const Vector& residual);
  void smooth(std::span<const double> factors, Sweep direction);
  void step_from_zero(double factor);
  void step_in_place(double factor, Sweep direction);

  FemMatrices<T> matrices_;
  CycleOptions options_;
  Ranks& ranks_;
  FemLevel* coarser_;
  Ghosts<T>* ghosts_;           ///< null on one rank
  bool begun_by_finer_ = false; ///< the finer level's restriction does the first step from zero
  Vector u_, f_;
  Vector other_; ///< the next u of a step, or a residual
  Vector z_;     ///< preconditioned residual of CG
  std::optional<CgIteration<T, Vector>>
      cg_; ///< exists on the coarsest level, if it is not solved directly
};

} // namespace isobar

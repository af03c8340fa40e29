#pragma once
#include <isobar/core/fem/fem_multigrid.hpp>

namespace isobar {

/// The matrix of CG in double, stored or computed in the same way as the levels of
/// these options. `rows` has its rows in float, from which the finest level is made;
/// none if rows are computed. Launches are named "isobar/fem_stiffness_of_cg/0".
struct MixedStiffness {
  std::unique_ptr<const SparseMatrix<double>> matrix;
  AssembledRows<float> rows{};

  /// Throws as make_sparse_matrix() does.
  MixedStiffness(const FemSpace& finest, const FemProblem& problem,
                 const FemMultigridOptions& options);
};

/// CG in double whose preconditioner is one cycle in float. Products of a Q1 matrix in float read 8
/// instead of 12 bytes an entry. All products of an iteration but one belong to the cycle.
/// Residuals are scaled by powers of two, so that float holds them however small they are. The
/// cycle is symmetric up to rounding.
class MixedFemCg {
public:
  using Vector = Kokkos::View<double*, MemorySpace>;

  /// `a`: the matrix of the finest level in double. `ghosts`: the exchange of its
  /// columns; null on one rank. The ranks and the ghosts must outlive this. Collective.
  MixedFemCg(std::unique_ptr<const SparseMatrix<double>> a, HierarchyOf<FemLevel<float>> levels,
             const CycleOptions& options, Ranks& ranks, Ghosts<double>* ghosts = nullptr,
             Directions directions = Directions::standard);
  /// Solves A u = f from u = 0.
  SolveReport solve(const Vector& f, const SolveControls& controls);
  const Vector& solution() const { return cg_.solution(); }
  const SparseMatrix<double>& matrix() const { return *a_; }

private:
  Vector make_vector(const char* label) const;
  const Vector& precondition(const Vector& r, double norm);

  std::unique_ptr<const SparseMatrix<double>> a_;
  Ghosts<double>* ghosts_;
  Int64 unknowns_; ///< number of unknowns on all ranks
  FemMultigrid<float> multigrid_;
  FemLevel<float>::Vector r_; ///< the residual divided by a power of two
  Vector z_;                  ///< result of the cycle for it
  CgIteration<double, Vector> cg_;
};

} // namespace isobar

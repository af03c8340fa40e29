#pragma once
#include <isobar/core/fem/fem_multigrid.hpp>

namespace isobar {

/// The matrix of CG in double, stored or computed as the levels of these options are; and its rows in float, of which the finest level
/// is made, none if rows are computed. Launches are named "isobar/fem_stiffness_of_cg/0".
struct MixedStiffness {
  std::unique_ptr<const SparseMatrix<double>> matrix;
  AssembledRows<float> rows{};

  /// Throws as make_sparse_matrix() does.
  MixedStiffness(const FemSpace& finest, const FemProblem& problem,
                 const FemMultigridOptions& options);
};

/// CG in double whose preconditioner is one cycle in float: products of a Q1 matrix in float read 8 bytes an entry for 12, and all but one
/// product of an iteration are the cycle's. Residuals are scaled by powers of two, so that float holds them however small they are.
/// The cycle is symmetric up to rounding.
class MixedFemCg {
public:
  using Vector = Kokkos::View<double*, MemorySpace>;

  /// `a` is the matrix of the finest level in double, `ghosts` the exchange of its columns, null on one rank. The ranks and the ghosts must outlive
  /// this. Collective.
  MixedFemCg(std::unique_ptr<const SparseMatrix<double>> a, HierarchyOf<FemLevel<float>> levels,
             const CycleOptions& options, Ranks& ranks, Ghosts<double>* ghosts = nullptr,
             Directions directions = Directions::standard);
  SolveReport solve(const Vector& f, const SolveControls& controls);
  const Vector& solution() const { return cg_.solution(); }
  const SparseMatrix<double>& matrix() const { return *a_; }

private:
  Vector make_vector(const char* label) const;
  const Vector& precondition(const Vector& r, double norm);

  std::unique_ptr<const SparseMatrix<double>> a_;
  Ghosts<double>* ghosts_;
  Int64 unknowns_; ///< of all ranks
  FemMultigrid<float> multigrid_;
  FemLevel<float>::Vector r_; ///< the residual over a power of two
  Vector z_;                  ///< what the cycle makes of it
  CgIteration<double, Vector> cg_;
};

} // namespace isobar

#pragma once
#include <isobar/core/columns/multigrid.hpp>
#include <isobar/core/columns/pcg.hpp>
#include <isobar/core/sparse/sparse_matrix.hpp>

/// Solvers of a code that knows its grid through matrices only, to compare with (the
/// technique of the unstructured-grid paper). Operators, restriction and prolongation
/// are stored, vertical solves read stored factors, and all work is products with
/// these. Algorithms and iteration counts are those of the matrix-free solvers, which
/// save traffic by fused kernels. T is float or double, in memory and in registers.
namespace isobar {

template <class T> using Stored = Precision<T, T>;

/// Levels for Multigrid on stored matrices.
template <class T> struct StoredLevels {
  /// Communicators must outlive the levels. Throws std::invalid_argument as level_setups does, and for options
  /// that stored levels do not have (red-black, transposed restriction, overcorrection, merged layers, CG on the
  /// coarsest level) or sliced ELLPACK. Throws std::length_error if a level is larger than a matrix can count.
  static ColumnHierarchy<Stored<T>> make(const GridSetup& setup, const MultigridOptions& options,
                                         MatrixFormat format, Communicators<T>& communicators);
  /// Device bytes of them on this rank (a few more than they use: sides of the domain save entries).
  static Int64 bytes(const GridSetup& setup, const MultigridOptions& options, MatrixFormat format);
};

/// CG in standard form, with the matrix in CSR and the columns' stored factors as preconditioner.
template <class T> struct StoredCg {
  static std::unique_ptr<Solver<Stored<T>>> make(const GridSetup& setup,
                                                 Communicator<T>& communicator);
  static Int64 bytes(const GridSetup& setup);
};

} // namespace isobar

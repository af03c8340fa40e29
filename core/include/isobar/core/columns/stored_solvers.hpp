#pragma once
#include <isobar/core/columns/multigrid.hpp>
#include <isobar/core/columns/pcg.hpp>
#include <isobar/core/sparse/sparse_matrix.hpp>

/// Solvers as a code has them that knows its grid through matrices only. They serve comparisons
/// (the technique of the unstructured-grid paper). They store operators, restriction and
/// prolongation. Vertical solves read stored factors, and all other work is products with stored
/// matrices. Algorithms and iteration counts are those of the matrix-free solvers, which save
/// traffic by fused kernels. T is float or double, in memory and in registers.
namespace isobar {

template <class T> using Stored = Precision<T, T>;

/// Levels for Multigrid on stored matrices.
template <class T> struct StoredLevels {
  /// Makes the levels. The communicators must outlive them. Throws std::invalid_argument as
  /// level_setups does, and for sliced ELLPACK. Throws it also if the options ask for what stored
  /// levels lack: red-black, transposed restriction, overcorrection, merged layers, CG on the
  /// coarsest level. Throws std::length_error if a level is larger than a matrix can count.
  static ColumnHierarchy<Stored<T>> make(const GridSetup& setup, const MultigridOptions& options,
                                         MatrixFormat format, Communicators<T>& communicators);
  /// Device bytes of the levels on this rank. The count is a little too high, because sides of the
  /// domain save entries.
  static Int64 bytes(const GridSetup& setup, const MultigridOptions& options, MatrixFormat format);
};

/// CG in standard form, with the matrix in CSR; the stored factors of the columns precondition it.
template <class T> struct StoredCg {
  /// Makes the solver. The communicator must outlive it.
  static std::unique_ptr<Solver<Stored<T>>> make(const GridSetup& setup,
                                                 Communicator<T>& communicator);
  /// Device bytes of the solver on this rank.
  static Int64 bytes(const GridSetup& setup);
};

} // namespace isobar

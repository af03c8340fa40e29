#pragma once
#include <isobar/core/fem/assembly.hpp>
#include <isobar/core/sparse/sparse_matrix.hpp>

#include <memory>

/// The matrices of a level without stored entries. Rows of unknowns inside macro elements are
/// computed from few numbers of each macro element. Rows of unknowns on edges between macro
/// elements are stored. Spaces have Numbering::macro, so that no table of indices is read inside.
/// On a part of a mesh, macro elements are the rank's own quadrilaterals of MeshPartition::level.
/// If another rank owns a side of a macro element, ghosts hold it. Entries equal the assembly's up
/// to rounding, because the quadrature is the same.
namespace isobar {

/// The least number of elements on the side of a macro element with which a level may compute its
/// rows.
inline constexpr int least_macro_elements = 8;
/// A level computes its rows if a rank has at least this number of its unknowns. With fewer, the
/// lanes of a GPU have too few elements to march along. A step then takes up to three times as long
/// as with stored rows (docs/fem-design.md).
inline constexpr Int64 macro_rows_from = on_host ? 0 : 400000;
/// Whether this space's macro elements have at least least_macro_elements on a side.
bool has_macro_rows(const FemSpace& space);

/// Returns the matrix that make_sparse_matrix() makes of assemble_stiffness(),
/// with computed rows. Throws as FemSpace::macro() does.
template <class T>
std::unique_ptr<const SparseMatrix<T>>
make_macro_stiffness(const FemSpace& space, const FemCoefficients& coefficients, int level,
                     const std::string& label = "fem_stiffness");

/// Returns the prolongation with computed rows: inside macro elements its weights are known.
/// `fine`: a space on the refined mesh.
template <class T>
std::unique_ptr<const SparseMatrix<T>> make_macro_prolongation(const FemSpace& coarse,
                                                               const FemSpace& fine, int level);
/// Returns the restriction with computed rows. `fine`: a space on the refined mesh.
template <class T>
std::unique_ptr<const SparseMatrix<T>> make_macro_restriction(const FemSpace& coarse,
                                                              const FemSpace& fine, int level);

} // namespace isobar

#pragma once
#include <isobar/core/fem/assembly.hpp>
#include <isobar/core/sparse/sparse_matrix.hpp>

#include <memory>
#include <variant>

/// Stiffness matrices of order 1 by bands. In Numbering::macro the unknowns inside a macro element
/// lie on a lattice, row by row. So entry k of nine belongs to the same neighbour in all rows, and
/// no column is stored. As the matrix is symmetric, five numbers a row are enough; the other four
/// are stored with neighbours. FEAST multiplies its matrices in this way (Turek, Goeddeke, Becker,
/// Buijssen, Wobker, 2010).
namespace isobar {

/// The rows that assemble_bands() returns. Copies share the numbers.
template <class T> struct BandRows {
  Kokkos::View<T*, MemorySpace> bands{}; ///< rows inside macro elements, in the order of MacroBands
  CsrRows<T> others{};                   ///< rows of edges and vertices
};

/// Returns the stiffness matrix of assemble_stiffness() by bands, with the same numbers up
/// to rounding. Throws std::invalid_argument for order 2, and as FemSpace::macro() does.
template <class T>
BandRows<T> assemble_bands(const FemSpace& space, const FemCoefficients& coefficients = {});

/// Returns 1 / a_ii of each row.
template <class T>
Kokkos::View<T*, MemorySpace> inverse_diagonal(const FemSpace& space, const BandRows<T>& rows);

/// Returns the same matrix in another type of numbers.
template <class To, class From> BandRows<To> in_numbers(const BandRows<From>& from) {
  BandRows<To> to{{}, in_numbers<To>(from.others)};
  to.bands = decltype(to.bands)(Kokkos::view_alloc("isobar bands", Kokkos::WithoutInitializing),
                                from.bands.extent(0));
  Kokkos::deep_copy(to.bands, from.bands);
  return to;
}

/// Returns the matrix of these rows, as make_sparse_matrix()
/// does. The rows of edges and vertices are in sliced ELLPACK.
template <class T>
std::unique_ptr<const SparseMatrix<T>> make_band_matrix(const FemSpace& space,
                                                        const BandRows<T>& rows, int level,
                                                        const std::string& label = "fem_stiffness");

/// The rows of a level, or std::monostate if they are not yet assembled.
template <class T> using AssembledRows = std::variant<std::monostate, CsrRows<T>, BandRows<T>>;

} // namespace isobar

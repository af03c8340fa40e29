#pragma once
#include <isobar/core/fem/assembly.hpp>
#include <isobar/core/sparse/sparse_matrix.hpp>

#include <memory>
#include <variant>

/// Stiffness matrices of order 1 by bands. In Numbering::macro the unknowns inside a macro element lie on a lattice, row by row, so that
/// entry k of nine belongs to the same neighbour in all rows: no column is stored. As the matrix is symmetric, five numbers a
/// row are enough, and the other four are those of the neighbours. FEAST multiplies its matrices so (Turek, Goeddeke, Becker, Buijssen, Wobker, 2010).
namespace isobar {

/// The result of an assembly. Copies share the numbers.
template <class T> struct BandRows {
  Kokkos::View<T*, MemorySpace> bands{}; ///< as MacroBands has them
  CsrRows<T> others{};                   ///< the rows of edges and vertices
};

/// The stiffness matrix as assemble_stiffness() has it, up to rounding. Throws std::invalid_argument for order 2, and as FemSpace::macro does.
template <class T>
BandRows<T> assemble_bands(const FemSpace& space, const FemCoefficients& coefficients = {});

/// 1 / a_ii of each row.
template <class T>
Kokkos::View<T*, MemorySpace> inverse_diagonal(const FemSpace& space, const BandRows<T>& rows);

/// The same matrix in other numbers.
template <class To, class From> BandRows<To> in_numbers(const BandRows<From>& from) {
  BandRows<To> to{{}, in_numbers<To>(from.others)};
  to.bands = decltype(to.bands)(Kokkos::view_alloc("isobar bands", Kokkos::WithoutInitializing),
                                from.bands.extent(0));
  Kokkos::deep_copy(to.bands, from.bands);
  return to;
}

/// As make_sparse_matrix(); the rows of edges and vertices are in sliced ELLPACK.
template <class T>
std::unique_ptr<const SparseMatrix<T>> make_band_matrix(const FemSpace& space,
                                                        const BandRows<T>& rows, int level,
                                                        const std::string& label = "fem_stiffness");

/// The rows of a level, if they are assembled already.
template <class T> using AssembledRows = std::variant<std::monostate, CsrRows<T>, BandRows<T>>;

} // namespace isobar

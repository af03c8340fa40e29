#pragma once
#include <isobar/core/fem/fem_space.hpp>
#include <isobar/core/sparse/csr_rows.hpp>

#include <utility>

/// The equation -div( c grad u ) + k u = f in weak form on a FemSpace, assembled on the device. A
/// thread computes a row from the elements around its unknown. There are no atomics, so the numbers
/// are the same each time. All integrals are computed in double; T is the type that is stored.
///
/// On a part of a mesh, owned unknowns have rows. These are complete: no
/// rank adds to another rank's rows. Columns are owned unknowns and ghosts.
namespace isobar {

/// One number for each unknown, or each element, on the device.
using FemNumbers = Kokkos::View<double*, MemorySpace>;

/// The terms of edges on rims, where c du/dn + transfer u =
/// flux. The host computes them, because rims are small.
struct RimTerms {
  /// Integrals of transfer times two basis functions, as rows of all unknowns. `starts`:
  /// first entry of each row, then the number of entries. Empty if there are none.
  Kokkos::View<int*, MemorySpace> starts{}, columns{};
  FemNumbers values{};
  /// Integrals of flux times a basis function, for the unknowns in flux_unknowns.
  Kokkos::View<int*, MemorySpace> flux_unknowns{};
  FemNumbers fluxes{};

  KOKKOS_INLINE_FUNCTION int begin(int unknown) const {
    return starts.extent(0) > 0 ? starts(unknown) : 0;
  }
  KOKKOS_INLINE_FUNCTION int end(int unknown) const {
    return starts.extent(0) > 0 ? starts(unknown + 1) : 0;
  }
};

/// The coefficients of the equation on a space. Hexahedra have
/// c and k of the plane, which are the same in all layers.
struct FemCoefficients {
  FemNumbers diffusion{}; ///< c of each element; if empty, c is 1
  FemNumbers reaction{};  ///< k of each element; if empty, k is 0
  RimTerms rims{};

  FemCoefficients() = default;
  FemCoefficients(FemNumbers c) // NOLINT(google-explicit-constructor): c alone is a coefficient
      : diffusion(std::move(c)) {}
};

/// Returns the matrix: stiffness, and the terms of reaction and rims. Rows of Dirichlet unknowns
/// are those of the unit matrix. Other rows store zeros in the columns of Dirichlet unknowns. So
/// the matrix is symmetric and has the non-zeros of table 1 of the unstructured-grid paper. Rows
/// before `first` are left out: row n of the result is row first + n.
template <class T>
CsrRows<T> assemble_stiffness(const FemSpace& space, const FemCoefficients& coefficients = {},
                              int first = 0);

/// Returns the matrix on a part of a mesh with the rows and columns of all unknowns of the part,
/// owned ones first. Approximate inverses need it: they read the rows of those ghosts for which
/// an owned row has columns. These rows are complete; rows at the end of the part are not.
template <class T>
CsrRows<T> assemble_all_rows(const FemSpace& space, const FemCoefficients& coefficients = {});

/// The number that assemble_inverse() inverts in a row: a_ii, or sum |a_ij|.
enum class RowSum { diagonal, l1 };
/// Returns 1 / a_ii or 1 / sum |a_ij| of each row of the stiffness matrix, without storing the
/// matrix.
template <class T>
Kokkos::View<T*, MemorySpace> assemble_inverse(const FemSpace& space,
                                               const FemCoefficients& coefficients, RowSum of);

/// Returns the right-hand side of the equation for u - g: an integral for each basis
/// function v, and 0 for Dirichlet unknowns. The integrand is f v - c grad g grad v
/// - k g v inside, and (flux - transfer g) v on rims. `f`, `g`: values at all
/// unknowns of the space. `g` has the Dirichlet values, and any numbers elsewhere.
FemNumbers assemble_load(const FemSpace& space, const FemNumbers& f, const FemNumbers& g,
                         const FemCoefficients& coefficients = {});

/// Returns the prolongation of the unstructured-grid paper, section 2.3. Entry (i, j) is coarse
/// basis function j at fine unknown i, in the coordinates of the coarse element. `fine`: a space
/// of the same order on the refined mesh. Entries in rows and columns of Dirichlet unknowns are
/// stored as zeros, because corrections are 0 there. Rows before `first` are left out.
template <class T>
CsrRows<T> assemble_prolongation(const FemSpace& coarse, const FemSpace& fine, int first = 0);
/// Returns the transpose of the prolongation, assembled by rows as well.
template <class T>
CsrRows<T> assemble_restriction(const FemSpace& coarse, const FemSpace& fine, int first = 0);

} // namespace isobar

#pragma once
#include <isobar/core/fem/fem_space.hpp>
#include <isobar/core/sparse/csr_rows.hpp>

#include <utility>

/// The equation -div( c grad u ) + k u = f in weak form on a FemSpace, assembled on the device: a thread computes a row from the
/// elements around its unknown. There are no atomics, so that the numbers are the same each time. All integrals are taken in double;
/// T is the type that is stored.
///
/// Where a space has a part of a mesh, its owned unknowns have rows, which are complete: no rank adds to another one's. Columns are
/// owned unknowns and ghosts.
namespace isobar {

/// One number for each unknown, or each element, on the device.
using FemNumbers = Kokkos::View<double*, MemorySpace>;

/// The terms of edges on rims, where c du/dn + transfer u = flux. They are made on the host, as rims are small.
struct RimTerms {
  /// Integrals of transfer times two basis functions, as rows of all unknowns; where they begin, and behind them how many there are. Empty: none.
  Kokkos::View<int*, MemorySpace> starts{}, columns{};
  FemNumbers values{};
  /// Integrals of flux times the basis function of these unknowns.
  Kokkos::View<int*, MemorySpace> flux_unknowns{};
  FemNumbers fluxes{};

  KOKKOS_INLINE_FUNCTION int begin(int unknown) const {
    return starts.extent(0) > 0 ? starts(unknown) : 0;
  }
  KOKKOS_INLINE_FUNCTION int end(int unknown) const {
    return starts.extent(0) > 0 ? starts(unknown + 1) : 0;
  }
};

/// The coefficients of the equation on a space. Hexahedra have c and k of the plane: the same in all layers.
struct FemCoefficients {
  FemNumbers diffusion{}; ///< c of each element; empty: 1
  FemNumbers reaction{};  ///< k of each element; empty: 0
  RimTerms rims{};

  FemCoefficients() = default;
  FemCoefficients(FemNumbers c) // NOLINT(google-explicit-constructor): c alone is a coefficient
      : diffusion(std::move(c)) {}
};

/// The matrix: stiffness, and the terms of reaction and rims. Rows of Dirichlet unknowns are those of the unit
/// matrix; the entries of other rows in their columns are stored as zeros, so that the matrix is symmetric and has
/// the non-zeros of table 1 of the unstructured-grid paper. Rows before `first` are left out: row n of the result is row first + n.
template <class T>
CsrRows<T> assemble_stiffness(const FemSpace& space, const FemCoefficients& coefficients = {},
                              int first = 0);

/// On a part of a mesh, with the rows of all its other unknowns behind, and with columns of all of them: for approximate inverses, which read
/// the rows of the ghosts that a row has columns of. These are complete; rows at the end of the part are not.
template <class T>
CsrRows<T> assemble_all_rows(const FemSpace& space, const FemCoefficients& coefficients = {});

/// 1 / a_ii or 1 / sum |a_ij| of each row of the stiffness matrix, which is not stored for it.
enum class RowSum { diagonal, l1 };
template <class T>
Kokkos::View<T*, MemorySpace> assemble_inverse(const FemSpace& space,
                                               const FemCoefficients& coefficients, RowSum of);

/// The right-hand side of the equation for u - g: an integral for each basis function v, and 0 for Dirichlet unknowns. The integrand is
/// f v - c grad g grad v - k g v inside, and (flux - transfer g) v on rims. Arguments f and g hold values at all unknowns of the space.
/// Argument g has the Dirichlet values, and any numbers elsewhere.
FemNumbers assemble_load(const FemSpace& space, const FemNumbers& f, const FemNumbers& g,
                         const FemCoefficients& coefficients = {});

/// The prolongation of the unstructured-grid paper, section 2.3: entry (i, j) is coarse basis function j at fine
/// unknown i, in the coordinates of the coarse element. `fine` is a space of the same order on the refined mesh. Entries in rows and
/// columns of Dirichlet unknowns are stored as zeros: corrections are 0 there.
/// Rows before `first` are left out.
template <class T>
CsrRows<T> assemble_prolongation(const FemSpace& coarse, const FemSpace& fine, int first = 0);
/// Its transpose, assembled by rows as well.
template <class T>
CsrRows<T> assemble_restriction(const FemSpace& coarse, const FemSpace& fine, int first = 0);

} // namespace isobar

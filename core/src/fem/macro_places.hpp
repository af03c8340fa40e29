#pragma once
#include <isobar/core/fem/fem_space.hpp>
#include <isobar/core/fem/macro_lattice.hpp>

namespace isobar {

/// u along a row of a macro element's lattice, without both ends: 0 < i < m. `first` is null on a Dirichlet side, where u is 0.
template <class T> struct LatticeRow {
  const T* first;
  int step;

  KOKKOS_FORCEINLINE_FUNCTION T operator()(int i) const {
    return first ? first[step * (i - 1)] : T(0);
  }
};

/// u along a column of the lattice, for 0 < j < m.
template <class T> struct LatticeColumn {
  const T* first;
  int step;

  KOKKOS_FORCEINLINE_FUNCTION T operator()(int j) const { return first ? first[step * j] : T(0); }
};

/// The numbers of a macro element's unknowns among all unknowns, if the numbering is Numbering::macro. On a device, 13 numbers
/// a macro element take the place of a table of indices.
struct MacroPlaces {
  int macros, cells; ///< m of MacroLattice
  int inside_rows;   ///< unknowns inside macro elements, which come before all others
  /// For each macro element: the first unknown inside, the first unknown and the step of each side, and the corners. A
  /// Dirichlet unknown n is stored as ~n, and the first one of a Dirichlet side as ~first.
  Kokkos::View<int* [13], Kokkos::LayoutRight, MemorySpace> numbers;

  /// Throws std::invalid_argument if the space has another numbering.
  MacroPlaces(const FemSpace& space, const MacroLattice& lattice);

  /// Returns the first unknown in row j inside, 0 < j < m. It is at i = 1.
  KOKKOS_FORCEINLINE_FUNCTION int row(int macro, int j) const {
    return numbers(macro, 0) + (j - 1) * (cells - 1);
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION LatticeRow<T> lattice_row(const T* u, int macro, int j) const {
    if (j > 0 && j < cells) return {u + row(macro, j), 1};
    const int side = j == 0 ? 0 : 2, first = numbers(macro, 1 + 2 * side);
    const int step = numbers(macro, 2 + 2 * side);
    if (first < 0) return {nullptr, 0};
    if (j == 0) return {u + first, step};
    return {u + first + step * (cells - 2), -step}; // sides run counter-clockwise
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION LatticeColumn<T> lattice_column(const T* u, int macro, int i) const {
    if (i > 0 && i < cells) return {u + (row(macro, 0) + i - 1), cells - 1};
    const int side = i == 0 ? 3 : 1, first = numbers(macro, 1 + 2 * side);
    const int step = numbers(macro, 2 + 2 * side);
    if (first < 0) return {nullptr, 0};
    if (i == 0) return {u + (first + step * (cells - 1)), -step};
    return {u + (first - step), step};
  }
  /// Returns the unknown at the first or the last place of row j, i = 0 or m. Returns ~n for a Dirichlet unknown n.
  KOKKOS_FORCEINLINE_FUNCTION int marked_end(int macro, int i, int j) const {
    if (j == 0 || j == cells)
      return numbers(macro, j == 0 ? (i == 0 ? 9 : 10) : (i == 0 ? 12 : 11));
    const int side = i == 0 ? 3 : 1, t = i == 0 ? cells - j : j;
    return on_side(macro, side, t);
  }
  /// Returns u at the first or the last place of row j.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION T at_end(const T* u, int macro, int i, int j) const {
    const int n = marked_end(macro, i, j);
    return n < 0 ? T(0) : u[n];
  }
  /// Returns the unknown at (i, j), both from 0 to m, fixed or not.
  KOKKOS_FORCEINLINE_FUNCTION int unknown(int macro, int i, int j) const {
    const bool inside = i > 0 && i < cells;
    if (inside && j > 0 && j < cells) return row(macro, j) + i - 1;
    const int n = !inside  ? marked_end(macro, i, j)
                  : j == 0 ? on_side(macro, 0, i)
                           : on_side(macro, 2, cells - i);
    return n < 0 ? ~n : n;
  }
  /// Returns u at (i, j), both from 0 to m.
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T at(const T* u, int macro, int i, int j) const {
    return i > 0 && i < cells ? lattice_row(u, macro, j)(i) : at_end(u, macro, i, j);
  }

private:
  /// Returns the unknown at place t of a side, counter-clockwise, 0 < t < m. Returns ~n on a Dirichlet side.
  KOKKOS_FORCEINLINE_FUNCTION int on_side(int macro, int side, int t) const {
    const int first = numbers(macro, 1 + 2 * side), along = numbers(macro, 2 + 2 * side) * (t - 1);
    return first < 0 ? first - along : first + along;
  }
};

/// The data of a space in Numbering::macro from which matrices without entries are made.
struct MacroElements {
  MacroPlaces places;
  std::vector<int> first_elements, element_order; ///< as MacroLattice has them

  MacroElements(const FemSpace& space, const MacroLattice& lattice)
      : places(space, lattice), first_elements(lattice.first_elements()),
        element_order(lattice.element_order()) {}
};

} // namespace isobar

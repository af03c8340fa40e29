#pragma once
#include <isobar/core/fem/fem_space.hpp>
#include <isobar/core/fem/macro_lattice.hpp>

namespace isobar {

/// Where the unknowns of a macro element stand among all, if their numbering is Numbering::macro: 13 numbers take the place of a table
/// of indices. On a device.
struct MacroPlaces {
  int macros, cells; ///< m of MacroLattice
  int inside_rows;   ///< unknowns inside macro elements: all in front of the others
  /// The first inside; first and step of each side; the corners. ~n for a Dirichlet unknown n, ~first for a side of them.
  Kokkos::View<int* [13], Kokkos::LayoutRight, MemorySpace> numbers;

  /// Throws std::invalid_argument if the space has another numbering.
  MacroPlaces(const FemSpace& space, const MacroLattice& lattice);

  /// The first unknown in row j inside, 0 < j < m. It stands at i = 1.
  KOKKOS_FORCEINLINE_FUNCTION int row(int macro, int j) const {
    return numbers(macro, 0) + (j - 1) * (cells - 1);
  }
  /// The unknown at (i, j), 0 to m, or -1 at Dirichlet unknowns, whose number is 0.
  KOKKOS_FORCEINLINE_FUNCTION int place(int macro, int i, int j) const {
    const bool inside_x = i > 0 && i<cells, inside_y = j> 0 && j < cells;
    if (inside_x && inside_y) return row(macro, j) + i - 1;
    if (inside_x) return j == 0 ? on_side(macro, 0, i) : on_side(macro, 2, cells - i);
    if (inside_y) return i == 0 ? on_side(macro, 3, cells - j) : on_side(macro, 1, j);
    const int corner = j == 0 ? (i == 0 ? 0 : 1) : (i == 0 ? 3 : 2);
    const int n = numbers(macro, 9 + corner);
    return n < 0 ? -1 : n;
  }
  /// u there, 0 at Dirichlet unknowns.
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T at(const T* u, int macro, int i, int j) const {
    const int n = place(macro, i, j);
    return n < 0 ? T(0) : u[n];
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION int on_side(int macro, int side, int t) const {
    const int first = numbers(macro, 1 + 2 * side);
    return first < 0 ? -1 : first + numbers(macro, 2 + 2 * side) * (t - 1);
  }
};

} // namespace isobar

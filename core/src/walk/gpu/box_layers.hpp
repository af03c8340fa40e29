#pragma once
#include "device/box_cells.hpp"
#include "walk/gpu/row_range.hpp"

namespace isobar {

/// The numbers of the layers that a team works on, in its scratch: all lanes of a warp want the same ones, and registers are few.
template <class A, int count> class BoxLayers {
public:
  static constexpr std::size_t bytes = std::size_t(count) * axis_numbers * sizeof(A) + sizeof(A);

  /// Layers from `first` on, which may lie beside those that exist. The team has to meet before they are read.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION BoxLayers(const Team& team, const BoxCells<A>& box, int first, int nz)
      : numbers_(static_cast<A*>(team.team_scratch(0).get_shmem_aligned(
            std::size_t(count) * axis_numbers * sizeof(A), sizeof(A)))) {
    for (int n = team.team_rank(); n < count * axis_numbers; n += team.team_size()) {
      const int k = first + n / axis_numbers;
      const bool exists = k >= -axis_halo && k < nz + axis_halo;
      numbers_[n] = exists ? box.z.at(AxisNumber(n % axis_numbers), k) : A(1);
    }
  }
  /// Of the n-th of them.
  KOKKOS_FORCEINLINE_FUNCTION BoxLayer<A> at(int n) const {
    using enum AxisNumber;
    const A* const layer = numbers_ + n * axis_numbers;
    return {layer[int(width)], layer[int(low)], layer[int(high)], layer[int(total)]};
  }
  KOKKOS_FORCEINLINE_FUNCTION A near(int n) const { return number(AxisNumber::near, n); }
  KOKKOS_FORCEINLINE_FUNCTION A far(int n) const { return number(AxisNumber::far, n); }

private:
  KOKKOS_FORCEINLINE_FUNCTION A number(AxisNumber number, int n) const {
    return numbers_[n * axis_numbers + int(number)];
  }
  A* numbers_;
};

/// Into how many segments `rows` are best cut, so that teams of all tiles and segments come out even on the multiprocessors, each
/// of which runs one at a time. A segment costs `extra` rows more than it has.
inline int even_segments(int tiles, int rows, int extra) {
  const int processors = multiprocessors();
  int best = 1;
  double least = 1e300;
  for (int segments = 1; segments <= std::max(1, rows / 4); ++segments) {
    const int rounds = divide_up(tiles * segments, processors);
    const double cost = double(rounds) * (divide_up(rows, segments) + extra);
    if (cost < 0.999 * least) {
      least = cost;
      best = segments;
    }
  }
  return best;
}

} // namespace isobar

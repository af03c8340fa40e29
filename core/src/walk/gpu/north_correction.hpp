#pragma once
#include "device/smooth_sources.hpp"
#include "walk/gpu/team_place.hpp"

/// The coarse correction of the rows that a march meets, for prolongation fused with smoothing.
namespace isobar {

/// Rows that need no correction: their numbers in memory are the field.
template <class Source, class Shape, bool in_pairs> struct NorthCorrection {
  static constexpr int held = 0;
  KOKKOS_FORCEINLINE_FUNCTION NorthCorrection(const Source&, const ThreadPlace<Shape>&, int, int) {}
  template <class S> KOKKOS_FORCEINLINE_FUNCTION void apply(S (&)[Shape::layers], int) {}
  template <class S> KOKKOS_FORCEINLINE_FUNCTION void apply_side(S&, int) const {}
};

/// The correction of a row, for each cell of a thread. Two fine rows lie between two coarse ones,
/// and a thread computes the northern row's correction together with the southern one's.
///
/// With `in_pairs`, it then reads both coarse rows. If a team is alone on its multiprocessor, each
/// wait for memory costs it more than the additional numbers. Without `in_pairs`, each fine row
/// reads one coarse row, and half as many numbers are on their way.
template <class Own, class SC, class Shape, bool in_pairs>
class NorthCorrection<CorrectedCells<Own, SC>, Shape, in_pairs> {
public:
  using Source = CorrectedCells<Own, SC>;
  static constexpr int sides = TileSide<Shape>::turns;
  static constexpr int held = sizeof(SC); ///< bytes of registers for each layer
  static constexpr bool fetches_ahead = in_pairs && sizeof(SC) == sizeof(double);
  /// In: `row`, the first row that apply() corrects.
  KOKKOS_FORCEINLINE_FUNCTION NorthCorrection(const Source& source, const ThreadPlace<Shape>& place,
                                              int nx, int row)
      : source_(source), place_(place), nx_(nx), own_(column(place.i, place.k0)),
        far_(farther(place.i)) {
    const SC *north = coarse_row(row), *south = north - source.coarse_strides.row;
    const bool odd = (row & 1) != 0;
    if (in_pairs && odd) return;
    ISOBAR_UNROLL
    for (int l = 0; l < Shape::layers; ++l) {
      const SC s = along_x(south, l);
      carried_[l] = odd ? s : weighted(along_x(north, l), s);
    }
    if (!odd) correct_sides(row);
  }
  /// Corrects `row`. The march calls it once for every row, northwards.
  template <class T> KOKKOS_FORCEINLINE_FUNCTION void apply(T (&north)[Shape::layers], int row) {
    const SC* coarse = coarse_row(row);
    if ((row & 1) != 0) {
      correct_sides(row);
      ISOBAR_UNROLL
      for (int l = 0; l < Shape::layers; ++l) {
        const SC n = along_x(coarse, l),
                 s = in_pairs ? along_x(coarse - source_.coarse_strides.row, l) : carried_[l];
        add(north[l], weighted(s, n));
        carried_[l] = weighted(n, s);
      }
    } else {
      for (int turn = 0; turn < sides; ++turn) side_[turn] = next_side_[turn];
      if constexpr (fetches_ahead) will_read_next(row);
      ISOBAR_UNROLL
      for (int l = 0; l < Shape::layers; ++l) {
        add(north[l], carried_[l]);
        if constexpr (!in_pairs) carried_[l] = along_x(coarse, l);
      }
    }
  }
  template <class T> KOKKOS_FORCEINLINE_FUNCTION void apply_side(T& u, int turn) const {
    add(u, side_[turn]);
  }

private:
  /// Adds the correction to u. If the sweep begins from u = 0, the correction is u.
  template <class T> KOKKOS_FORCEINLINE_FUNCTION static void add(T& u, const SC& correction) {
    if constexpr (Source::stored) u += correction;
    else u = correction;
  }
  /// The northern one of the two coarse rows that correct fine row j, at the own column.
  KOKKOS_FORCEINLINE_FUNCTION const SC* coarse_row(int j) const {
    return own_ + (j + 1) / 2 * source_.coarse_strides.row;
  }
  /// Coarse row 0 at the coarse column that contains fine column i.
  KOKKOS_FORCEINLINE_FUNCTION const SC* column(int i, int k) const {
    return source_.coarse.origin + source_.coarse_strides.cell((i + 2) / 2 - 1, k, 0).at;
  }
  /// The stride from the coarse column that contains fine column i to the coarse column on its
  /// other side.
  KOKKOS_FORCEINLINE_FUNCTION static int farther(int i) { return (i & 1) != 0 ? 1 : -1; }
  KOKKOS_FORCEINLINE_FUNCTION SC along_x(const SC* row, int l) const {
    const int up = source_.coarse_strides.up(l);
    return weighted((row + up)[0], (row + up)[far_]);
  }
  /// Fetches the coarse row after the next one into the second-level cache. The lanes of a chunk
  /// share its layers.
  KOKKOS_FORCEINLINE_FUNCTION void will_read_next(int row) const {
    for (int l = place_.lane; l < Shape::layers; l += Shape::lanes)
      will_read(column(place_.first, place_.k0 + l) + (row / 2 + 1) * source_.coarse_strides.row);
  }
  /// Computes the corrections beside the tile, for the southern fine row `row` and the next one.
  KOKKOS_FORCEINLINE_FUNCTION void correct_sides(int row) {
    for (int turn = 0; turn < sides; ++turn) {
      const TileSide<Shape> side(place_, turn, nx_);
      if (!side.valid) continue;
      const SC* north = column(side.i, side.k) + (row + 1) / 2 * source_.coarse_strides.row;
      const SC* south = north - source_.coarse_strides.row;
      const int far = farther(side.i);
      const SC s = weighted(south[0], south[far]), n = weighted(north[0], north[far]);
      side_[turn] = weighted(s, n);
      next_side_[turn] = weighted(n, s);
    }
  }

  const Source& source_;
  const ThreadPlace<Shape>& place_;
  int nx_;
  const SC* own_; ///< coarse row 0 on the lowest own layer
  int far_;
  SC carried_[Shape::layers] = {}; ///< the next row's correction, or a coarse row along x
  SC side_[sides] = {}, next_side_[sides] = {};
};

} // namespace isobar

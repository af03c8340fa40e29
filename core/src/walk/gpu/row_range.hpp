#pragma once
#include "launch/compiled_shapes.hpp"
#include "launch/launch.hpp"

#include <cstdint>

/// The code that the two marches along y share: cell_march.hpp and solve_march.hpp.
namespace isobar {

/// The chunk of a thread, for chunks of `Lanes` threads. All lanes of a warp have the same chunk
/// only if a chunk consists of whole warps.
template <int Lanes> KOKKOS_FORCEINLINE_FUNCTION int chunk_of_thread(int rank) {
  if constexpr (Lanes % lanes_in_step == 0) return same_in_warp(rank / Lanes);
  else return rank / Lanes;
}

/// Returns x of the thread whose rank in the team is `ranks` higher, within a warp (shuffled).
template <class Team, class T>
KOKKOS_FORCEINLINE_FUNCTION T from_thread_in_step([[maybe_unused]] const Team& team, T x,
                                                  int ranks) {
  if constexpr (requires { team.shuffled(x, ranks); }) return team.shuffled(x, ranks);
  else return shuffled(x, ranks);
}

KOKKOS_FORCEINLINE_FUNCTION constexpr int divide_up(int n, int by) { return (n + by - 1) / by; }

/// The rows of one team when `segments` teams share ny rows.
struct RowRange {
  int begin, end;
  KOKKOS_FORCEINLINE_FUNCTION RowRange(int segment, int segments, int ny)
      : begin(int(std::int64_t(segment) * ny / segments)),
        end(int(std::int64_t(segment + 1) * ny / segments)) {}
  KOKKOS_FORCEINLINE_FUNCTION void move(int rows) { begin += rows, end += rows; }
};

/// The rows of all patches; `segments` teams share the rows of each patch.
struct PatchSegments {
  PatchRows rows;
  int segments;

  int all() const { return rows.patches * segments; }
  KOKKOS_FORCEINLINE_FUNCTION int patch(int segment) const { return segment / segments; }
  KOKKOS_FORCEINLINE_FUNCTION RowRange range(int segment) const {
    RowRange range(segment % segments, segments, rows.rows);
    range.move(patch(segment) * rows.stride);
    return range;
  }
};

/// Returns the time of a march in rows. `all_at_once` teams run together, and each marches a segment
/// of a tile. A segment costs as much as `extra` rows more than it has.
inline double march_cost(int tiles, int rows, int segments, int extra, int all_at_once) {
  const int rounds = divide_up(tiles * segments, all_at_once);
  return double(rounds) * (divide_up(rows, segments) + extra);
}

/// Returns the number of segments of `rows` with the least cost. Segments have at least four rows.
inline int even_segments(int tiles, int rows, int extra, int all_at_once) {
  int best = 1;
  double least = 1e300;
  for (int segments = 1; segments <= std::max(1, rows / 4); ++segments) {
    const double cost = march_cost(tiles, rows, segments, extra, all_at_once);
    if (cost < 0.999 * least) {
      least = cost;
      best = segments;
    }
  }
  return best;
}

/// Returns the number of segments with which all teams run in one round. It is 1 if none does.
inline int segments_at_once(int tiles, int rows, int all_at_once) {
  return std::clamp(all_at_once / tiles, 1, rows);
}

/// Returns the number of segments that fill the multiprocessors best. One round is taken unless
/// several rounds of shorter segments cost clearly less: their teams fetch more rows twice
/// (docs/decisions/0052).
inline int best_segments(int tiles, int rows, int all_at_once) {
  constexpr int extra = 4;         // two rows beside the segment, and the start of a team
  constexpr double clearly = 0.95; // measured gains are about as large as predicted ones
  const auto cost = [&](int segments) {
    return march_cost(tiles, rows, segments, extra, all_at_once);
  };
  const int one_round = segments_at_once(tiles, rows, all_at_once);
  const int rounds = even_segments(tiles, rows, extra, all_at_once);
  return cost(rounds) < clearly * cost(one_round) ? rounds : one_round;
}

/// Returns the number of teams of each patch that march the same tile of columns, for
/// multiprocessors that run `teams` teams each.
inline int segments_of_rows(int tiles, const PatchRows& rows, int teams) {
  return best_segments(tiles * rows.patches, rows.rows, multiprocessors() * teams);
}

} // namespace isobar

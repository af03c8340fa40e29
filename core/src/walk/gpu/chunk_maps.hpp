#pragma once
#include "walk/gpu/team_place.hpp"

/// The maps that the chunks of a column exchange in a sweep.
namespace isobar {

/// The number that leaves one or several chunks of a column, as a function of the number x that
/// enters them: slope x + share.
template <class V> struct ChunkMap {
  using A = typename V::value_type;
  V slope{A(1)}, share{A(0)};
  KOKKOS_FORCEINLINE_FUNCTION V operator()(const V& x) const { return share + slope * x; }
  /// Returns the map that applies this one after another one.
  KOKKOS_FORCEINLINE_FUNCTION ChunkMap after(const ChunkMap& first) const {
    return {slope * first.slope, (*this)(first.share)};
  }
};

/// One sweep of a row: each thread gives the map of its chunk and receives the number that enters
/// the chunk. If a warp holds several chunks of a column, they combine their maps by exchanges in
/// step. Scratch then holds one map for each such group. So the chain from end to end of a column
/// is as short as that for 8 chunks.
template <class V, class Shape, bool upwards> class ChunkSweep {
  /// The number of chunks of a column in a warp. All chunks of the team have to lie in such groups.
  static constexpr int per_warp =
      lanes_that_exchange % Shape::lanes == 0 ? lanes_that_exchange / Shape::lanes : 1;
  static constexpr int in_step = Shape::chunks % per_warp == 0 ? per_warp : 1;
  static constexpr int groups = Shape::chunks / in_step, slots = groups * Shape::lanes;
  using Map = ChunkMap<V>;

public:
  static constexpr int size = 2 * slots; ///< the length of scratch, in numbers

  /// Each sweep of a row has scratch of its own, because a thread may be a row ahead of another
  /// one.
  KOKKOS_FORCEINLINE_FUNCTION ChunkSweep(V* scratch, const ThreadPlace<Shape>& place)
      : shares_(scratch), place_(place) {}

  /// Combines the own chunk's map with the earlier ones of its group, and writes to scratch what
  /// other groups need. The team has to meet before entering().
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void put(const Team& team, const V& slope, const V& share) {
    Map map{slope, share};
    if constexpr (in_step > 1) {
      ISOBAR_UNROLL
      for (int distance = 1; distance < in_step; distance *= 2)
        if (const Map earlier = from_earlier(team, map, distance); position() >= distance)
          map = map.after(earlier);
      before_ = from_earlier(team, map, 1);
      if (position() == 0) before_ = Map();
    }
    if (position() + 1 == in_step) {
      shares_[slot(group())] = map.share;
      shares_[slot(group()) + slots] = map.slope;
    }
  }
  /// Returns the number that enters the own chunk.
  KOKKOS_FORCEINLINE_FUNCTION V entering() const {
    V x(typename V::value_type(0));
    ISOBAR_UNROLL
    for (int n = 0; n + 1 < groups; ++n) {
      const int earlier = upwards ? n : groups - 1 - n;
      x = passed(x, earlier, upwards ? earlier < group() : earlier > group());
    }
    if constexpr (in_step > 1) return before_(x);
    else return x;
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION int group() const { return place_.chunk / in_step; }
  /// The position in its group at which the sweep meets the own chunk.
  KOKKOS_FORCEINLINE_FUNCTION int position() const {
    const int from_below = place_.chunk % in_step;
    return upwards ? from_below : in_step - 1 - from_below;
  }
  KOKKOS_FORCEINLINE_FUNCTION int slot(int group) const {
    return group * Shape::lanes + place_.lane;
  }
  /// Returns the map of the chunk that the sweep met `distance` chunks before.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Map from_earlier(const Team& team, const Map& map,
                                                      int distance) {
    const int ranks = (upwards ? -distance : distance) * Shape::lanes;
    return {V(from_thread_in_step(team, map.slope.get(0), ranks)),
            V(from_thread_in_step(team, map.share.get(0), ranks))};
  }
  /// Returns x after a group of chunks if the sweep `passes` this group before the own one.
  /// Otherwise it reads nothing and returns x.
  KOKKOS_FORCEINLINE_FUNCTION V passed(const V& x, int group, bool passes) const {
    Map map;
    if (passes) map = {shares_[slot(group) + slots], shares_[slot(group)]};
    return map(x);
  }

  V* shares_;
  const ThreadPlace<Shape>& place_;
  Map before_; ///< the map of those chunks of the own group that the sweep meets before the own chunk
};

} // namespace isobar

#pragma once
#include "box/uniform_box.hpp"
#include "launch/launch.hpp"
#include "walk/gpu/box_columns.hpp"

namespace isobar {

/// Into how many segments `rows` are best cut, so that teams of all tiles and segments come out even on the multiprocessors, each
/// of which runs `at_once`. A segment costs `extra` rows more than it has.
inline int even_segments(int tiles, int rows, int extra, int at_once) {
  int best = 1;
  double least = 1e300;
  for (int segments = 1; segments <= std::max(1, rows / 4); ++segments) {
    const int rounds = divide_up(tiles * segments, multiprocessors() * at_once);
    const double cost = double(rounds) * (divide_up(rows, segments) + extra);
    if (cost < 0.999 * least) {
      least = cost;
      best = segments;
    }
  }
  return best;
}

/// A GPU's walk for two smoothing steps in one pass (TwoStepKernel). A thread has some layers of one column and marches along y: it
/// does the first step in row r, on a layer more than its own on either side, then the second one in row r - 1. Of rows further south it
/// keeps what they give to the next one, as a sum. Neighbours in x are those of the warp, so that two columns on either side of a warp
/// are computed twice; no thread waits for another one. What the next row needs is asked for before this row is worked on.
template <class K> class TwoStepMarch {
public:
  using S = typename K::S;
  using A = typename K::A;
  using V = Pack<A, 1>;
  static constexpr Walk in_order_of = Walk::march;
  static constexpr bool threads_meet = true;
  static constexpr int lanes = 32, layers = 4; ///< of a team, and own ones of a thread
  /// Warps of a team and teams of a multiprocessor, by the registers that they need: the fastest measured on an H200.
  static constexpr bool wide = sizeof(A) > sizeof(float);
  static constexpr int warps = wide ? 4 : 2;
  static constexpr int at_once = !wide ? 8 : decltype(K::u)::corrected ? 2 : 3;
  static constexpr int beside = 2;                   ///< a step reads one cell on each side
  static constexpr int columns = lanes - 2 * beside; ///< that a warp stores
  static constexpr int first_layers = layers + 2, read_layers = layers + 4;
  using Policy = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<lanes * warps, at_once>>;
  using Member = typename Policy::member_type;

  explicit TwoStepMarch(const K& kernel)
      : kernel_(kernel), tiles_(divide_up(kernel.x.n, columns)),
        groups_(divide_up(kernel.z.n, warps * layers)),
        segments_(even_segments(tiles_ * groups_, kernel.y.n, 2 * beside, at_once)) {}

  int teams() const { return tiles_ * groups_ * segments_; }
  static constexpr int team_size() { return lanes * warps; }
  static constexpr std::size_t scratch_bytes() { return 0; }
  Policy policy() const { return Policy(teams(), team_size(), 1); }
  KOKKOS_FUNCTION void operator()(const Member& team) const { walk(team); }

  template <class Team> KOKKOS_FORCEINLINE_FUNCTION Sums walk(const Team& team) const {
    const int tile = team.league_rank() % tiles_, group = team.league_rank() / tiles_ % groups_;
    const RowRange range(team.league_rank() / tiles_ / groups_, segments_, kernel_.y.n);
    const int lane = team.team_rank() % lanes, warp = chunk_of_thread<lanes>(team.team_rank());
    march(team,
          Place{tile * columns + lane - beside, (group * warps + warp) * layers,
                lane >= beside && lane < beside + columns},
          range);
    return {};
  }

private:
  using Reader = BoxColumnReader<decltype(K::u), A, read_layers>;
  static constexpr bool zero = decltype(K::u)::zero;

  struct Place {
    int i, k0;  ///< column and lowest own layer
    bool owned; ///< the column is stored
  };
  /// While the first step is in row r: u in rows r to r + 2, f in r and r + 1, v, which is u after the first step, in r - 1 and r; and what
  /// the equation takes from f and the southern row, for the first step in row r and the second one in r - 1.
  struct State {
    A u[3][read_layers] = {}, f[2][first_layers] = {}, v[2][first_layers] = {};
    A first[first_layers] = {}, second[layers] = {};
  };

  /// Threads whose layers all lie inside the box have nothing to choose.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void march(const Team& team, const Place& place,
                                         const RowRange& range) const {
    if (place.k0 >= kernel_.z.n) return; // a whole warp
    const bool inner = place.k0 >= 2 && place.k0 + layers + 2 <= kernel_.z.n;
    if (inner) march_layers<true>(team, place, range);
    else march_layers<false>(team, place, range);
  }

  template <bool inner, class Team>
  KOKKOS_FORCEINLINE_FUNCTION void march_layers(const Team& team, const Place& place,
                                                const RowRange& range) const {
    const int i = column_inside(place.i);
    Reader reader(kernel_.u, i, kernel_.z, place.k0 - beside);
    const ThreadLayers<first_layers> f_layers(kernel_.strides.layer, kernel_.z, place.k0 - 1);
    const auto load_u = [&](int j, A(&x)[read_layers]) {
      if (kernel_.y.exists(j)) reader.load(row(j), x); // others have no weight
    };
    const auto complete_u = [&](int j, A(&x)[read_layers]) {
      if (kernel_.y.exists(j)) reader.complete(row(j), x);
    };
    const auto read_f = [&](int j, A(&x)[first_layers]) {
      if (kernel_.y.exists(j))
        f_layers.load(kernel_.f.origin + i + kernel_.y.inside(j) * kernel_.strides.row, x);
    };
    State s;
    ISOBAR_UNROLL
    for (int n = 0; n < 3; ++n) load_u(range.begin - 2 + n, s.u[n]);
    ISOBAR_UNROLL
    for (int n = 0; n < 3; ++n) complete_u(range.begin - 2 + n, s.u[n]);
    read_f(range.begin - 1, s.f[1]);
    move_on(s, row(range.begin - 1));
    for (int r = range.begin - 1; r <= range.end; ++r) {
      if (r < range.end) {
        load_u(r + 2, s.u[2]);
        read_f(r + 1, s.f[1]);
      }
      if (kernel_.y.exists(r)) first_step<inner>(team, place, i, row(r), s);
      if (r > range.begin) second_step<inner>(team, place, i, r - 1, s);
      ISOBAR_UNROLL
      for (int q = 0; q < layers; ++q)
        s.second[q] = s.f[0][q + 1] + kernel_.box.y.low(row(r)) * s.v[0][q + 1];
      if (r < range.end) complete_u(r + 2, s.u[2]);
      move_on(s, row(r + 1));
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION int column_inside(int i) const {
    const int n = kernel_.x.n;
    if (kernel_.x.around) return (i % n + n) % n;
    return i < 0 ? 0 : i < n ? i : n - 1;
  }
  KOKKOS_FORCEINLINE_FUNCTION int row(int r) const { return kernel_.y.inside(r); }

  template <bool inner> KOKKOS_FORCEINLINE_FUNCTION UniformLayer<A> layer(int k) const {
    const A c = kernel_.box.z.coupling;
    if constexpr (inner) return {c, c, c + c};
    else return kernel_.box.layer(k);
  }
  /// `south` and all that the other neighbours of layer q of a row add to it.
  template <class Team, int n>
  KOKKOS_FORCEINLINE_FUNCTION static V sum(const Team& team, const UniformColumn<V>& column,
                                           const UniformLayer<A>& layer, A south, const A (&row)[n],
                                           A north, int q) {
    const V beside = column.west * V(from_thread_in_step(team, row[q], -1)) +
                     column.east * V(from_thread_in_step(team, row[q], 1));
    const V stacked = layer.low * V(row[q - 1]) + layer.high * V(row[q + 1]);
    return (V(south) + column.north * V(north)) + (beside + stacked);
  }
  /// v in row j, or in the one for which it stands.
  template <bool inner, class Team>
  KOKKOS_FORCEINLINE_FUNCTION void first_step(const Team& team, const Place& place, int i, int j,
                                              State& s) const {
    const auto column = kernel_.box.template column<V>(i, j);
    ISOBAR_UNROLL
    for (int q = 0; q < first_layers; ++q) {
      const int k = place.k0 - 1 + q;
      const UniformLayer<A> own = layer<inner>(k);
      V all;
      if constexpr (zero) all = V(s.first[q]);
      else all = sum(team, column, own, s.first[q], s.u[0], s.u[1][q + 1], q + 1);
      s.v[1][q] = kernel_.after(0, column, own, V(s.u[0][q + 1]), all, i, k, j).get(0);
    }
  }
  /// The result in row j.
  template <bool inner, class Team>
  KOKKOS_FORCEINLINE_FUNCTION void second_step(const Team& team, const Place& place, int i, int j,
                                               State& s) const {
    const auto column = kernel_.box.template column<V>(i, j);
    const bool stores = place.owned && place.i < kernel_.x.n;
    S* const out = kernel_.out.origin + kernel_.strides.offset(i, place.k0, j);
    ISOBAR_UNROLL
    for (int q = 0; q < layers; ++q) {
      const int k = place.k0 + q;
      const UniformLayer<A> own = layer<inner>(k);
      const V all = sum(team, column, own, s.second[q], s.v[0], s.v[1][q + 1], q + 1);
      const V next = kernel_.after(1, column, own, V(s.v[0][q + 1]), all, i, k, j);
      if (stores && (inner || k < kernel_.z.n)) out[q * kernel_.strides.layer] = S(next.get(0));
    }
  }
  /// To the next row, which is row j.
  KOKKOS_FORCEINLINE_FUNCTION void move_on(State& s, int j) const {
    const A low = kernel_.box.y.low(j);
    ISOBAR_UNROLL
    for (int q = 0; q < first_layers; ++q) {
      s.first[q] = s.f[1][q] + (zero ? A(0) : low * s.u[0][q + 1]);
      s.f[0][q] = s.f[1][q];
      s.v[0][q] = s.v[1][q];
    }
    ISOBAR_UNROLL
    for (int q = 0; q < read_layers; ++q) {
      s.u[0][q] = s.u[1][q];
      s.u[1][q] = s.u[2][q];
    }
  }

  K kernel_;
  int tiles_, groups_, segments_;
};

} // namespace isobar

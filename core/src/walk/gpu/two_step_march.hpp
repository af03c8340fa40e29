#pragma once
#include "device/two_step_kernel.hpp"
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
/// does the first step in row r, on a layer more than its own on either side, then the second one in row r - 1. Neighbours in x are
/// those of the warp, so that two columns on either side of a warp are computed twice; no thread waits for another one.
/// What lies beyond the box are images, so that all cells are inner ones.
template <class K> class TwoStepMarch {
public:
  using S = typename K::S;
  using A = typename K::A;
  using V = Pack<A, 1>;
  static constexpr Walk in_order_of = Walk::march;
  static constexpr bool threads_meet = true;
#ifndef TS_WARPS
#define TS_WARPS 4
#define TS_BLOCKS 2
#define TS_LAYERS 4
#define TS_AHEAD 0
#endif
  static constexpr int lanes = 32, warps = TS_WARPS, layers = TS_LAYERS; ///< own layers of a thread
  static constexpr int at_once = TS_BLOCKS;
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
    const int i = tile * columns + lane - beside;
    const bool owned = lane >= beside && lane < beside + columns && i < kernel_.x.n;
    march(team,
          Place{kernel_.x.cell(i), (group * warps + warp) * layers, A(kernel_.x.sign_of(i)), owned},
          range);
    return {};
  }

private:
  using Reader = BoxColumnReader<decltype(K::u), A, read_layers>;
  static constexpr bool zero = decltype(K::u)::zero;

  struct Place {
    int i, k0;  ///< the column that is read, and the lowest own layer
    A sign;     ///< of its image
    bool owned; ///< the column is stored
  };
  /// u before the first step in three rows, after it in three, and f in two.
  struct State {
    A u[3][read_layers] = {}, v[3][first_layers] = {}, f[2][first_layers] = {};
  };

  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void march(const Team& team, const Place& place,
                                         const RowRange& range) const {
    if (place.k0 >= kernel_.z.n) return; // a whole warp
    const MirroredAxis& y = kernel_.y;
    Reader reader(kernel_.u, place.i, kernel_.z, place.k0 - beside);
    const ThreadLayers<first_layers> f_layers(kernel_.strides.layer, kernel_.z, place.k0 - 1);
    const S* const f = kernel_.f.origin + place.i;
    const auto read_f = [&](int j, A(&x)[first_layers]) {
      f_layers.load(f + y.cell(j) * kernel_.strides.row, place.sign * A(y.sign_of(j)), x);
    };
    const auto read_u = [&](int j, A(&x)[read_layers]) {
      reader.read(y.cell(j), place.sign * A(y.sign_of(j)), x);
    };
    State s;
    read_u(range.begin - 2, s.u[0]);
    read_u(range.begin - 1, s.u[1]);
    read_u(range.begin, s.u[2]);
    read_f(range.begin - 1, s.f[1]);
    A next_u[read_layers], next_f[first_layers];
    for (int r = range.begin - 1; r <= range.end; ++r) {
      read_u(r + 2, next_u); // beyond the range there are cells or images too
      read_f(r + 1, next_f);
      first_step(team, place, y.cell(r), s);
      if (r > range.begin) second_step(team, place, r - 1, s);
      move_on(s, next_u, next_f);
    }
  }

  /// u in a cell and around it; layers of the row are those of centre[q].
  template <class Team, int n, int m, int l>
  KOKKOS_FORCEINLINE_FUNCTION static Window<V>
  window(const Team& team, const A (&south)[n], const A (&centre)[m], const A (&north)[l], int q) {
    const A c = centre[q];
    return {V(c),
            V(from_thread_in_step(team, c, -1)),
            V(from_thread_in_step(team, c, 1)),
            V(south[q]),
            V(north[q]),
            V(centre[q - 1]),
            V(centre[q + 1])};
  }
  /// v in row r, which is row j or its image.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void first_step(const Team& team, const Place& place, int j,
                                              State& s) const {
    const Factors factors = factors_of<0>(place, j);
    ISOBAR_UNROLL
    for (int q = 0; q < first_layers; ++q) {
      const int k = kernel_.cells.colours ? layer_of(place.k0 - 1 + q) : 0;
      const StepFactors<V>& own = factors.of(kernel_, k);
      if constexpr (zero)
        s.v[2][q] = kernel_.after_from_zero(own, V(s.f[1][q]), place.i, k, j).get(0);
      else
        s.v[2][q] = kernel_
                        .template after<0>(own, window(team, s.u[0], s.u[1], s.u[2], q + 1),
                                           V(s.f[1][q]), place.i, k, j)
                        .get(0);
    }
  }
  /// Of a column's cells: the inner ones, and those on the ground and below the top.
  struct Factors {
    StepFactors<V> inner, ground, top;
    KOKKOS_FORCEINLINE_FUNCTION const StepFactors<V>& of(const K& kernel, int k) const {
      if (!kernel.cells.colours) return inner;
      return k == 0 ? ground : k == kernel.z.n - 1 ? top : inner;
    }
  };
  template <int n> KOKKOS_FORCEINLINE_FUNCTION Factors factors_of(const Place& place, int j) const {
    const auto at = [&](int k) { return kernel_.template factors<n, V>(place.i, k, j); };
    const int top = kernel_.z.n - 1;
    return {at(top > 1 ? 1 : 0), at(0), at(top)};
  }
  KOKKOS_FORCEINLINE_FUNCTION int layer_of(int k) const {
    return k < kernel_.z.n + 2 ? kernel_.z.cell(k) : 0;
  }
  /// The result in row j, from v in the rows around it.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void second_step(const Team& team, const Place& place, int j,
                                               State& s) const {
    S* const out = kernel_.out.origin + kernel_.strides.offset(place.i, place.k0, j);
    const Factors factors = factors_of<1>(place, j);
    ISOBAR_UNROLL
    for (int q = 1; q <= layers; ++q) {
      const int k = place.k0 - 1 + q;
      const A next =
          kernel_
              .template after<1>(factors.of(kernel_, k), window(team, s.v[0], s.v[1], s.v[2], q),
                                 V(s.f[0][q]), place.i, k, j)
              .get(0);
      if (place.owned && k < kernel_.z.n) out[(q - 1) * kernel_.strides.layer] = S(next);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION static void move_on(State& s, const A (&next_u)[read_layers],
                                                  const A (&next_f)[first_layers]) {
    ISOBAR_UNROLL
    for (int q = 0; q < read_layers; ++q) {
      s.u[0][q] = s.u[1][q];
      s.u[1][q] = s.u[2][q];
      s.u[2][q] = next_u[q];
    }
    ISOBAR_UNROLL
    for (int q = 0; q < first_layers; ++q) {
      s.v[0][q] = s.v[1][q];
      s.v[1][q] = s.v[2][q];
      s.f[0][q] = s.f[1][q];
      s.f[1][q] = next_f[q];
    }
  }

  K kernel_;
  int tiles_, groups_, segments_;
};

} // namespace isobar

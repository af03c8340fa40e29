#pragma once
#include "box/kernels/gpu/box_columns.hpp"
#include "box/uniform_box.hpp"
#include "launch/launch.hpp"

namespace isobar {

/// The work of a GPU's thread in a row, for two smoothing steps in one pass (TwoStepKernel) on boxes of equal cells. The thread
/// has some layers of one column, and does the first step on one more layer on either side. Its neighbours in x are threads of
/// the same warp. So two columns on either side of a warp are computed twice, and no thread waits. The couplings of rows
/// further south are kept as a sum.
template <class K> class TwoStepThread {
public:
  using S = typename K::S;
  using A = typename K::A;
  using V = Pack<A, 1>;
  static constexpr Walk in_order_of = Walk::march;
  static constexpr bool threads_meet = true;
  static constexpr int lanes = 32, layers = 4; ///< threads of a warp, own layers of a thread
  /// The warps of a team, and the teams of a multiprocessor, which limit the registers of a thread. These numbers are the
  /// fastest on an H200.
  static constexpr bool wide = sizeof(A) > sizeof(float);
  static constexpr int warps = wide ? 4 : 2;
  static constexpr int at_once = wide ? 3 : 8;
  static constexpr int beside = 2;                   ///< a step reads one cell on each side
  static constexpr int columns = lanes - 2 * beside; ///< stored columns of a warp
  static constexpr int first_layers = layers + 2, read_layers = layers + 4;
  using Policy = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<lanes * warps, at_once>>;
  using Member = typename Policy::member_type;

  static constexpr int team_size() { return lanes * warps; }
  static constexpr std::size_t scratch_bytes() { return 0; }

protected:
  using Reader = BoxColumnReader<decltype(K::u), A, read_layers>;
  using Layers = ThreadLayers<first_layers>; ///< of f and of v
  using Layer = typename K::Layer;
  static constexpr bool zero = decltype(K::u)::zero;

  explicit TwoStepThread(const K& kernel)
      : kernel_(kernel), tiles_(divide_up(kernel.x.n, columns)),
        groups_(divide_up(kernel.z.n, warps * layers)) {}

  struct Place {
    int i, k0;  ///< column and lowest own layer
    bool owned; ///< whether the column is stored
  };
  /// The numbers that a thread holds while the first step is in row r. They are u in rows r to r + 2, and f in rows r and r +
  /// 1. In rows r - 1 and r they are v, which is u after the first step. `first` and `second` are sums of f and the southern
  /// row's couplings. They serve the first step in row r and the second one in r - 1.
  struct State {
    A u[3][read_layers] = {}, f[2][first_layers] = {}, v[2][first_layers] = {};
    A first[first_layers] = {}, second[layers] = {};
  };

  /// Returns this thread's place in its team's tile of columns and group of layers.
  template <class Team> KOKKOS_FORCEINLINE_FUNCTION Place place(const Team& team) const {
    const int tile = team.league_rank() % tiles_, group = team.league_rank() / tiles_ % groups_;
    const int lane = team.team_rank() % lanes, warp = chunk_of_thread<lanes>(team.team_rank());
    return {tile * columns + lane - beside, (group * warps + warp) * layers,
            lane >= beside && lane < beside + columns};
  }
  template <class Team> KOKKOS_FORCEINLINE_FUNCTION int segment(const Team& team) const {
    return team.league_rank() / tiles_ / groups_;
  }
  /// Returns whether all layers that a thread reads exist, so that none is replaced.
  KOKKOS_FORCEINLINE_FUNCTION bool is_inner(const Place& place) const {
    return place.k0 >= 2 && place.k0 + layers + 2 <= kernel_.z.n;
  }

  KOKKOS_FORCEINLINE_FUNCTION Layers layers_of(const Place& place) const {
    return Layers(kernel_.strides.layer, kernel_.z, place.k0 - 1);
  }
  KOKKOS_FORCEINLINE_FUNCTION int column_inside(int i) const {
    const int n = kernel_.x.n;
    if (kernel_.x.around) return (i % n + n) % n;
    return i < 0 ? 0 : i < n ? i : n - 1;
  }
  KOKKOS_FORCEINLINE_FUNCTION int row(int r) const { return kernel_.y.inside(r); }

  template <bool inner> KOKKOS_FORCEINLINE_FUNCTION Layer layer(const Layers& own, int q) const {
    if constexpr (inner) return kernel_.box.inner_layer();
    else return kernel_.box.layer(own.k0 + q);
  }
  /// Returns `south` plus the couplings times the other neighbours of layer q of a row.
  template <class Team, int n>
  KOKKOS_FORCEINLINE_FUNCTION static V sum(const Team& team, const BoxCouplings<V>& c, A south,
                                           const A (&row)[n], A north, int q) {
    const V beside = c.west * V(from_thread_in_step(team, row[q], -1)) +
                     c.east * V(from_thread_in_step(team, row[q], 1));
    const V stacked = c.below * V(row[q - 1]) + c.above * V(row[q + 1]);
    return (V(south) + c.north * V(north)) + (beside + stacked);
  }
  /// Computes v in row j, or in a row beyond an end that row j replaces.
  template <bool inner, class Team>
  KOKKOS_FORCEINLINE_FUNCTION void first_step(const Team& team, const Layers& k, int i, int j,
                                              State& s) const {
    const auto column = kernel_.box.template column<V>(i, j);
    ISOBAR_UNROLL
    for (int q = 0; q < first_layers; ++q) {
      const Layer own = layer<inner>(k, q);
      V all;
      if constexpr (zero) all = V(s.first[q]);
      else
        all =
            sum(team, kernel_.box.couplings(column, own), s.first[q], s.u[0], s.u[1][q + 1], q + 1);
      s.v[1][q] = kernel_.after(0, column, own, V(s.u[0][q + 1]), all, i, k.k0 + q, j).get(0);
    }
  }
  /// Does the second step in row j and stores it.
  template <bool inner, class Team>
  KOKKOS_FORCEINLINE_FUNCTION void second_step(const Team& team, const Place& place,
                                               const Layers& k, int i, int j, State& s) const {
    const auto column = kernel_.box.template column<V>(i, j);
    A result[layers];
    ISOBAR_UNROLL
    for (int q = 0; q < layers; ++q) {
      const Layer own = layer<inner>(k, q + 1);
      const V all =
          sum(team, kernel_.box.couplings(column, own), s.second[q], s.v[0], s.v[1][q + 1], q + 1);
      result[q] = kernel_.after(1, column, own, V(s.v[0][q + 1]), all, i, k.k0 + q + 1, j).get(0);
    }
    store<inner>(place, i, j, result);
  }
  /// Stores the own layers of row j.
  template <bool inner>
  KOKKOS_FORCEINLINE_FUNCTION void store(const Place& place, int i, int j,
                                         const A (&x)[layers]) const {
    const bool stores = place.owned && place.i < kernel_.x.n;
    S* const out = kernel_.out.origin + kernel_.strides.offset(i, place.k0, j);
    ISOBAR_UNROLL
    for (int q = 0; q < layers; ++q)
      if (stores && (inner || place.k0 + q < kernel_.z.n)) out[q * kernel_.strides.layer] = S(x[q]);
  }
  /// Returns the sum of f and the southern row's couplings for layer q of row j.
  KOKKOS_FORCEINLINE_FUNCTION A with_south(const Layers& k, int q, int i, int j, A f,
                                           A south) const {
    return f + kernel_.box.southern(i, k.near(q), j) * south;
  }
  /// Moves on to the next row, which is row j.
  KOKKOS_FORCEINLINE_FUNCTION void move_on(const Layers& k, int i, int j, State& s) const {
    ISOBAR_UNROLL
    for (int q = 0; q < first_layers; ++q) {
      s.first[q] = zero ? s.f[1][q] : with_south(k, q, i, j, s.f[1][q], s.u[0][q + 1]);
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
  int tiles_, groups_;
};

} // namespace isobar

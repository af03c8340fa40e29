#pragma once
#include "walk/box_two_steps.hpp"
#include "walk/gpu/box_columns.hpp"

namespace isobar {

/// A GPU's walk for two smoothing steps in one pass (TwoStepKernel). A thread has some layers of one column and marches along y: it
/// does the first step in row r, on two layers more than its own, then the second one in row r - 1. Neighbours in x are those of
/// the warp, so that two columns on either side of a warp are computed twice; no thread waits for another one. What the
/// next row needs is asked for before this row is worked on.
template <class K> class TwoStepMarch {
public:
  using S = typename K::S;
  using A = typename K::A;
  using V = Pack<A, 1>;
  static constexpr Walk in_order_of = Walk::march;
  static constexpr bool threads_meet = true;
  static constexpr int lanes = 32, warps = 8, layers = 4; ///< own layers of a thread
  static constexpr int beside = 2;                        ///< a step reads one cell on each side
  static constexpr int columns = lanes - 2 * beside;      ///< that a warp stores
  static constexpr int first_layers = layers + 2, read_layers = layers + 4;
  using Policy = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<lanes * warps, 1>>;
  using Member = typename Policy::member_type;

  explicit TwoStepMarch(const K& kernel)
      : kernel_(kernel), tiles_(divide_up(kernel.x.n, columns)),
        groups_(divide_up(kernel.z.n, warps * layers)),
        segments_(even_segments(tiles_ * groups_, kernel.y.n, 2 * beside)) {}

  int teams() const { return tiles_ * groups_ * segments_; }
  static constexpr int team_size() { return lanes * warps; }
  static constexpr std::size_t scratch_bytes() { return Layers::bytes; }
  Policy policy() const {
    Policy p(teams(), team_size(), 1);
    return p.set_scratch_size(0, Kokkos::PerTeam(int(scratch_bytes())));
  }
  KOKKOS_FUNCTION void operator()(const Member& team) const { walk(team); }

  template <class Team> KOKKOS_FORCEINLINE_FUNCTION Sums walk(const Team& team) const {
    const int tile = team.league_rank() % tiles_, group = team.league_rank() / tiles_ % groups_;
    const RowRange range(team.league_rank() / tiles_ / groups_, segments_, kernel_.y.n);
    const int lane = team.team_rank() % lanes, warp = chunk_of_thread<lanes>(team.team_rank());
    const Layers team_layers(team, kernel_.box, group * warps * layers - beside, kernel_.z.n);
    team.team_barrier();
    march(team, team_layers,
          {tile * columns + lane - beside, (group * warps + warp) * layers, warp * layers,
           lane >= beside && lane < beside + columns},
          range);
    return {};
  }

private:
  using Layers = BoxLayers<A, warps * layers + 2 * beside>;
  using Reader = BoxColumnReader<decltype(K::u), A, read_layers>;
  static constexpr bool zero = decltype(K::u)::zero, corrected = decltype(K::u)::corrected;

  struct Place {
    int i, k0;  ///< column and lowest own layer
    int first;  ///< place of the lowest layer that is read among the team's layers
    bool owned; ///< the column is stored
  };
  /// u before the first step in three rows, after it in three, and f in two.
  struct State {
    A u[3][read_layers] = {}, v[3][first_layers] = {}, f[2][first_layers] = {};
    A next_u[read_layers] = {}, next_f[first_layers] = {};
  };

  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void march(const Team& team, const Layers& team_layers,
                                         const Place& place, const RowRange& range) const {
    const int i = column_inside(place.i);
    Reader reader(kernel_.u, team_layers, i, kernel_.z, place.k0 - beside);
    const ThreadLayers<first_layers> f_layers(kernel_.strides.layer, kernel_.z, place.k0 - 1);
    const auto read_u = [&](int j, A(&x)[read_layers]) {
      if (!kernel_.y.exists(j)) return; // without weight
      if constexpr (corrected) reader.read(kernel_.y.inside(j), team_layers, place.first, x);
      else reader.read(kernel_.y.inside(j), x);
    };
    const auto read_f = [&](int j, A(&x)[first_layers]) {
      if (kernel_.y.exists(j))
        f_layers.load(kernel_.f.origin + i + kernel_.y.inside(j) * kernel_.strides.row, x);
    };
    State s;
    read_u(range.begin - 2, s.u[0]);
    read_u(range.begin - 1, s.u[1]);
    read_u(range.begin, s.u[2]);
    read_f(range.begin - 1, s.f[1]);
    for (int r = range.begin - 1; r <= range.end; ++r) {
      if (r < range.end) {
        read_u(r + 2, s.next_u);
        read_f(r + 1, s.next_f);
      }
      if (kernel_.y.exists(r)) first_step(team, team_layers, place, i, r, s);
      if (r > range.begin) second_step(team, team_layers, place, i, r - 1, s);
      move_on(s);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION int column_inside(int i) const {
    const int n = kernel_.x.n;
    if (kernel_.x.around) return (i % n + n) % n;
    return i < 0 ? 0 : i < n ? i : n - 1;
  }

  /// v in row r, from u in the rows around it.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void first_step(const Team& team, const Layers& team_layers,
                                              const Place& place, int i, int r, State& s) const {
    const int j = kernel_.y.inside(r);
    const auto column = BoxColumn<V>::at(kernel_.box, i, j);
    ISOBAR_UNROLL
    for (int q = 0; q < first_layers; ++q) {
      const int k = place.k0 - 1 + q;
      const BoxLayer<A> layer = team_layers.at(place.first + 1 + q);
      if constexpr (zero) {
        s.v[2][q] = kernel_.after_first_from_zero(column, layer, V(s.f[1][q]), i, k, j).get(0);
      } else {
        const A centre = s.u[1][q + 1];
        const Window<V> u{V(centre),
                          V(from_thread_in_step(team, centre, -1)),
                          V(from_thread_in_step(team, centre, 1)),
                          V(s.u[0][q + 1]),
                          V(s.u[2][q + 1]),
                          V(s.u[1][q]),
                          V(s.u[1][q + 2])};
        s.v[2][q] = kernel_.after(0, column, layer, u, V(s.f[1][q]), i, k, j).get(0);
      }
    }
  }
  /// The result in row j, from v in the rows around it.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void second_step(const Team& team, const Layers& team_layers,
                                               const Place& place, int i, int j, State& s) const {
    const auto column = BoxColumn<V>::at(kernel_.box, i, j);
    S* const out = kernel_.out.origin + kernel_.strides.offset(i, place.k0, j);
    ISOBAR_UNROLL
    for (int q = 1; q <= layers; ++q) {
      const int k = place.k0 - 1 + q;
      const A centre = s.v[1][q];
      const Window<V> v{V(centre),
                        V(from_thread_in_step(team, centre, -1)),
                        V(from_thread_in_step(team, centre, 1)),
                        V(s.v[0][q]),
                        V(s.v[2][q]),
                        V(s.v[1][q - 1]),
                        V(s.v[1][q + 1])};
      const A next =
          kernel_.after(1, column, team_layers.at(place.first + 1 + q), v, V(s.f[0][q]), i, k, j)
              .get(0);
      if (place.owned && place.i < kernel_.x.n && k < kernel_.z.n)
        out[(q - 1) * kernel_.strides.layer] = S(next);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION static void move_on(State& s) {
    ISOBAR_UNROLL
    for (int q = 0; q < read_layers; ++q) {
      s.u[0][q] = s.u[1][q];
      s.u[1][q] = s.u[2][q];
      s.u[2][q] = s.next_u[q];
    }
    ISOBAR_UNROLL
    for (int q = 0; q < first_layers; ++q) {
      s.v[0][q] = s.v[1][q];
      s.v[1][q] = s.v[2][q];
      s.f[0][q] = s.f[1][q];
      s.f[1][q] = s.next_f[q];
    }
  }

  K kernel_;
  int tiles_, groups_, segments_;
};

/// Runs both steps on a whole box. Returns before a device has finished.
template <class K> void for_two_steps(const std::string& label, const K& kernel) {
  if constexpr (K::precision::walk == Walk::march) launch(label, TwoStepMarch<K>(kernel));
  else Kokkos::parallel_for(label, TwoStepRows<K>(kernel).policy(), TwoStepRows<K>(kernel));
}

} // namespace isobar

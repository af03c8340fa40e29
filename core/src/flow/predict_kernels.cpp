#include "base/precision_list.hpp"
#include "flow/flow_cells.hpp"
#include "walk/cell_walk.hpp"
#include <isobar/core/flow/flow_kernels.hpp>

namespace isobar {
namespace {

/// A GPU's thread holds one layer: some forty numbers of four fields are in its registers.
template <class P, bool with_temperature> struct Predict : FlowKernel<P> {
  using typename FlowKernel<P>::S;
  using typename FlowKernel<P>::A;
  using typename FlowKernel<P>::pack;
  static constexpr CellLaunch launch{.teams = 2, .layers = 1};
  static constexpr int fields = with_temperature ? flow_fields : flow_fields - 1;
  static constexpr int u = int(FlowField::u), v = int(FlowField::v), w = int(FlowField::w),
                       t = int(FlowField::temperature);
  using Numbers = Cells<S, P::layout>;

  struct Outside {
    Mirror<A> below, above;
  };
  Numbers now[flow_fields], rates[flow_fields], next[flow_fields];
  Outside outside[flow_fields];
  A weight_now, weight_last, viscosity, diffusivity, buoyancy;

  struct Column {
    AxisCell<pack> x;
    AxisCell<A> y;
  };
  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    return {this->grid.x.template at<pack>(i), this->grid.y.template at<A>(j)};
  }

  struct Inputs {
    Window<pack> field[fields];
    pack last[fields];
    /// Velocities diagonally beside the cell, by what they are needed for.
    pack u_south_east, u_below_east, v_north_west, v_below_north, w_above_west, w_above_south;
  };
  KOKKOS_FORCEINLINE_FUNCTION Window<pack> window(int f, const Cell& c) const {
    const auto row = this->row(now[f], c);
    const pack below = row.template value<pack>(this->grid.below(c.k)),
               above = row.template value<pack>(this->grid.above(c.k));
    return {row.template value<pack>(0),
            row.template value<pack>(0, -1),
            row.template value<pack>(0, 1),
            row.template value<pack>(0, 0, -1),
            row.template value<pack>(0, 0, 1),
            c.k > 0 ? below : reflected(outside[f].below, below),
            c.k + 1 < this->grid.nz ? above : reflected(outside[f].above, above)};
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    Inputs in;
    ISOBAR_UNROLL
    for (int f = 0; f < fields; ++f) {
      in.field[f] = window(f, c);
      in.last[f] = load<pack>(rates[f].at(c));
    }
    const int below = this->grid.below(c.k), above = this->grid.above(c.k);
    const auto u_row = this->row(now[u], c), v_row = this->row(now[v], c), w_row = this->row(now[w], c);
    in.u_south_east = u_row.template value<pack>(0, 1, -1);
    in.u_below_east = u_row.template value<pack>(below, 1);
    in.v_north_west = v_row.template value<pack>(0, -1, 1);
    in.v_below_north = v_row.template value<pack>(below, 0, 1);
    in.w_above_west = w_row.template value<pack>(above, -1);
    in.w_above_south = w_row.template value<pack>(above, 0, -1);
    if (c.k + 1 >= this->grid.nz) {
      in.w_above_west = reflected(outside[w].above, in.w_above_west);
      in.w_above_south = reflected(outside[w].above, in.w_above_south);
    }
    return in;
  }

  KOKKOS_FORCEINLINE_FUNCTION pack rate_of_u(const Column& c, const AxisCell<A>& z,
                                             const Inputs& in) const {
    const Window<pack>&q = in.field[u], &v_at = in.field[v], &w_at = in.field[w];
    return c.x.open *
           (transported(around_face(c.x), viscosity, q.west, q.centre, q.east,
                        mean(q.west, q.centre), mean(q.centre, q.east)) +
            transported(around_centre(c.y), viscosity, q.south, q.centre, q.north,
                        across(c.x, v_at.west, v_at.centre),
                        across(c.x, in.v_north_west, v_at.north)) +
            transported(around_centre(z), viscosity, q.below, q.centre, q.above,
                        across(c.x, w_at.west, w_at.centre),
                        across(c.x, in.w_above_west, w_at.above)));
  }
  KOKKOS_FORCEINLINE_FUNCTION pack rate_of_v(const Column& c, const AxisCell<A>& z,
                                             const Inputs& in) const {
    const Window<pack>&q = in.field[v], &u_at = in.field[u], &w_at = in.field[w];
    return c.y.open *
           (transported(around_centre(c.x), viscosity, q.west, q.centre, q.east,
                        across(c.y, u_at.south, u_at.centre),
                        across(c.y, in.u_south_east, u_at.east)) +
            transported(around_face(c.y), viscosity, q.south, q.centre, q.north,
                        mean(q.south, q.centre), mean(q.centre, q.north)) +
            transported(around_centre(z), viscosity, q.below, q.centre, q.above,
                        across(c.y, w_at.south, w_at.centre),
                        across(c.y, in.w_above_south, w_at.above)));
  }
  KOKKOS_FORCEINLINE_FUNCTION pack rate_of_w(const Column& c, const AxisCell<A>& z,
                                             const Inputs& in) const {
    const Window<pack>&q = in.field[w], &u_at = in.field[u], &v_at = in.field[v];
    pack rate = transported(around_centre(c.x), viscosity, q.west, q.centre, q.east,
                            across(z, u_at.below, u_at.centre),
                            across(z, in.u_below_east, u_at.east)) +
                transported(around_centre(c.y), viscosity, q.south, q.centre, q.north,
                            across(z, v_at.below, v_at.centre),
                            across(z, in.v_below_north, v_at.north)) +
                transported(around_face(z), viscosity, q.below, q.centre, q.above,
                            mean(q.below, q.centre), mean(q.centre, q.above));
    if constexpr (with_temperature)
      rate = rate + buoyancy * mean(in.field[t].below, in.field[t].centre);
    return z.open * rate;
  }
  KOKKOS_FORCEINLINE_FUNCTION pack rate_of_temperature(const Column& c, const AxisCell<A>& z,
                                                       const Inputs& in) const {
    const Window<pack>& q = in.field[t];
    return transported(around_centre(c.x), diffusivity, q.west, q.centre, q.east,
                       in.field[u].centre, in.field[u].east) +
           transported(around_centre(c.y), diffusivity, q.south, q.centre, q.north,
                       in.field[v].centre, in.field[v].north) +
           transported(around_centre(z), diffusivity, q.below, q.centre, q.above,
                       in.field[w].centre, in.field[w].above);
  }

  KOKKOS_FORCEINLINE_FUNCTION void advance(int f, const Cell& c, const Inputs& in, const pack& rate,
                                           int active) const {
    store(next[f].at(c), in.field[f].centre + (weight_now * rate + weight_last * in.last[f]), active);
    store(rates[f].at(c), rate, active);
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>&) const {
    const AxisCell<A> z = this->grid.z.template at<A>(c.k);
    advance(u, c, in, rate_of_u(column, z, in), active);
    advance(v, c, in, rate_of_v(column, z, in), active);
    advance(w, c, in, rate_of_w(column, z, in), active);
    if constexpr (with_temperature) advance(t, c, in, rate_of_temperature(column, z, in), active);
  }
};

template <class P, bool with_temperature>
void launch_predict(const FlowGridOf<P>& grid, const StageWeights& weights,
                    const FlowFields<P>& now, const FlowFields<P>& rates,
                    const FlowFields<P>& next) {
  using A = typename P::arithmetic;
  using Kernel_ = Predict<P, with_temperature>;
  const auto cells = [](const FlowFields<P>& f, std::size_t n) { return Cells(f[n]); };
  const auto outside = [&](std::size_t n) -> typename Kernel_::Outside {
    return {grid.mirrors()[4][n], grid.mirrors()[5][n]};
  };
  const FlowSpec& spec = grid.spec();
  const Kernel_ kernel{{FieldStrides(now[0]), FlowCells(grid)},
                       {cells(now, 0), cells(now, 1), cells(now, 2), cells(now, 3)},
                       {cells(rates, 0), cells(rates, 1), cells(rates, 2), cells(rates, 3)},
                       {cells(next, 0), cells(next, 1), cells(next, 2), cells(next, 3)},
                       {outside(0), outside(1), outside(2), outside(3)},
                       A(weights.now),
                       A(weights.last),
                       A(spec.viscosity),
                       A(spec.diffusivity),
                       A(spec.buoyancy)};
  for_cells(grid.label(with_temperature ? Kernel::flow_predict : Kernel::flow_predict_velocity),
            kernel, FlowRange(grid));
}

} // namespace

template <class P>
void FlowKernels<P>::predict(const Grid& grid, const StageWeights& weights, const Fields& now,
                             const Fields& rates, const Fields& next) {
  if (grid.spec().has_temperature) launch_predict<P, true>(grid, weights, now, rates, next);
  else launch_predict<P, false>(grid, weights, now, rates, next);
}

ISOBAR_INSTANTIATE(struct FlowKernels)

} // namespace isobar

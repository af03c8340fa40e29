#pragma once
#include "device/stencil.hpp"
#include "flow/transport.hpp"

#include <isobar/core/flow/flow_spec.hpp>

namespace isobar {

/// The rates of change of a flow's fields in a cell by convection, diffusion, forces and heat, from the numbers around it.
/// `extended`: with body forces, gravity in any direction and a heat source.
template <class P, bool with_temperature, bool extended> struct FlowRates {
  using A = typename P::arithmetic;
  using pack = PackOf<P>;
  static constexpr int fields = with_temperature ? flow_fields : flow_fields - 1;
  static constexpr int u = int(FlowField::u), v = int(FlowField::v), w = int(FlowField::w);
  [[maybe_unused]] static constexpr int t = int(FlowField::temperature);

  A viscosity, diffusivity, buoyancy;
  /// Body force and buoyancy by axis, and the heat source.
  struct Driving {
    A force[3], lift[3], heat_source;
    explicit Driving(const FlowSpec& s) : heat_source(A(s.heat_source)) {
      for (std::size_t d = 0; d < 3; ++d)
        force[d] = A(s.force[d]), lift[d] = A(s.buoyancy * s.up[d]);
    }
  };
  Driving driving;

  explicit FlowRates(const FlowSpec& s)
      : viscosity(s.viscosity), diffusivity(s.diffusivity), buoyancy(s.buoyancy), driving(s) {}

  struct Column {
    AxisCell<pack> x;
    AxisCell<A> y;
  };
  /// The fields around a cell, the rates of the stage before, and six velocities.
  struct Inputs {
    Window<pack> field[fields];
    pack last[fields];
    /// The velocities diagonally beside the cell.
    pack u_south_east, u_below_east, v_north_west, v_below_north, w_above_west, w_above_south;
  };

  KOKKOS_FORCEINLINE_FUNCTION pack of_u(const Column& c, const AxisCell<A>& layer,
                                        const Inputs& in) const {
    const Window<pack>&q = in.field[u], &v_at = in.field[v], &w_at = in.field[w];
    pack rate =
        transported(around_face(c.x), viscosity, q.west, q.centre, q.east, mean(q.west, q.centre),
                    mean(q.centre, q.east)) +
        transported(around_centre(c.y), viscosity, q.south, q.centre, q.north,
                    across(c.x, v_at.west, v_at.centre), across(c.x, in.v_north_west, v_at.north)) +
        transported(around_centre(layer), viscosity, q.below, q.centre, q.above,
                    across(c.x, w_at.west, w_at.centre), across(c.x, in.w_above_west, w_at.above));
    if constexpr (extended) rate = accelerated(u, rate, in);
    return c.x.open * rate;
  }
  KOKKOS_FORCEINLINE_FUNCTION pack of_v(const Column& c, const AxisCell<A>& layer,
                                        const Inputs& in) const {
    const Window<pack>&q = in.field[v], &u_at = in.field[u], &w_at = in.field[w];
    pack rate =
        transported(around_centre(c.x), viscosity, q.west, q.centre, q.east,
                    across(c.y, u_at.south, u_at.centre), across(c.y, in.u_south_east, u_at.east)) +
        transported(around_face(c.y), viscosity, q.south, q.centre, q.north,
                    mean(q.south, q.centre), mean(q.centre, q.north)) +
        transported(around_centre(layer), viscosity, q.below, q.centre, q.above,
                    across(c.y, w_at.south, w_at.centre),
                    across(c.y, in.w_above_south, w_at.above));
    if constexpr (extended) rate = accelerated(v, rate, in);
    return c.y.open * rate;
  }
  KOKKOS_FORCEINLINE_FUNCTION pack of_w(const Column& c, const AxisCell<A>& layer,
                                        const Inputs& in) const {
    const Window<pack>&q = in.field[w], &u_at = in.field[u], &v_at = in.field[v];
    pack rate = transported(around_centre(c.x), viscosity, q.west, q.centre, q.east,
                            across(layer, u_at.below, u_at.centre),
                            across(layer, in.u_below_east, u_at.east)) +
                transported(around_centre(c.y), viscosity, q.south, q.centre, q.north,
                            across(layer, v_at.below, v_at.centre),
                            across(layer, in.v_below_north, v_at.north)) +
                transported(around_face(layer), viscosity, q.below, q.centre, q.above,
                            mean(q.below, q.centre), mean(q.centre, q.above));
    if constexpr (extended) rate = accelerated(w, rate, in);
    else if constexpr (with_temperature)
      rate = rate + buoyancy * mean(in.field[t].below, in.field[t].centre);
    return layer.open * rate;
  }
  KOKKOS_FORCEINLINE_FUNCTION pack of_temperature(const Column& c, const AxisCell<A>& layer,
                                                  const Inputs& in) const {
    const Window<pack>& q = in.field[t];
    return heated(transported(around_centre(c.x), diffusivity, q.west, q.centre, q.east,
                              in.field[u].centre, in.field[u].east) +
                  transported(around_centre(c.y), diffusivity, q.south, q.centre, q.north,
                              in.field[v].centre, in.field[v].north) +
                  transported(around_centre(layer), diffusivity, q.below, q.centre, q.above,
                              in.field[w].centre, in.field[w].above));
  }

private:
  /// The rate of a velocity on a low face, plus force and buoyancy along its axis.
  KOKKOS_FORCEINLINE_FUNCTION pack accelerated(int axis, const pack& rate, const Inputs& in) const {
    const pack forced = rate + pack(driving.force[axis]);
    if constexpr (with_temperature) {
      const Window<pack>& q = in.field[t];
      return forced + driving.lift[axis] * mean(axis == u   ? q.west
                                                : axis == v ? q.south
                                                            : q.below,
                                                q.centre);
    }
    return forced;
  }

  /// Adds the heat source, in obstacles too, as no heat passes their surfaces.
  KOKKOS_FORCEINLINE_FUNCTION pack heated(const pack& rate) const {
    if constexpr (extended) return rate + pack(driving.heat_source);
    else return rate;
  }
};

} // namespace isobar

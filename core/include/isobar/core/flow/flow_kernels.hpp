#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/flow/flow_grid.hpp>

#include <array>

namespace isobar {

/// The fields of a flow, in the order of FlowField. The temperature's field is empty if the flow
/// has no temperature.
template <class P> using FlowFields = std::array<FieldOf<P>, flow_fields>;

/// The weights of the rates of change in a stage of a time step. The stage adds now * rates + last
/// * rates of the stage before to the fields.
struct StageWeights {
  double now, last;
  /// The time by which the stage advances. Its pressure acts for this time.
  double length() const { return now + last; }
};

/// The kernels of a time step. All fields have the grid's shape plus halo. A function that returns
/// a number waits for the device, and returns this rank's share; the others return before the
/// device has finished.
template <class P> struct FlowPredictor {
  using Grid = FlowGridOf<P>;
  using Fields = FlowFields<P>;

  /// Computes the rates of change of all fields by convection, diffusion and buoyancy, and next =
  /// now + weighted rates. `now` needs a valid halo of 1, corners of u and v included. The rates
  /// replace the last ones and are 0 for velocities on walls. Writes owned cells. 16 references, 12
  /// without temperature.
  static void predict(const Grid& grid, const StageWeights& weights, const Fields& now,
                      const Fields& rates, const Fields& next);
};

/// Numbers of the projected velocity, each this rank's share.
struct FlowMotion {
  double
      largest_rate; ///< largest sum over the axes of |velocity| / width of its control volume; NaN if a velocity is
  double energy; ///< kinetic: half the sum of squares times control volumes
};

/// The projection of a velocity onto those without divergence.
template <class P> struct FlowProjection {
  using Grid = FlowGridOf<P>;
  using Fields = FlowFields<P>;
  using Vector = FieldOf<P>;

  /// Computes f = - div(velocity) / length, integrated over cells: the right-hand side of the
  /// pressure that makes the velocity free of divergence (Chorin, Math. Comp. 22, 1968). Reads u's
  /// eastern and v's northern halo. 4 references.
  static void divergence(const Grid& grid, double length, const Fields& velocity, const Vector& f);

  /// Computes velocity -= length * grad p, not on walls. Reads p's western and southern halo. 7
  /// references.
  static FlowMotion project(const Grid& grid, double length, const Vector& p,
                            const Fields& velocity);
};

/// The halo beyond walls.
template <class P> struct FlowSides {
  /// Fills the halo of all fields beyond walls in x and y (Mirror), corners included. Call it after
  /// an exchange.
  static void fill(const FlowGridOf<P>& grid, const FlowFields<P>& fields);
};

/// The side through which a flow leaves, if it has one: the eastern or the northern one. The ranks
/// at this side hold the velocity across it in their halo. It is set before the projection, which
/// does not change it. So the pressure has no gradient there.
template <class P> struct FlowOutflow {
  using Grid = FlowGridOf<P>;
  using Fields = FlowFields<P>;

  /// Returns this rank's share of two sums. The first is the volume that enters through all inflows
  /// in a unit of time. The second is the area of the outflow without faces of obstacles.
  static Sums entering(const Grid& grid, const Fields& velocity);
  /// Advects the velocity out with `speed`, implicitly: du/dt + speed du/dn = 0 (Orlanski, J.
  /// Comput. Phys. 21, 1976). Reads `now` on the side and `next` inside. Returns this rank's share
  /// of the volume that leaves `next` in a unit of time.
  static double leave(const Grid& grid, double length, double speed, const Fields& now,
                      const Fields& next);
  /// Adds a number to the velocity on the side, so that as much leaves as enters.
  static void add(const Grid& grid, double more, const Fields& next);
  /// Sets the velocity on the side so that the cells beside it have no divergence. The velocity
  /// follows from owned cells and their halo, so a restart needs no further numbers. Call it after
  /// FlowSides::fill.
  static void close(const Grid& grid, const Fields& velocity);
};

/// The pressure's matrix with obstacles. No flux passes the faces of obstacles, and their cells
/// couple to no other cell.
template <class P> struct ObstacleOperator {
  using Grid = FlowGridOf<P>;
  using Vector = FieldOf<P>;

  /// Computes v = A u, integrated over cells. Reads u with a valid halo of 1. Returns this rank's
  /// share of u . v. Takes 2 references and a code of 4 bytes a cell.
  static double apply(const Grid& grid, const Vector& u, const Vector& v);
};

/// Numbers of a flow that follow from all its cells, each this rank's share.
template <class P> struct FlowMeasures {
  using Grid = FlowGridOf<P>;
  using Fields = FlowFields<P>;
  using Vector = FieldOf<P>;

  /// Returns the largest difference of two fields. 2 references.
  static double change(const Grid& grid, const Vector& now, const Vector& before);

  /// Returns the kinetic energy, half the sum of squares times control volumes (first), and the sum
  /// of squares of the divergence integrated over cells (second). Reads the halo that
  /// FlowProjection::divergence reads. 3 references.
  static Sums sums(const Grid& grid, const Fields& velocity);

  /// Returns the heat that convection carries along an axis (0: x, 1: y, 2: z). It is the integral
  /// of velocity times T, with the mean of T on each face. Reads T's western or southern halo. 2
  /// references.
  static double heat(const Grid& grid, int axis, const Fields& fields);
};

} // namespace isobar

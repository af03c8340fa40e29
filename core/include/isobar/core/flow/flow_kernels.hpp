#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/flow/flow_grid.hpp>

#include <array>

namespace isobar {

/// The fields of a flow by FlowField; that of the temperature is empty where there is none.
template <class P> using FlowFields = std::array<FieldOf<P>, flow_fields>;

/// How a stage of a time step weighs the rates of change: fields += now * rates + last * rates of the stage before.
struct StageWeights {
  double now, last;
  /// The time by which the stage advances, which its pressure acts for.
  double length() const { return now + last; }
};

/// The kernels of a time step. All fields have the grid's shape plus halo. Return before a device has finished unless they return
/// a number, which is this rank's share.
template <class P> struct FlowKernels {
  using Grid = FlowGridOf<P>;
  using Fields = FlowFields<P>;
  using Vector = FieldOf<P>;

  /// The rates of change of all fields by convection, diffusion and buoyancy from `now`, with a valid halo of 1, corners of u and v
  /// included; next = now + weighted rates, and the rates in place of the last ones. Velocities on walls stay as they are in `now`
  /// where the last rates are 0 there. Writes owned cells. 16 references, 12 without temperature.
  static void predict(const Grid& grid, const StageWeights& weights, const Fields& now,
                      const Fields& rates, const Fields& next);

  /// f = - div(velocity) / length, integrated over cells: the right-hand side of the pressure that makes the velocity free of
  /// divergence. Reads u's eastern and v's northern halo. 4 references.
  static void divergence(const Grid& grid, double length, const Fields& velocity, const Vector& f);

  /// velocity -= length * grad p, not on walls. Reads p's halo of edges. Returns the largest sum over the axes of |velocity| / width
  /// of its control volume: a step of 1 over that has a CFL number of 1. A velocity that is not finite makes it so. 7 references.
  static double project(const Grid& grid, double length, const Vector& p, const Fields& velocity);

  /// Fills the halo of all fields beyond walls in x and y (Mirror), corners included. Run after an exchange.
  static void fill_walls(const Grid& grid, const Fields& fields);

  /// The largest difference of two fields. 2 references.
  static double change(const Grid& grid, const Vector& now, const Vector& before);

  /// first: the kinetic energy, half the sum of squares times control volumes. second: the square of the 2-norm of the divergence
  /// integrated over cells. Halo as in divergence. 3 references.
  static Sums sums(const Grid& grid, const Fields& velocity);

  /// The sum over cells of what convection carries along an axis (0: x, 1: y, 2: z) times volume: the integral of u T with its
  /// velocity. Reads T's western or southern halo. 2 references.
  static double heat(const Grid& grid, int axis, const Fields& fields);
};

} // namespace isobar

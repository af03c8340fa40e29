#pragma once
#include "support_fields.hpp"

#include <isobar/core/flow/flow_kernels.hpp>

#include <array>
#include <string>
#include <vector>

/// A plain serial model of the flow's discretisation: loops over the whole box in double, written from fluxes through the faces of
/// control volumes. It shares no arithmetic with core.
namespace isobar::oracle {

class Flow {
public:
  FlowSpec spec;
  std::array<Array, 4> fields; ///< u, v, w on the low faces, T

  explicit Flow(const FlowSpec& spec);
  /// Random numbers that are the same in every precision; 0 across walls.
  static Flow random(const FlowSpec& spec, int seed);

  int nx() const { return spec.x.cells(); }
  int ny() const { return spec.y.cells(); }
  int nz() const { return spec.z.cells(); }
  int cells(int axis) const { return axis == 0 ? nx() : axis == 1 ? ny() : nz(); }
  bool is_periodic(int axis) const { return low(axis).kind == WallKind::periodic; }

  /// Any cell, those beyond the sides too.
  double at(int field, int i, int k, int j) const;
  /// Width of a cell, of its mirror image beyond a wall or of the cell at the other end.
  double width(int axis, int i) const;
  /// From the centre below to the own one.
  double distance(int axis, int i) const { return 0.5 * (width(axis, i - 1) + width(axis, i)); }
  bool on_wall(int axis, int i) const { return !is_periodic(axis) && i == 0; }
  /// Whether a cell, also one beyond a periodic side, is a part of an obstacle.
  bool is_solid(int i, int k, int j) const;
  /// Whether the velocity across an axis is 0 on the low face of a cell: on a wall or an obstacle.
  bool is_closed(int axis, int i, int k, int j) const;
  /// A p of the pressure's equation: what flows out of cells through open faces.
  Array image(const Array& p) const;

  /// Rates of change of all four fields.
  std::array<Array, 4> rates() const;
  /// Integrated over cells.
  Array divergence() const;
  /// velocity - length grad p
  std::array<Array, 3> projected(double length, const Array& p) const;
  /// The largest sum over the axes of |velocity| over the distance of centres.
  double cfl_rate() const;
  double kinetic_energy() const;
  /// The sum over cells of velocity times temperature on low faces, times the volume around the face.
  double heat(int axis) const;

private:
  using Place = std::array<int, 3>; ///< along x, y, z
  const Wall& low(int axis) const { return *spec.walls()[std::size_t(2 * axis)]; }
  const Wall& high(int axis) const { return *spec.walls()[std::size_t(2 * axis + 1)]; }
  double at(int field, const Place& p) const { return at(field, p[0], p[2], p[1]); }
  double rate(int field, const Place& p) const;
  bool is_solid(const Place& p) const { return is_solid(p[0], p[2], p[1]); }
  double beside(int field, const Place& p, const Place& outside) const;
  double flow_through(int field, int axis, const Place& p) const;
};

} // namespace isobar::oracle

namespace isobar {

/// A flow and a rank's part of it.
struct FlowCase {
  std::string name;
  FlowSpec spec;
  Partition part;
};
/// All kinds of walls, uniform and stretched, whole parts and cut ones, one layer of cells in each direction, many layers.
std::vector<FlowCase> flow_cases();

/// A part of one of the oracle's fields, with its halo; garbage in the padding, and beyond walls too if asked for.
template <class T>
Field<T> flow_field(const oracle::Flow& flow, int field, const Partition& p,
                    Beyond beyond = Beyond::mirror);
/// All of them; that of the temperature is empty where there is none.
template <class T>
std::array<Field<T>, 4> flow_fields_of(const oracle::Flow& flow, const Partition& p,
                                       Beyond beyond = Beyond::mirror);

} // namespace isobar

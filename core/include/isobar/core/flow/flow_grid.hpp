#pragma once
#include <isobar/core/box/box_grid.hpp>
#include <isobar/core/flow/obstacle_codes.hpp>

#include <array>
#include <string>

namespace isobar {

/// The fields of a flow: three velocities on the western, southern and bottom faces of cells, and
/// the temperature in their centres.
enum class FlowField { u, v, w, temperature };
inline constexpr int flow_fields = 4;

/// Numbers of the cells along one axis, from which kernels compute the flow's differences. Index i
/// counts the cells of this rank's part, from -1 to n. Beyond a wall lies the mirror image of the
/// cell inside.
enum class FlowNumber {
  width,         ///< h_i
  inverse_width, ///< 1 / h_i
  inverse_distance, ///< 1 / distance of the centres i-1 and i: 1 / width of the control volume around the low face
  share, ///< the share of cell i-1 in the width of that control volume
  open   ///< 0 where the low face is a wall, else 1
};
inline constexpr int flow_numbers = 5;

/// The map from the number x beside a wall to the number beyond it: factor x + shift. No-slip and
/// inflow give 2 U - u, free-slip and outflow u, a fixed temperature 2 T_wall - T, and an insulated
/// wall T. The velocity across a side is 0 on it. Across an outflow, it is the velocity inside,
/// until FlowOutflow sets it. Without a wall, the map is the identity, as the number beyond is
/// already there.
template <class A> struct Mirror { A factor = A(1), shift = A(0); };
template <class A> using Mirrors = std::array<Mirror<A>, flow_fields>; ///< by FlowField

/// Returns the mirrors of a wall across an axis (0: x, 1: y, 2: z).
template <class A> Mirrors<A> mirrors_of(const Wall& wall, std::size_t across) {
  Mirrors<A> mirrors;
  for (std::size_t n = 0; n < 3; ++n)
    if (wall.kind == WallKind::no_slip || wall.kind == WallKind::inflow)
      mirrors[n] = {A(-1), A(2 * wall.velocity[n])};
  mirrors[across] = {wall.kind == WallKind::outflow ? A(1) : A(0), A(0)};
  if (wall.heat == WallHeat::fixed)
    mirrors[std::size_t(FlowField::temperature)] = {A(-1), A(2 * wall.temperature)};
  return mirrors;
}

/// One rank's part of a flow's box. The halo holds the velocities across the eastern and northern
/// walls, on the western and southern faces of the cells beyond. The velocity w on the top face is
/// not stored. It is 0 on a wall, and equals w on the bottom face if z is periodic.
template <class A> class FlowGrid {
public:
  FlowGrid() = default;
  /// Makes the grid. Throws std::invalid_argument as check(FlowSpec) does, or if the partition
  /// belongs to another box.
  FlowGrid(const FlowSpec& spec, const Partition& partition);
  /// Device bytes of the grid.
  static Int64 bytes(int nx, int ny, int nz);

  int nx() const { return partition_.nx; }
  int ny() const { return partition_.ny; }
  int nz() const { return spec_.z.cells(); }
  Int64 unknowns() const { return Int64(nx()) * ny() * nz(); }
  const FlowSpec& spec() const { return spec_; }
  const Partition& partition() const { return partition_; }
  const AxisTable<A>& x() const { return x_; }
  const AxisTable<A>& y() const { return y_; }
  const AxisTable<A>& z() const { return z_; }
  /// Whether all cells along each axis have the same width.
  bool is_uniform() const { return uniform_; }
  bool periodic_z() const { return spec_.bottom.kind == WallKind::periodic; }
  /// The mirrors of the six sides in the order of wall_names. They are the identity where this
  /// rank's part does not end at a wall.
  const std::array<Mirrors<A>, 6>& mirrors() const { return mirrors_; }
  /// Whether the rank's part ends at a wall in x or y.
  bool has_side_walls() const { return has_side_walls_; }
  /// The codes of obstacles around each owned cell; empty without obstacles.
  const ObstacleCodes& obstacles() const { return obstacles_; }
  /// The name under which a launch of a kernel appears in profiles.
  const std::string& label(Kernel k) const { return labels_[std::size_t(k)]; }

private:
  FlowSpec spec_;
  Partition partition_;
  AxisTable<A> x_, y_, z_;
  std::array<Mirrors<A>, 6> mirrors_{};
  bool has_side_walls_ = false, uniform_ = false;
  ObstacleCodes obstacles_;
  std::array<std::string, kernel_traffic.size()> labels_;
};

template <class P> using FlowGridOf = FlowGrid<typename P::arithmetic>;

/// Returns the largest rate at which diffusion changes a number, for a diffusivity of 1. It is the
/// sum over the axes of the largest row sum of the one-dimensional matrix (Gershgorin), which is 4
/// / h^2 on a uniform grid.
double diffusion_rate(const FlowSpec& spec);

} // namespace isobar

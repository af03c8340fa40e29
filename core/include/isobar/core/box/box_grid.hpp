#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/box/box_spec.hpp>
#include <isobar/core/grid/partition.hpp>
#include <isobar/core/launch/kernel_list.hpp>

#include <array>
#include <string>

namespace isobar {

/// Numbers of the cells along one axis, from which the matrix of a box is computed. Index i
/// counts the cells of this rank's part. The cells beside it, -1 and n, have numbers too.
enum class AxisNumber {
  width, ///< h_i
  low,  ///< 1 / distance of the centres i-1 and i. It is 0 on a side of the box, so that the number
        ///< beyond it has no weight. It is also 0 where a single cell closes a periodic axis, as
        ///< nothing flows from a cell to itself
  high, ///< low for the centres i and i+1
  total, ///< the sum of low and high, plus 2 / h_i on a side with u = 0
  inner, ///< `total`; on a uniform axis of several cells all cells have that of a cell beside no side
  near, ///< weight of a cell's own coarse cell in the linear interpolation between coarse centres,
  far   ///< and weight of the next coarse cell, on the cell's side
};
inline constexpr int axis_numbers = 7;

/// An axis' numbers in device memory: (cell + axis_halo, AxisNumber), padded to whole packs.
template <class A> using AxisTable = Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace>;
inline constexpr int axis_halo = 1;

/// One level of one rank's part of a box: the matrix of - div grad, integrated over cells,
///
///     (A u)_ijk = h_y h_z ( t_i u - l_i u_{i-1,j,k} - h_i u_{i+1,j,k} ) + the same of y and of z
///
/// with numbers of the axes alone (t, l, h: total, low, high of x). It is symmetric
/// and positive definite, or semidefinite if BoxSpec::is_singular(). A flux is
/// computed from two centres. It is of order 2 on grids whose widths vary smoothly.
template <class A> class BoxGrid {
public:
  BoxGrid() = default;
  /// `halved`: the axes that the next coarser level halves, none on the coarsest;
  /// interpolation from that level needs them. `index`: 0 on the finest level.
  /// Throws std::invalid_argument if the partition belongs to another box.
  BoxGrid(const BoxSpec& spec, const Partition& partition, Halving halved, int index = 0);
  /// Device bytes of a grid.
  static Int64 bytes(int nx, int ny, int nz);

  /// Returns a grid of nx columns and ny rows from column (i, j) on, which shares this one's
  /// memory.
  BoxGrid part(int i, int j, int nx, int ny) const;

  int nx() const { return partition_.nx; }
  int ny() const { return partition_.ny; }
  int nz() const { return spec_.z.cells(); }
  int index() const { return index_; }
  Int64 unknowns() const { return Int64(nx()) * ny() * nz(); }
  const BoxSpec& spec() const { return spec_; }
  /// Whether all cells have the same widths, so that kernels need no tables.
  bool is_uniform() const { return uniform_; }
  const Partition& partition() const { return partition_; }
  Halving halved() const { return halved_; }
  const AxisTable<A>& x() const { return x_; }
  const AxisTable<A>& y() const { return y_; }
  const AxisTable<A>& z() const { return z_; }
  /// The name under which a launch of a kernel on this level appears in profiles.
  const std::string& label(Kernel k) const { return labels_[std::size_t(k)]; }

private:
  BoxSpec spec_;
  Partition partition_;
  Halving halved_{false, false, false};
  int index_ = 0;
  bool uniform_ = false;
  AxisTable<A> x_, y_, z_;
  std::array<std::string, kernel_traffic.size()> labels_;
};

/// The grid of a box for kernels of a precision.
template <class P> using BoxGridOf = BoxGrid<typename P::arithmetic>;

/// The partition of a single rank, which has the whole box.
inline Partition whole_box(const BoxSpec& spec) {
  return Partition::whole(spec.x.cells(), spec.y.cells(), spec.periodic());
}

} // namespace isobar

#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/box/box_spec.hpp>
#include <isobar/core/grid/partition.hpp>
#include <isobar/core/launch/kernel_list.hpp>

#include <array>
#include <string>

namespace isobar {

/// The numbers of the cells along one axis, of which the matrix of a box is made. Index i is a cell's along this rank's part;
/// those beside it, -1 and n, are there too.
enum class AxisNumber {
  width, ///< h_i
  low, ///< 1 / distance of the centres i-1 and i; 0 on a side of the box, so that whatever stands beyond it is never used, and
       ///< where a single cell closes a periodic axis, as nothing flows from a cell to itself
  high,  ///< the same of i and i+1
  total, ///< the sum of both, with 2 / h_i more on a side with u = 0
  inner, ///< the sum of both, with 1 / h_i more on any side, as if the mirror image were a neighbour
  near,  ///< weight of a cell's own coarse cell in the linear interpolation between coarse centres,
  far    ///< and of the one beside that on the cell's side
};
inline constexpr int axis_numbers = 7;

/// They as they lie in device memory: (cell + axis_halo, AxisNumber), padded to whole packs.
template <class A> using AxisTable = Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace>;
inline constexpr int axis_halo = 1;

/// One level of one rank's part of a box: the matrix of - div grad, integrated over cells,
///
///     (A u)_ijk = h_y h_z ( t_i u - l_i u_{i-1,j,k} - h_i u_{i+1,j,k} ) + the same of y and of z
///
/// with numbers of the axes alone (t, l, h: total, low, high of x). It is symmetric and positive definite, or semidefinite where
/// BoxSpec::is_singular(). Two-point fluxes between centres: order 2 on grids whose widths vary smoothly.
template <class A> class BoxGrid {
public:
  BoxGrid() = default;
  /// `halved`: the axes that the next coarser level halves, none on the coarsest; interpolation from it needs them. `index` is 0
  /// on the finest level. Throws std::invalid_argument if the partition is not one of the box.
  BoxGrid(const BoxSpec& spec, const Partition& partition, Halving halved, int index = 0);
  /// Device bytes of that.
  static Int64 bytes(int nx, int ny, int nz);

  /// `count` rows of it from row `first` on as a grid of their own. Shares memory.
  BoxGrid rows(int first, int count) const;

  int nx() const { return partition_.nx; }
  int ny() const { return partition_.ny; }
  int nz() const { return spec_.z.cells(); }
  int index() const { return index_; }
  Int64 unknowns() const { return Int64(nx()) * ny() * nz(); }
  const BoxSpec& spec() const { return spec_; }
  /// Whether all cells are alike, so that kernels need no tables.
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

/// A box as kernels of a precision take it.
template <class P> using BoxGridOf = BoxGrid<typename P::arithmetic>;

/// A rank's columns of the finest level: the whole box.
inline Partition whole_box(const BoxSpec& spec) {
  return Partition::whole(spec.x.cells(), spec.y.cells(), spec.periodic());
}

} // namespace isobar

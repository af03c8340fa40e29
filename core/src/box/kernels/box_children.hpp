#pragma once
#include "box/kernels/box_kernel.hpp"
#include "device/pack_shuffle.hpp"

#include <isobar/core/grid/partition.hpp>

namespace isobar {

/// Base of the kernels between two levels of a box. They walk fine columns, in packs twice as wide where x is halved, and
/// coarse rows and layers. The children of a coarse cell are its fine cells.
template <class P, bool halved_x> struct BoxChildren {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  static constexpr int times = halved_x ? 2 : 1;
  using pack = Pack<A, times * pack_width<P>>; ///< of fine columns
  struct Column {};
  static constexpr CellLaunch launch{.layers = 1};
  FieldStrides<P::layout> strides; ///< of fields of the fine level
  BoxCells<A> box;
  Halving halved;
  int nx, ny, nz; ///< numbers of fine cells

  BoxChildren(const BoxGridOf<P>& fine, const Field<S>& field)
      : strides(field), box(fine), halved(fine.halved()), nx(fine.nx()), ny(fine.ny()),
        nz(fine.nz()) {}
  KOKKOS_FORCEINLINE_FUNCTION Column column(int, int) const { return {}; }

protected:
  /// The southern row j and the lower layer k of a coarse cell's children. The flags say whether there is a northern row and an
  /// upper layer.
  struct Place {
    int j, k;
    bool northern, upper;
  };
  KOKKOS_FORCEINLINE_FUNCTION Place place(const Cell& c) const {
    const int j = halved.y ? 2 * c.j : c.j, k = halved.z ? 2 * c.k : c.k;
    return {j, k, halved.y && j + 1 < ny, halved.z && k + 1 < nz};
  }
  /// Calls visit(k, j) for each layer k and row j of children. Four of them are visited without a branch, so that a GPU's
  /// thread starts all reads before it waits.
  template <class Visit>
  KOKKOS_FORCEINLINE_FUNCTION void for_children(const Cell& c, const Visit& visit) const {
    const Place p = place(c);
    visit(p.k, p.j);
    if (p.northern && p.upper) {
      visit(p.k, p.j + 1);
      visit(p.k + 1, p.j);
      visit(p.k + 1, p.j + 1);
    } else if (p.northern) {
      visit(p.k, p.j + 1);
    } else if (p.upper) {
      visit(p.k + 1, p.j);
    }
  }
};

/// Calls use() with `flag` as a compile-time constant.
template <class Use> void with_flag(bool flag, const Use& use) {
  if (flag) use(std::true_type());
  else use(std::false_type());
}

/// Launches the kernel that kernel_of(halved_x) makes, over the children of all coarse cells.
template <class Grid, class KernelOf>
void for_box_children(const Grid& fine, Kernel name, const KernelOf& kernel_of) {
  const Halving h = fine.halved();
  const BoxRange range{fine.nx(), h.y ? coarsened_columns(fine.ny()) : fine.ny(),
                       h.z ? coarsened_columns(fine.nz()) : fine.nz()};
  with_flag(h.x, [&](auto x) { for_cells(fine.label(name), kernel_of(x), range); });
}

} // namespace isobar

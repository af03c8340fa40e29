#pragma once
#include "box/uniform_box.hpp"
#include "device/pack_shuffle.hpp"
#include "walk/cell_walk.hpp"

#include <algorithm>

/// Base of kernels on boxes. They read neighbouring cells from memory. Teams march along y, so that the rows south and north are
/// in a GPU's first-level cache, or in a host's second-level one. Kernels with a right-hand side also keep rows in registers
/// (docs/decisions/0023).
namespace isobar {

/// The columns of a row that a lane computes at once: on a GPU, 8 bytes of each field. With two columns in float, a Jacobi step
/// reaches 86 % of the best copy instead of 65 % (docs/decisions/0023).
template <class P>
using BoxPackOf = Pack<typename P::arithmetic,
                       P::walk == Walk::march ? std::max(1, 8 / int(sizeof(typename P::arithmetic)))
                                              : pack_width<P>>;

/// Base of kernels that know the matrix. Box is BoxCells or UniformBox; `layers` is the number of layers of a GPU's thread, and
/// V its pack.
template <class P, class Box, int layers = 2, class V = BoxPackOf<P>> struct BoxKernel {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = V;
  using Column = decltype(std::declval<Box>().template column<pack>(0, 0));
  using Layer = decltype(std::declval<Box>().layer(0));
  static constexpr CellLaunch launch{.layers = layers};
  FieldStrides<P::layout> strides;
  Box box;

  BoxKernel(const Box& box, const Field<S>& u) : strides(u), box(box) {}
  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    return box.template column<pack>(i, j);
  }
};

/// Base of kernels that read u and its neighbours. u has a valid halo.
template <class P, class Box, int layers = 4, class V = BoxPackOf<P>>
struct BoxStencil : BoxKernel<P, Box, layers, V> {
  using Base = BoxKernel<P, Box, layers, V>;
  using typename Base::pack;
  using typename Base::S;
  static constexpr CellLaunch launch{.layers = layers, .fetches_ahead = true};
  Cells<S, P::layout> u;
  VerticalSteps steps;
  KOKKOS_FORCEINLINE_FUNCTION void will_read(const Cell& c) const {
    isobar::will_read(u.at(c) + this->strides.row);
  }

  BoxStencil(const Box& box, const BoxGridOf<P>& grid, const Field<S>& field)
      : Base(box, field), u(field), steps(field, grid) {}
  KOKKOS_FORCEINLINE_FUNCTION Window<pack> window(const Cell& c) const {
    return box_window<pack>(u.at(c), this->strides.row, steps, c.k);
  }
};

/// The rows of u that a thread of a march keeps: its own row and the row south of it. The thread's cells lie one above the
/// other.
template <class V, int layers> struct BoxRows {
  V south[layers], own[layers];

  /// Reads both rows. p points to the lowest of the cells.
  template <class S>
  KOKKOS_FORCEINLINE_FUNCTION void begin(const S* p, std::ptrdiff_t row,
                                         const VerticalSteps& steps) {
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) {
      south[l] = load_aligned<V>(p + (l * steps.layer - row));
      own[l] = load_aligned<V>(p + l * steps.layer);
    }
  }
  /// Reads the row north of the cells, returns their windows (box_window), and moves on to that row. p lies on layer k. Windows
  /// of layers above the top get values without a meaning.
  template <class S>
  KOKKOS_FORCEINLINE_FUNCTION void windows(const S* p, std::ptrdiff_t row,
                                           const VerticalSteps& steps, int k,
                                           Window<V> (&w)[layers]) {
    using A = typename V::value_type;
    const int last = steps.top - k < layers - 1 ? steps.top - k : layers - 1;
    const V below = load_aligned<V>(p + steps.below(k)),
            above = load_aligned<V>(p + (last * steps.layer + steps.above(k + last)));
    V north[layers];
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) north[l] = load_aligned<V>(p + (l * steps.layer + row));
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) {
      const S* const q = p + l * steps.layer;
      w[l] = {own[l],
              western(own[l], A(q[-1])),
              eastern(own[l], A(q[V::width])),
              south[l],
              north[l],
              l > 0 ? own[l > 0 ? l - 1 : 0] : below,
              l < last ? own[l + 1 < layers ? l + 1 : l] : above};
    }
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) {
      south[l] = own[l];
      own[l] = north[l];
    }
  }
};

/// Base of kernels that also read a right-hand side. On a GPU a thread keeps rows of u: a Jacobi step takes 0.92 ms instead of
/// 1.07 (H200, 512^3, double).
template <class P, class Box, int layers = 4, class V = BoxPackOf<P>>
struct BoxEquation : BoxStencil<P, Box, layers, V> {
  using Base = BoxStencil<P, Box, layers, V>;
  using typename Base::Column;
  using typename Base::pack;
  using typename Base::S;
  using Kept = BoxRows<pack, layers>;
  static constexpr CellLaunch launch{.layers = layers, .fetches_ahead = true, .keeps_rows = true};
  Cells<S, P::layout> f;
  struct Inputs {
    Window<pack> u;
    pack f;
  };

  BoxEquation(const Box& box, const BoxGridOf<P>& grid, const Field<S>& u, const Field<S>& rhs)
      : Base(box, grid, u), f(rhs) {}
  KOKKOS_FORCEINLINE_FUNCTION void will_read(const Cell& c) const {
    Base::will_read(c);
    isobar::will_read(f.at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {this->window(c), load_aligned<pack>(f.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void begin_rows(const Cell& lowest, Kept& kept) const {
    kept.begin(this->u.at(lowest), this->strides.row, this->steps);
  }
  KOKKOS_FORCEINLINE_FUNCTION void read_row(const Cell& lowest, Kept& kept,
                                            Inputs (&inputs)[layers]) const {
    Window<pack> windows[layers];
    kept.windows(this->u.at(lowest), this->strides.row, this->steps, lowest.k, windows);
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l)
      inputs[l] = {windows[l], load_aligned<pack>(f.at(lowest) + l * this->steps.layer)};
  }
  KOKKOS_FORCEINLINE_FUNCTION pack residual(const Column& column, const Cell& c,
                                            const Inputs& in) const {
    return in.f - apply_box(column, this->box.layer(c.k), in.u);
  }
};

/// Returns the range of all cells of a level.
template <class A> BoxRange all_cells(const BoxGrid<A>& grid) {
  return {grid.nx(), grid.ny(), grid.nz()};
}

/// Runs the kernel that kernel_of(box) makes in all cells of a level.
template <class A, class KernelOf>
void for_box(const BoxGrid<A>& grid, Kernel name, const KernelOf& kernel_of) {
  with_box(grid,
           [&](const auto& box) { for_cells(grid.label(name), kernel_of(box), all_cells(grid)); });
}
/// Runs the kernel that kernel_of(box) makes in all cells of a level, and returns its sums.
template <class A, class KernelOf>
Sums sums_over_box(const BoxGrid<A>& grid, Kernel name, const KernelOf& kernel_of) {
  Sums sums;
  with_box(grid, [&](const auto& box) {
    sums = sum_over_cells(grid.label(name), kernel_of(box), all_cells(grid));
  });
  return sums;
}

} // namespace isobar

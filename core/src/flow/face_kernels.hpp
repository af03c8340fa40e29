#pragma once
#include "flow/flow_cells.hpp"

/// Base of the kernels that read the velocities on the faces of a cell.
namespace isobar {

/// Base of kernels that read the three velocities. `layers` is the number of layers of a GPU's thread.
template <class P, int layers = 2> struct FaceKernel : FlowKernel<P, layers> {
  using Base = FlowKernel<P, layers>;
  using typename Base::A;
  using typename Base::Numbers;
  using typename Base::pack;
  Numbers u, v, w;

  FaceKernel(const FlowGrid<A>& grid, const FlowFields<P>& f)
      : Base(grid, f[0]), u(f[0]), v(f[1]), w(f[2]) {}
};

/// Base of the kernels that need the divergence.
template <class P> struct DivergenceKernel : FaceKernel<P> {
  using Base = FaceKernel<P>;
  using typename Base::A;
  using typename Base::pack;
  using typename Base::S;
  bool closed; ///< whether nothing flows through the top

  DivergenceKernel(const FlowGrid<A>& grid, const FlowFields<P>& velocity)
      : Base(grid, velocity), closed(!grid.periodic_z()) {}

  struct Column {
    pack width_x;
    A width_y;
  };
  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    return {this->x.template number<pack>(FlowNumber::width, i),
            this->y.template number<A>(FlowNumber::width, j)};
  }
  /// The velocities on the low faces, and those on the high faces minus those on the low ones.
  struct Inputs {
    pack u, v, w, along_x, along_y, along_z;
  };
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    const S *at_u = this->u.at(c), *at_v = this->v.at(c), *at_w = this->w.at(c);
    const pack u = load<pack>(at_u), v = load<pack>(at_v), w = load<pack>(at_w);
    const bool at_top = closed && c.k >= this->steps.top;
    const pack above = at_top ? pack() : load<pack>(at_w + this->steps.above(c.k));
    return {u, v, w, load<pack>(at_u + 1) - u, load<pack>(at_v + this->strides.row) - v, above - w};
  }
  /// Returns the divergence, integrated over the cell.
  KOKKOS_FORCEINLINE_FUNCTION pack divergence(const Column& column, const Cell& c,
                                              const Inputs& in) const {
    const A height = this->z.template number<A>(FlowNumber::width, c.k);
    return column.width_y * height * in.along_x +
           column.width_x * (height * in.along_y + column.width_y * in.along_z);
  }
};

} // namespace isobar

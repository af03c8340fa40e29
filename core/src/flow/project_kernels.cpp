#include "base/precision_list.hpp"
#include "flow/face_kernels.hpp"
#include "flow/obstacle_cells.hpp"

namespace isobar {
namespace {

template <class P> struct Divergence : DivergenceKernel<P> {
  using Base = DivergenceKernel<P>;
  using typename Base::A;
  using typename Base::Column;
  using typename Base::Inputs;
  using typename Base::Numbers;
  using typename Base::pack;
  Numbers f;
  A factor;

  Divergence(const FlowGrid<A>& grid, double length, const FlowFields<P>& velocity,
             const FieldOf<P>& rhs)
      : Base(grid, velocity), f(rhs), factor(-1.0 / length) {}
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>&) const {
    store(f.at(c), factor * this->divergence(column, c, in), active);
  }
};

/// Subtracts the pressure's gradient from the velocity. `blocked`: whether there are obstacles, on whose faces the velocity
/// stays 0.
template <class P, bool blocked> struct Project : FaceKernel<P> {
  using Base = FaceKernel<P>;
  using typename Base::A;
  using typename Base::Numbers;
  using typename Base::pack;
  using typename Base::S;
  static constexpr CellLaunch launch{.layers = 2, .fetches_ahead = true, .takes_largest = true};
  Numbers p;
  A length;
  ObstacleCells obstacles;

  Project(const FlowGrid<A>& grid, double stage, const FieldOf<P>& pressure,
          const FlowFields<P>& velocity)
      : Base(grid, velocity), p(pressure), length(stage), obstacles(grid) {}

  /// `inverse` is 1 / width of the control volume around the low face. `gradient` is the same, but 0 where that face is a wall,
  /// as the pressure's gradient changes no velocity on a wall.
  template <class X> struct Face { X inverse, gradient; };
  template <class X>
  static KOKKOS_FORCEINLINE_FUNCTION Face<X> face(const FlowAxis<A>& axis, int n) {
    const X inverse = axis.template number<X>(FlowNumber::inverse_distance, n);
    return {inverse, axis.template number<X>(FlowNumber::open, n) * inverse};
  }
  struct Column {
    Face<pack> x;
    Face<A> y;
    /// Half the horizontal areas of the control volumes of u and v, and of a cell.
    pack around_u, around_v, of_cell;
  };
  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    const Face<pack> x = face<pack>(this->x, i);
    const Face<A> y = face<A>(this->y, j);
    const pack width_x = A(0.5) * this->x.template number<pack>(FlowNumber::width, i);
    const A width_y = this->y.template number<A>(FlowNumber::width, j);
    return {x, y, (A(0.5) * width_y) / x.inverse, (A(1) / y.inverse) * width_x, width_y * width_x};
  }
  struct Inputs {
    pack u, v, w, p, west, south, below;
  };
  KOKKOS_FORCEINLINE_FUNCTION void will_read(const Cell& c) const {
    for (const Numbers* field : {&this->u, &this->v, &this->w, &p}) isobar::will_read(field->at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    const S* at_p = p.at(c);
    return {load<pack>(this->u.at(c)),
            load<pack>(this->v.at(c)),
            load<pack>(this->w.at(c)),
            load<pack>(at_p),
            load<pack>(at_p - 1),
            load<pack>(at_p - this->strides.row),
            load<pack>(at_p + this->steps.below(c.k))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, LargestPacks<pack>& largest) const {
    const Face<A> z = face<A>(this->z, c.k);
    pack u = in.u - (length * column.x.gradient) * (in.p - in.west),
         v = in.v - (length * column.y.gradient) * (in.p - in.south),
         w = in.w - (length * z.gradient) * (in.p - in.below);
    if constexpr (blocked) {
      const std::uint32_t* codes = obstacles.at(c);
      u = chosen(codes, ObstacleBit::u_closed, in.u, u);
      v = chosen(codes, ObstacleBit::v_closed, in.v, v);
      w = chosen(codes, ObstacleBit::w_closed, in.w, w);
    }
    store(this->u.at(c), u, active);
    store(this->v.at(c), v, active);
    store(this->w.at(c), w, active);
    const pack rate =
        column.x.inverse * absolute(u) + column.y.inverse * absolute(v) + z.inverse * absolute(w);
    const A height = this->z.template number<A>(FlowNumber::width, c.k);
    const pack energy = height * (column.around_u * (u * u) + column.around_v * (v * v)) +
                        (A(1) / z.inverse) * (column.of_cell * (w * w));
    largest.value = larger(largest.value, keep_active(rate, active));
    largest.added = largest.added + keep_active(energy, active);
  }
};

} // namespace

template <class P>
void FlowProjection<P>::divergence(const Grid& grid, double length, const Fields& velocity,
                                   const Vector& f) {
  for_cells(grid.label(Kernel::flow_divergence), Divergence<P>(grid, length, velocity, f),
            all_cells(grid));
}

template <class P>
FlowMotion FlowProjection<P>::project(const Grid& grid, double length, const Vector& p,
                                      const Fields& velocity) {
  Largest found;
  const auto launch = [&](Kernel name, const auto& kernel) {
    found = sum_over_cells(grid.label(name), kernel, all_cells(grid));
  };
  if (grid.obstacles().empty())
    launch(Kernel::flow_project, Project<P, false>(grid, length, p, velocity));
  else launch(Kernel::flow_project_obstacles, Project<P, true>(grid, length, p, velocity));
  return {found.value, found.sum};
}

ISOBAR_INSTANTIATE_FOR_BOX(struct FlowProjection)

} // namespace isobar

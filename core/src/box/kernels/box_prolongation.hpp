#pragma once
#include "box/box_interpolation.hpp"
#include "box/kernels/box_children.hpp"

/// The kernels that prolongate on boxes.
namespace isobar {

/// Computes P u_coarse in all children of a coarse cell at once. The children share the interpolation along x: four packs of
/// fine cells together take nine lines, where each pack by itself would take four.
template <class P, class SC, bool halved_x> struct BoxInterpolate : BoxChildren<P, halved_x> {
  using Base = BoxChildren<P, halved_x>;
  using typename Base::A;
  using typename Base::Column;
  using typename Base::pack;
  using typename Base::Place;
  using typename Base::S;
  /// The packs of all children: child[upper][northern].
  struct Inputs {
    pack child[2][2];
  };
  CoarseCells<SC> coarse;
  Cells<S, P::layout> out;

  BoxInterpolate(const BoxGridOf<P>& fine, const Field<SC>& u_coarse, const Field<S>& out)
      : Base(fine, out), coarse(u_coarse, fine.halved(), fine.spec().z.is_periodic()), out(out) {}

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    const Place p = this->place(c);
    const int beside = this->halved.y ? 1 : 0;
    return along_y(p, along_z(c, p, c.j - beside), along_z(c, p, c.j), along_z(c, p, c.j + beside));
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column&, const Cell& c, const Inputs& x, int active,
                                        SumPacks<pack>&) const {
    const Place p = this->place(c);
    ISOBAR_UNROLL
    for (int upper = 0; upper < 2; ++upper) {
      ISOBAR_UNROLL
      for (int northern = 0; northern < 2; ++northern)
        if ((upper == 0 || p.upper) && (northern == 0 || p.northern))
          store_aligned(out.origin + this->strides.offset(c.i, p.k + upper, p.j + northern),
                        x.child[upper][northern], active);
    }
  }

protected:
  /// Two neighbouring fine cells along an axis.
  struct Pair {
    pack first, second;
  };
  /// Interpolates both fine cells from their coarse cell and the coarse cells on either side.
  KOKKOS_FORCEINLINE_FUNCTION static Pair along(const AxisCells<A>& axis, int first,
                                                const pack& before, const pack& own,
                                                const pack& after) {
    using enum AxisNumber;
    return {axis.at(near, first) * own + axis.at(far, first) * before,
            axis.at(near, first + 1) * own + axis.at(far, first + 1) * after};
  }
  /// Interpolates along z in one coarse row, for the lower and for the upper layer.
  KOKKOS_FORCEINLINE_FUNCTION Pair along_z(const Cell& c, const Place& p, int row) const {
    const int beside = this->halved.z ? 1 : 0, first = parents_of(c.i, halved_x).near;
    const auto line = [&](int layer) {
      return interpolate_line<pack, halved_x>(this->box.x, coarse.at(first, layer, row), c.i,
                                              false);
    };
    return along(this->box.z, p.k, line(c.k - beside), line(c.k), line(c.k + beside));
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs along_y(const Place& p, const Pair& before, const Pair& own,
                                             const Pair& after) const {
    const Pair lower = along(this->box.y, p.j, before.first, own.first, after.first),
               upper = along(this->box.y, p.j, before.second, own.second, after.second);
    return {{{lower.first, lower.second}, {upper.first, upper.second}}};
  }
};

/// Computes u + P u_coarse. On a GPU a thread keeps the interpolation of two coarse rows for its layers. So it reads three lines
/// of a coarse row for four packs of fine cells, and it prefetches the next coarse row.
template <class P, class SC, bool halved_x> struct BoxProlongate : BoxInterpolate<P, SC, halved_x> {
  using Base = BoxInterpolate<P, SC, halved_x>;
  using typename Base::Column;
  using typename Base::Inputs;
  using typename Base::pack;
  using typename Base::Pair;
  using typename Base::Place;
  using typename Base::S;
  /// The interpolation along x and z in the coarse row south of the cells, and in their own coarse row.
  struct Kept {
    Pair south, own;
  };
  static constexpr CellLaunch launch{.layers = 1, .fetches_ahead = true, .keeps_rows = true};
  Cells<S, P::layout> u;

  BoxProlongate(const BoxGridOf<P>& fine, const Field<S>& u, const Field<SC>& u_coarse,
                const Field<S>& out)
      : Base(fine, u_coarse, out), u(u) {}
  KOKKOS_FORCEINLINE_FUNCTION void will_read(const Cell& c) const {
    this->for_children(
        c, [&](int k, int j) { isobar::will_read(u.origin + this->strides.offset(c.i, k, j)); });
    const int north = this->halved.y ? 1 : 0;
    isobar::will_read(this->coarse.at(parents_of(c.i, halved_x).near, c.k, c.j + north));
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return with_u(c, this->place(c), Base::read(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION void begin_rows(const Cell& c, Kept& kept) const {
    const Place p = this->place(c);
    kept = {this->along_z(c, p, c.j - (this->halved.y ? 1 : 0)), this->along_z(c, p, c.j)};
  }
  KOKKOS_FORCEINLINE_FUNCTION void read_row(const Cell& c, Kept& kept, Inputs (&x)[1]) const {
    const Place p = this->place(c);
    const Pair north = this->along_z(c, p, c.j + 1);
    x[0] = with_u(c, p, this->along_y(p, kept.south, kept.own, north));
    kept = {kept.own, north};
  }

private:
  /// Returns u plus the correction. A child that does not exist reads u of another one, and its sum is not stored.
  KOKKOS_FORCEINLINE_FUNCTION Inputs with_u(const Cell& c, const Place& p, Inputs x) const {
    ISOBAR_UNROLL
    for (int upper = 0; upper < 2; ++upper) {
      ISOBAR_UNROLL
      for (int northern = 0; northern < 2; ++northern)
        x.child[upper][northern] =
            load_aligned<pack>(u.origin +
                               this->strides.offset(c.i, p.k + (upper != 0 && p.upper),
                                                    p.j + (northern != 0 && p.northern))) +
            x.child[upper][northern];
    }
    return x;
  }
};

} // namespace isobar

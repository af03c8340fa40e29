#include "base/precision_list.hpp"
#include "device/halo_frame.hpp"
#include "launch/require_cells.hpp"
#include <isobar/core/columns/kernels/domain_sides.hpp>
#include <isobar/core/grid/cubed_sphere.hpp>

namespace isobar {
namespace {

/// Sets every halo cell beyond a side to the mirror image. A corner beyond two sides is mirrored
/// twice. Sources are owned cells and halo cells of other ranks, which no thread writes.
template <class S, Layout L> struct MirrorSides {
  Field<S, L> u;
  MirrorSigns sign;

  KOKKOS_FUNCTION void operator()(Int64 n) const {
    const FieldShape& s = u.shape();
    const auto [i, k, j] = HaloFrame{s}.place(n);
    const int sign_x = i < 0 ? sign.west : i >= s.nx ? sign.east : 0;
    const int sign_y = j < 0 ? sign.south : j >= s.ny ? sign.north : 0;
    if (sign_x == 0 && sign_y == 0) return;
    const int from_i = sign_x == 0 ? i : i < 0 ? 0 : s.nx - 1;
    const int from_j = sign_y == 0 ? j : j < 0 ? 0 : s.ny - 1;
    const S image = u(from_i, k, from_j);
    const bool negative = (sign_x < 0) != (sign_y < 0);
    u(i, k, j) = negative ? -image : image;
  }
};

/// Moves the last column of an odd row to where a column of full width would have its centre. The
/// straight line through this column and its neighbour gives its value there. If `transposed` is
/// true, it does the transpose of this. `end` is the last number of line 0 on layer 0. `before` is
/// the distance to the number before it.
template <class S, class A> struct MoveEnd {
  S* end;
  std::ptrdiff_t before, line, layer;
  int lines;
  bool transposed;

  KOKKOS_FUNCTION void operator()(Int64 n) const {
    S* const last = end + (n % lines) * line + (n / lines) * layer;
    const A own = A(*last), beside = A(last[-before]), third = A(1) / A(3);
    if (transposed) last[-before] = S(beside - third * own);
    *last = S(own + third * (transposed ? own : own - beside));
  }
};

template <class P>
void move_ends(const std::string& label, Coarsening axes, const typename DomainSides<P>::Vector& u,
               bool transposed) {
  using S = typename P::storage;
  const FieldShape& s = u.shape();
  const int halo = transposed ? 0 : 1; // prolongation also needs the lines of halo cells
  const auto move = [&](S* end, std::ptrdiff_t before, std::ptrdiff_t line, int lines) {
    Kokkos::parallel_for(
        label,
        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>(0, Int64(lines) * s.nz),
        MoveEnd<S, typename P::arithmetic>{end, before, line, u.layer_stride(), lines, transposed});
  };
  if (axes.x) move(u.column(s.nx - 1, -halo), u.column_stride(), u.row_stride(), s.ny + 2 * halo);
  if (axes.y) move(u.column(-halo, s.ny - 1), u.row_stride(), u.column_stride(), s.nx + 2 * halo);
}

} // namespace

namespace {

template <class P>
void mirror_with(const GridOf<P>& grid, const FieldOf<P>& u, const Boundaries& sides) {
  require_cells(grid, Kernel::mirror_sides, u);
  const Partition& p = grid.partition();
  if (!p.has_sides_in_x() && !p.has_sides_in_y()) return;
  const MirrorSides<typename P::storage, P::layout> mirror{u, mirror_signs(p, sides)};
  Kokkos::parallel_for(grid.label(Kernel::mirror_sides),
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>(
                           0, HaloFrame{u.shape()}.cells()),
                       mirror);
}

/// Sets a corner of a patch on one layer to the harmonic mean of the three cells around it. It does
/// so only at corners of the cube.
template <class P> struct MeanAtCubeCorners {
  using A = typename P::arithmetic;
  FieldOf<P> u;
  CubedSphere sphere;
  SpherePatches patches;
  PatchRows rows;

  KOKKOS_FUNCTION void operator()(Int64 n) const {
    const FieldShape& s = u.shape();
    const int k = int(n % s.nz), corner = int(n / s.nz) % 4, patch = int(n / s.nz) / 4;
    const SpherePatches::Place place = patches.place(patches.first + patch);
    const bool east = corner % 2 == 1, north = corner / 2 == 1;
    const int i = east ? s.nx : -1, row = north ? rows.rows : -1;
    if (!sphere.is_missing(place.x * s.nx + i, place.y * rows.rows + row)) return;
    const int j = patch * rows.stride + row, inside_i = east ? i - 1 : i + 1,
              inside_j = north ? j - 1 : j + 1;
    const auto resistance = [&](int x, int y) { return A(1) / A(u(x, k, y)); };
    u(i, k, j) = typename P::storage(A(3) / (resistance(inside_i, inside_j) +
                                             (resistance(inside_i, j) + resistance(i, inside_j))));
  }
};

} // namespace

template <class P> void DomainSides<P>::mirror(const Grid& grid, const Vector& u) {
  mirror_with<P>(grid, u, grid.matrix().boundaries());
}

template <class P> void DomainSides<P>::mirror_closed(const Grid& grid, const Vector& u) {
  const auto closed = [](Boundary side) {
    return side == Boundary::periodic ? side : Boundary::neumann;
  };
  const Boundaries& b = grid.matrix().boundaries();
  mirror_with<P>(grid, u, {closed(b.west), closed(b.east), closed(b.south), closed(b.north)});
}

template <class P> void DomainSides<P>::mean_at_cube_corners(const Grid& grid, const Vector& u) {
  require_cells(grid, Kernel::mirror_sides, u);
  const Partition& p = grid.partition();
  if (!p.is_on_sphere()) return;
  const MeanAtCubeCorners<P> mean{u, CubedSphere(p.global_nx), p.sphere, p.rows()};
  Kokkos::parallel_for(grid.label(Kernel::mirror_sides),
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>(
                           0, Int64(4) * p.sphere.count * u.shape().nz),
                       mean);
}

template <class P>
void DomainSides<P>::move_ends(const Grid& grid, Coarsening axes, const Vector& u) {
  isobar::move_ends<P>(grid.label(Kernel::mirror_sides), axes, u, false);
}
template <class P>
void DomainSides<P>::move_ends_transposed(const std::string& label, Coarsening axes,
                                          const Vector& f) {
  isobar::move_ends<P>(label, axes, f, true);
}

ISOBAR_INSTANTIATE(struct DomainSides)

} // namespace isobar

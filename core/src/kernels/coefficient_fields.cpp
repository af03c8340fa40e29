#include <isobar/core/kernels/coefficient_fields.hpp>

#include "base/precision_list.hpp"

namespace isobar {
namespace {

/// Of n: the layers of all western and eastern halo cells first, then those of the southern and
/// northern ones.
template <class S, Layout L> struct ExtendSides {
  Field<S, L> x;
  bool west, east, south, north;

  KOKKOS_FUNCTION void operator()(Int64 n) const {
    const FieldShape& s = x.shape();
    const int k = int(n % s.nz), place = int(n / s.nz);
    if (place < 2 * s.ny) {
      const int j = place / 2;
      if (place % 2 == 0 && west) x(-1, k, j) = x(0, k, j);
      if (place % 2 == 1 && east) x(s.nx, k, j) = x(s.nx - 1, k, j);
      return;
    }
    const int i = (place - 2 * s.ny) / 2;
    if (place % 2 == 0 && south) x(i, k, -1) = x(i, k, 0);
    if (place % 2 == 1 && north) x(i, k, s.ny) = x(i, k, s.ny - 1);
  }
};

} // namespace

template <class P>
void extend_beyond_sides(const Partition& p, const Boundaries& b, const FieldOf<P>& x) {
  const bool open_x = !b.periodic_x(), open_y = !b.periodic_y();
  const ExtendSides<typename P::storage, P::layout> extend{
      x, open_x && p.at_west(), open_x && p.at_east(), open_y && p.at_south(),
      open_y && p.at_north()};
  const Int64 cells = 2 * (Int64(p.nx) + p.ny) * x.shape().nz;
  Kokkos::parallel_for("isobar/extend_sides",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>(0, cells),
                       extend);
}

#define ISOBAR_EXTEND(T, ...)                                                                      \
  template void extend_beyond_sides<__VA_ARGS__>(const Partition&, const Boundaries&,              \
                                                 const FieldOf<__VA_ARGS__>&);
ISOBAR_PRECISIONS(ISOBAR_EXTEND, )
#undef ISOBAR_EXTEND

} // namespace isobar

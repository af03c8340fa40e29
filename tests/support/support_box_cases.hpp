#pragma once
#include "support_box_oracle.hpp"
#include "support_fields.hpp"

#include <isobar/core/box/box_grid.hpp>

#include <limits>

/// Boxes and parts of boxes for tests of their kernels, and fields on them.
namespace isobar {

/// Sides of boxes: the value is zero, no flux, or the opposite side follows.
inline constexpr Boundary zero = Boundary::dirichlet, closed = Boundary::neumann,
                          around = Boundary::periodic;

/// A rank's part of a box, and the axes that the coarser level halves.
struct BoxCase {
  BoxSpec box;
  Partition part;
  Halving halved{false, false, false};

  /// As field_of() wants them.
  Boundaries sides() const { return {box.x.low, box.x.high, box.y.low, box.y.high, {}, {}}; }
  BoxCase coarse() const {
    return {coarsened(box, halved), part.coarsened(halved.columns()), {false, false, false}};
  }
  oracle::Array random(int seed) const {
    return oracle::random(box.x.cells(), box.y.cells(), box.z.cells(), seed);
  }
  /// A right-hand side of the size of A u, whose sum is not 0.
  oracle::Array rhs() const;
  std::string name() const;
};

/// Axes of n cells from 0 to 1, uniform or wider in the middle.
inline Axis uniform_axis(int n, Boundary low, Boundary high) {
  return Axis::uniform(n, 1.0, low, high);
}
inline Axis stretched_axis(int n, double ratio, Boundary low, Boundary high) {
  return Axis::stretched(n, 1.0, ratio, low, high);
}

/// Single cells, two, odd and even numbers, rows wider than packs and than a warp, and more than 32
/// layers. Others have stretched axes, every kind of side, periodic axes in each direction, parts
/// in the middle and at sides.
std::vector<BoxCase> box_cases();
/// The cases that one rank has whole.
std::vector<BoxCase> whole_box_cases();
/// The same for each set of axes that can be halved.
std::vector<BoxCase> box_transfer_cases();
/// Cases of ranks with whole rows, all of them or with neighbours on one side or on both. More of
/// them have cells that are all alike.
std::vector<BoxCase> row_box_cases();

/// A rank's part of a global array, garbage where nothing may be used.
template <class P> FieldOf<P> box_field(const oracle::Array& global, const BoxCase& c) {
  return field_of<typename P::storage>(global, c.part, Beyond::garbage, c.sides());
}
template <class P> FieldOf<P> box_garbage(const BoxCase& c) {
  return garbage_field<typename P::storage>(c.part, c.box.z.cells());
}
template <class P> BoxGridOf<P> box_grid(const BoxCase& c) { return {c.box, c.part, c.halved}; }

/// Writes NaN to the numbers of a field's memory that `where` names.
template <class T, class Where> void put_nan(const Field<T>& field, const Where& where) {
  const auto host = Kokkos::create_mirror_view(field.flat());
  Kokkos::deep_copy(host, field.flat());
  for (std::size_t n = 0; n < host.extent(0); ++n)
    if (where(cell_of(field.shape(), Int64(n)))) host(n) = std::numeric_limits<T>::quiet_NaN();
  Kokkos::deep_copy(field.flat(), host);
}
/// For kernels that read owned cells alone.
template <class T> void put_nan_outside(const Field<T>& field) {
  put_nan(field, [](const CellOfNumber& at) { return !at.owned; });
}

} // namespace isobar

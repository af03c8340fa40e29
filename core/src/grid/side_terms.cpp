#include <isobar/core/grid/side_terms.hpp>

#include "base/precision_list.hpp"

namespace isobar {
namespace {

template <class P> struct AddSideTerms {
  SidePlane plane;
  SideNumbers numbers;
  double factor;
  PatchRows rows;
  FieldOf<P> f;

  KOKKOS_FUNCTION void operator()(Int64 n) const {
    using T = typename P::storage;
    const SidePlane::Cell c = plane.cell(int(n / plane.second), int(n % plane.second));
    T& number = f(c.i, c.k, rows.row(c.j));
    number = T(double(number) + numbers(n) * factor);
  }
};

} // namespace

template <class P>
void SideTerms<P>::add(const SidePlane& plane, const SideNumbers& numbers, double factor,
                       const PatchRows& rows, const FieldOf<P>& f) {
  if (plane.empty()) return;
  using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>;
  Kokkos::parallel_for("isobar/side_terms", Range(0, Int64(plane.first) * plane.second),
                       AddSideTerms<P>{plane, numbers, factor, rows, f});
}

ISOBAR_INSTANTIATE(struct SideTerms)

} // namespace isobar

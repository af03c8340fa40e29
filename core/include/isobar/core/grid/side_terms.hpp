#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/patch_rows.hpp>
#include <isobar/core/grid/sides.hpp>

namespace isobar {

/// The numbers for a rank's cells beside a side: SidePlane::first times SidePlane::second of them,
/// the second index fastest.
using SideNumbers = Kokkos::View<double*, MemorySpace>;

/// The terms of values on the sides of the domain.
template <class P> struct SideTerms {
  /// Adds the numbers, times a factor, to f in the cells beside a side. `rows` are the rank's;
  /// planes count rows of host order. Takes 3 references for each of these cells. Does not wait.
  static void add(const SidePlane& plane, const SideNumbers& numbers, double factor,
                  const PatchRows& rows, const FieldOf<P>& f);
};

} // namespace isobar

#pragma once
#include <isobar/core/base/precision.hpp>
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/boundaries.hpp>

#include <string>

namespace isobar {

/// Fills a field beyond the ends of periodic axes that one rank has whole.
template <class P> struct PeriodicSides {
  /// Fills the halo cells beyond both ends of these axes with the cells of the opposite end, corners
  /// included. Reads owned cells, and the halo of the other axis if other ranks send it or it is a mirror
  /// image: call it after those. The field may have either layout. The label is that of Kernel::wrap_sides.
  static void wrap(const std::string& label, const FieldMemory<typename P::storage>& u,
                   Periodic axes);
};

} // namespace isobar

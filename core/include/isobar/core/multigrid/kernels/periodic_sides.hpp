#pragma once
#include <isobar/core/base/precision.hpp>
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/boundaries.hpp>

#include <string>

namespace isobar {

/// A field beyond the ends of the axes along which one rank has the whole of a periodic domain.
template <class P> struct PeriodicSides {
  /// Fills the halo cells beyond both ends of these axes with the cells of the opposite end, corners included. Reads
  /// owned cells, and the halo of the other axis where that comes from other ranks or is a mirror image: run
  /// after those. The field is of either layout. The label is that of Kernel::wrap_sides.
  static void wrap(const std::string& label, const FieldMemory<typename P::storage>& u,
                   Periodic axes);
};

} // namespace isobar

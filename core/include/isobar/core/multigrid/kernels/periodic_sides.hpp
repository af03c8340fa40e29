#pragma once
#include <isobar/core/base/precision.hpp>
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/boundaries.hpp>

#include <string>

namespace isobar {

/// Fills a field beyond the ends of periodic axes along which one rank has all cells.
template <class P> struct PeriodicSides {
  /// Fills the halo cells beyond both ends of these axes with the cells of the opposite end,
  /// corners included. Reads owned cells. It also reads the other axis' halo if other ranks send it
  /// or if it is a mirror image. Call it when that halo is right. The field may have either layout.
  /// The label is that of Kernel::wrap_sides.
  static void wrap(const std::string& label, const FieldMemory<typename P::storage>& u,
                   Periodic axes);
};

} // namespace isobar

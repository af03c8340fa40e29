#pragma once
#include <isobar/core/field/strided_cells.hpp>
#include <isobar/core/grid/host_order.hpp>
#include <isobar/pressure_solver.hpp>

namespace isobar {

/// Whether kernels reach memory of this place.
constexpr bool in_reach(Place place) { return on_host || place == Place::device; }

/// Cells in the form in which kernels reach them.
CellsToRead strided(const CellsIn& cells);
CellsToWrite strided(const CellsOut& cells);

/// Holds cells of a host in double and in host order, the form in which they travel to a device.
/// They are used in place, or in memory that is allocated on first demand, for cells of one shape.
class StagedCells {
public:
  /// Memory for these cells: their own if they are in
  /// double and in host order, else the staging memory.
  HostField host_order_for(const CellsIn& cells);
  /// Memory for these cells, filled with their numbers.
  HostField in_host_order(const CellsIn& cells);
  /// Copies the numbers from the memory that host_order_for returned back to the cells.
  static void take_from(const HostField& host, const CellsOut& cells);

private:
  HostField staging_; ///< empty until needed
};

} // namespace isobar

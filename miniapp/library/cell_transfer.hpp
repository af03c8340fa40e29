#pragma once
#include <isobar/core/grid/host_order.hpp>
#include <isobar/pressure_solver.hpp>

#include <array>
#include <optional>

namespace isobar {

/// Whether kernels reach memory of this place.
constexpr bool in_reach(Place place) { return on_host || place == Place::device; }

template <class T> StridedCells<T> strided(const CellData<T>& cells) {
  const auto& [nx, ny, nz] = cells.extents();
  const auto& [x, y, z] = cells.strides();
  return {cells.data(), int(nx), int(ny), int(nz), x, y, z};
}

/// Largest absolute value of this rank's cells; infinity where a number is not finite.
double largest(const CellsIn& cells);

/// The place of this rank's first cell whose number is not finite, j first, then i, then k; none if all are.
std::optional<std::array<int, 3>> first_not_finite(const CellsIn& cells);

/// Moves numbers between a caller's cells and fields. Cells that kernels reach move at once; those of a host beside a
/// device travel in host order: as they lie, or through memory of their own.
class CellTransfer {
public:
  /// f = cells factor, integrated over the cells if that is not done
  template <class P>
  void read_rhs(const HostOrder<P>& order, const GridLevel<typename P::arithmetic>& grid,
                const CellsIn& cells, RightSide kind, const FieldOf<P>& f, double factor) {
    if (kind == RightSide::cell_means) integrate(order, grid, cells, f, factor);
    else read(order, cells, f, factor);
  }
  /// f = cells |T| V_k factor
  template <class P>
  void integrate(const HostOrder<P>& order, const GridLevel<typename P::arithmetic>& grid,
                 const CellsIn& cells, const FieldOf<P>& f, double factor) {
    if (in_reach(cells.place())) order.integrate(grid, strided(cells), f, factor);
    else order.integrate(grid, in_host_order(cells), f, factor);
  }
  /// u = cells factor
  template <class P>
  void read(const HostOrder<P>& order, const CellsIn& cells, const FieldOf<P>& u, double factor) {
    if (in_reach(cells.place())) order.from_cells(strided(cells), u, factor);
    else order.from_host(in_host_order(cells), u, factor);
  }
  /// cells = u factor
  template <class P>
  void write(const HostOrder<P>& order, const FieldOf<P>& u, const CellsOut& cells, double factor) {
    if (in_reach(cells.place())) return order.to_cells(u, strided(cells), factor);
    const HostField host = host_order_for(cells);
    order.to_host(u, host, factor);
    take_from(host, cells);
  }

private:
  HostField in_host_order(const CellsIn& cells);
  HostField host_order_for(const CellsIn& cells);
  static void take_from(const HostField& host, const CellsOut& cells);

  HostField staging_; ///< empty until it is needed
};

} // namespace isobar

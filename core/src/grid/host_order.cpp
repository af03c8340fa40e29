#include <isobar/core/grid/host_order.hpp>

#include "base/precision_list.hpp"
#include "grid/transposed_tiles.hpp"

#include <isobar/core/base/device_queues.hpp>

namespace isobar {
namespace {

/// The user's numbers in any order.
template <class T, bool LayerFastest> struct AnyOrder {
  static constexpr bool layer_fastest = LayerFastest;
  StridedCells<T> cells;
  KOKKOS_FUNCTION double get(int i, int k, int j) const { return cells.at(i, k, j); }
  KOKKOS_FUNCTION void put(int i, int k, int j, double value) const {
    cells.at(i, k, j) = T(value);
  }
};

template <class P> struct FieldRows {
  using T = typename P::storage;
  static constexpr bool layer_fastest = P::layout == Layout::z_fastest;
  FieldOf<P> u;
  PatchRows rows;
  double factor;
  FirstColumn at;
  KOKKOS_FUNCTION double get(int i, int k, int j) const {
    return double(u(at.i + i, k, rows.row(at.j + j))) * factor;
  }
  KOKKOS_FUNCTION void put(int i, int k, int j, double value) const {
    u(at.i + i, k, rows.row(at.j + j)) = T(value * factor);
  }
};

template <class P> struct Integrate {
  using T = typename P::storage;
  using A = typename P::arithmetic;
  static constexpr bool layer_fastest = P::layout == Layout::z_fastest;
  typename ColumnGeometry<A>::View area;
  Kokkos::View<A*, MemorySpace> volumes;
  FieldOf<P> f;
  PatchRows rows;
  double factor;
  FirstColumn at;
  KOKKOS_FUNCTION void put(int west, int k, int south, double value) const {
    const int i = at.i + west, j = rows.row(at.j + south);
    f(i, k, j) = T(A(value * factor) * (area(i, j) * volumes(k)));
  }
};

/// Returns a View of rows in host order at `data`.
template <class Space> auto some_rows(double* data, int rows, const HostField& shape) {
  return Kokkos::View<double***, Kokkos::LayoutRight, Space,
                      Kokkos::MemoryTraits<Kokkos::Unmanaged>>(data, rows, shape.extent(1),
                                                               shape.extent(2));
}

/// The direction in which rows travel over the bus, if they travel at all.
enum class Bus { to_device, to_host, none };

/// Calls transpose(queue, rows in host order, count) for all rows of `host`. On a device, the two
/// buffers take turns: rows go to the device before the transposition, or to the host after it. The
/// function first waits for earlier work of the device, which may concern the fields. In the end it
/// waits for the last rows.
template <Bus bus, class Queues, class Buffers, class Transposition>
void by_turns(const Queues& queues, const Buffers& buffers, const HostField& host,
              const Transposition& transpose) {
  Kokkos::fence();
  const int ny = int(host.extent(0)), most = on_host ? ny : int(buffers[0].extent(0));
  for (int j = 0, turn = 0; j < ny; j += most, turn = 1 - turn) {
    const int rows = std::min(most, ny - j);
    if constexpr (on_host) {
      transpose(ExecutionSpace(), rows_of(host, 0), rows);
    } else {
      const auto device = some_rows<MemorySpace>(buffers[turn].data(), rows, host);
      const auto pinned = some_rows<PinnedSpace>(&host(j, 0, 0), rows, host);
      if (bus == Bus::to_device) Kokkos::deep_copy(queues[turn], device, pinned);
      transpose(queues[turn], rows_of(device, j), rows);
      if (bus == Bus::to_host) Kokkos::deep_copy(queues[turn], pinned, device);
    }
  }
  Kokkos::fence();
}

/// Calls use() with the cells in their fastest order; `any` is a variant of types of cells. Waits
/// for the device before and after.
template <class Cells, class Use> void in_its_order(const Cells& any, const Use& use) {
  Kokkos::fence();
  std::visit(
      [&]<class T>(const StridedCells<T>& cells) {
        if (cells.z_stride <= cells.x_stride) use(AnyOrder<T, true>{cells});
        else use(AnyOrder<T, false>{cells});
      },
      any);
  Kokkos::fence();
}

/// Calls put(i, k, j, value) for all cells.
template <class Put> void take(const CellsToRead& cells, const Put& put) {
  in_its_order(cells, [&](const auto& source) {
    Transpose(source, put, source.cells.nx, source.cells.nz, 0)
        .launch("isobar/transpose_in", ExecutionSpace(), source.cells.ny);
  });
}

} // namespace

void copy_cells(const CellsToRead& from, const CellsToWrite& to) {
  in_its_order(to, [&](const auto& target) { take(from, target); });
}

template <class P>
HostOrder<P>::HostOrder(int nx, const PatchRows& rows, int nz)
    : rows_(rows), memory_(memory_of_views()) {
  if constexpr (on_host) return;
  queues_ = two_queues();
  for (Rows& buffer : buffers_)
    buffer = make_view<Rows>("isobar transposition", buffered_rows(nx, rows.all(), nz), nx, nz);
}

/// Calls put(i, k, j, value) on the device for all numbers of `host`.
template <class P>
template <class Put>
void HostOrder<P>::put_all(const HostField& host, const Put& put) const {
  by_turns<Bus::to_device>(queues_, buffers_, host,
                           [&](const ExecutionSpace& queue, const HostRows& source, int rows) {
                             Transpose(source, put, source.nx, source.nz, source.first)
                                 .launch("isobar/transpose_in", queue, rows);
                           });
}

template <class P>
void HostOrder<P>::integrate(const Matrix& grid, const HostField& host, const Vector& f,
                             double factor) const {
  put_all(host, Integrate<P>{grid.columns().area, grid.volumes(), f, rows_, factor, {}});
}

template <class P>
void HostOrder<P>::integrate_made(const MakeRows& make, const Matrix& grid, const HostField& room,
                                  const Vector& f, double factor) const {
  const Integrate<P> put{grid.columns().area, grid.volumes(), f, rows_, factor, {}};
  by_turns<Bus::none>(
      queues_, buffers_, room, [&](const ExecutionSpace& queue, const HostRows& source, int rows) {
        make(queue, HostOrderRows(source.data, rows, source.nx, source.nz), source.first);
        Transpose(source, put, source.nx, source.nz, source.first)
            .launch("isobar/transpose_in", queue, rows);
      });
}

template <class P>
void HostOrder<P>::from_host(const HostField& host, const Vector& u, double factor) const {
  put_all(host, FieldRows<P>{u, rows_, factor, {}});
}

template <class P>
void HostOrder<P>::to_host(const Vector& u, const HostField& host, double factor) const {
  by_turns<Bus::to_host>(
      queues_, buffers_, host, [&](const ExecutionSpace& queue, const HostRows& target, int rows) {
        Transpose(FieldRows<P>{u, rows_, factor, {}}, target, target.nx, target.nz, target.first)
            .launch("isobar/transpose_out", queue, rows);
      });
}

template <class P>
void HostOrder<P>::integrate(const Matrix& grid, const CellsToRead& cells, const Vector& f,
                             double factor, FirstColumn at) const {
  take(cells, Integrate<P>{grid.columns().area, grid.volumes(), f, rows_, factor, at});
}

template <class P>
void HostOrder<P>::from_cells(const CellsToRead& cells, const Vector& u, double factor,
                              FirstColumn at) const {
  take(cells, FieldRows<P>{u, rows_, factor, at});
}

template <class P>
void HostOrder<P>::to_cells(const Vector& u, const CellsToWrite& cells, double factor,
                            FirstColumn at) const {
  in_its_order(cells, [&](const auto& target) {
    Transpose(FieldRows<P>{u, rows_, factor, at}, target, target.cells.nx, target.cells.nz, 0)
        .launch("isobar/transpose_out", ExecutionSpace(), target.cells.ny);
  });
}

ISOBAR_INSTANTIATE(class HostOrder)

} // namespace isobar

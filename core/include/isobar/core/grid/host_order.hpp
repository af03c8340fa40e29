#pragma once
#include <isobar/core/field/strided_cells.hpp>
#include <isobar/core/grid/grid_level.hpp>
#include <isobar/core/grid/patch_rows.hpp>

#include <algorithm>
#include <array>
#include <functional>

namespace isobar {

/// A field as weather models hold it on the host: (ny, nx, nz) in double, the layer fastest,
/// without halo. On the sphere the rows of a rank's patches follow each other
/// (Partition::in_host_order).
using HostField = Kokkos::View<double***, Kokkos::LayoutRight, PinnedSpace>;

/// Some rows of a field in host order, in memory that kernels can access.
using HostOrderRows = Kokkos::View<double***, Kokkos::LayoutRight, MemorySpace,
                                   Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
/// A function that fills rows of a field, the first of which is row j. It launches its kernels in
/// the queue.
using MakeRows = std::function<void(const ExecutionSpace& queue, const HostOrderRows& rows, int j)>;

/// The first column of some cells, counted among the rank's own columns in host order.
struct FirstColumn {
  int i = 0, j = 0;
};

/// Copies `from` to `to`, cell by cell. Both lie in memory that kernels can access, in any order.
/// Waits for the device before and after.
void copy_cells(const CellsToRead& from, const CellsToWrite& to);

/// Moves fields of a precision between host order and the solvers' order (padded; x or z fastest).
/// The papers count this transposition with the solve, so the program times it. With z fastest it
/// is a copy. A factor multiplies all numbers; a factor of 1 changes none.
///
/// If the device has memory of its own, it receives the numbers in host order and transposes them
/// there, a few rows at a time. The device transposes one buffer while the other one is on the bus.
template <class P> class HostOrder {
public:
  using Matrix = GridLevel<typename P::arithmetic>;
  using Vector = FieldOf<P>;

  HostOrder() = default;
  HostOrder(int nx, const PatchRows& rows, int nz);

  /// Computes f = factor host |T| vol_k, which turns cell means into volume integrals, the
  /// right-hand side of A u = f. Writes owned cells. `host` has the extents given at construction.
  void integrate(const Matrix& grid, const HostField& host, const Vector& f,
                 double factor = 1.0) const;
  /// Computes f from cells that kernels make, a few rows at a time. These cells cross no bus. With
  /// a device, `room` gives only the extents; on hosts it holds the rows.
  void integrate_made(const MakeRows& make, const Matrix& grid, const HostField& room,
                      const Vector& f, double factor = 1.0) const;
  /// Copies `host` to the owned cells of u.
  void from_host(const HostField& host, const Vector& u, double factor = 1.0) const;
  /// Copies the owned cells of u to `host`.
  void to_host(const Vector& u, const HostField& host, double factor = 1.0) const;

  /// Integrates numbers in double or float, in memory that kernels can access, in any order. Here
  /// and in the next two functions, they belong to all columns, or to a rectangle from `at` on.
  /// Factors multiply in double.
  void integrate(const Matrix& grid, const CellsToRead& cells, const Vector& f, double factor = 1.0,
                 FirstColumn at = {}) const;
  /// Copies `cells` to the owned cells of u.
  void from_cells(const CellsToRead& cells, const Vector& u, double factor = 1.0,
                  FirstColumn at = {}) const;
  /// Copies the owned cells of u to `cells`.
  void to_cells(const Vector& u, const CellsToWrite& cells, double factor = 1.0,
                FirstColumn at = {}) const;

  /// Device bytes of the buffers: 0 if the host can read fields.
  static Int64 bytes(int nx, const PatchRows& rows, int nz) {
    if (on_host) return 0;
    return 2 * buffered_rows(nx, rows.all(), nz) * nx * nz * Int64(sizeof(double));
  }

private:
  using Rows = Kokkos::View<double***, Kokkos::LayoutRight, MemorySpace>;
  /// The rows of a buffer, at most 8 MiB of them. A bus takes much longer to copy 8 MiB than to
  /// start a copy.
  static Int64 buffered_rows(int nx, int ny, int nz) {
    return std::clamp<Int64>((Int64(8) << 20) / (Int64(nx) * nz * Int64(sizeof(double))), 1, ny);
  }
  template <class Put> void put_all(const HostField& host, const Put& put) const;

  PatchRows rows_{0};
  BlockMemory memory_; ///< memory of the buffers, if they share a block
  std::array<ExecutionSpace, 2> queues_;
  std::array<Rows, 2> buffers_; ///< one for each queue
};

} // namespace isobar

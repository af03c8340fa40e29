#pragma once
#include <isobar/core/field.hpp>
#include <isobar/core/grid_level.hpp>

namespace isobar {

/// A field as weather models hold it on the host: (ny, nx, nz), the level fastest, owned cells
/// only, always double.
using HostField = Kokkos::View<double***, Kokkos::LayoutRight, HostSpace>;

/// Moves fields between host order and the solvers' order (x fastest, padded). The papers count
/// this transposition with the solve, so the program times it. Where the device has memory of
/// its own the numbers are copied as they lie and transposed there.
template <class T> class HostOrder {
public:
  HostOrder() = default;
  HostOrder(int nx, int ny, int nz);

  /// f = host |T| V_k: cell means become volume integrals, the right-hand side of A u = f.
  /// Writes owned cells. `host` has the extents given at construction.
  template <class A>
  void integrate(const GridLevel<A>& grid, const HostField& host, const Field<T>& f) const;
  /// u = host, owned cells, as they are.
  void from_host(const HostField& host, const Field<T>& u) const;
  /// host = u, owned cells.
  void to_host(const Field<T>& u, const HostField& host) const;

  /// Device bytes of the staging buffer: none where the host can read fields.
  static Count bytes(int nx, int ny, int nz) {
    return on_host ? 0 : Count(nx) * ny * nz * Count(sizeof(double));
  }

private:
  using Staging = Kokkos::View<double***, Kokkos::LayoutRight, MemorySpace>;
  Staging staging(const HostField& host) const;
  Staging staging_;
};

} // namespace isobar

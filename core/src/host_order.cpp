#include <isobar/core/host_order.hpp>

namespace isobar {
namespace {

/// Columns of x and levels that are transposed at a time: both sides of a 16 x 16 tile of
/// doubles stay in a first-level cache.
constexpr int tile = 16;

/// move(i, k, j) for all cells, tile by tile.
template <class Move> struct Transpose {
  Move move;
  int nx, nz, tiles_x, tiles_z;
  KOKKOS_FUNCTION void operator()(Count n) const {
    const int k0 = int(n % tiles_z) * tile, i0 = int(n / tiles_z % tiles_x) * tile;
    const int j = int(n / tiles_z / tiles_x);
    const int k1 = k0 + tile < nz ? k0 + tile : nz, i1 = i0 + tile < nx ? i0 + tile : nx;
    for (int k = k0; k < k1; ++k)
      for (int i = i0; i < i1; ++i) move(i, k, j);
  }
};

template <class Move> void transpose(const char* label, int nx, int ny, int nz, const Move& move) {
  const int tiles_x = (nx + tile - 1) / tile, tiles_z = (nz + tile - 1) / tile;
  using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Count>>;
  Kokkos::parallel_for(label, Range(0, Count(tiles_x) * tiles_z * ny),
                       Transpose<Move>{move, nx, nz, tiles_x, tiles_z});
}

template <class T, class A> struct Integrate {
  Kokkos::View<const double***, Kokkos::LayoutRight, MemorySpace> host;
  typename ColumnGeometry<A>::View area;
  Profile<A> profile;
  Field<T> f;
  KOKKOS_FUNCTION void operator()(int i, int k, int j) const {
    f(i, k, j) = T(A(host(j, i, k)) * (area(i, j) * profile(k).a));
  }
};

template <class T> struct FromHost {
  Kokkos::View<const double***, Kokkos::LayoutRight, MemorySpace> host;
  Field<T> u;
  KOKKOS_FUNCTION void operator()(int i, int k, int j) const { u(i, k, j) = T(host(j, i, k)); }
};

template <class T> struct ToHost {
  Field<T> u;
  Kokkos::View<double***, Kokkos::LayoutRight, MemorySpace> host;
  KOKKOS_FUNCTION void operator()(int i, int k, int j) const { host(j, i, k) = double(u(i, k, j)); }
};

} // namespace

template <class T> HostOrder<T>::HostOrder(int nx, int ny, int nz) {
  if constexpr (!on_host) staging_ = Staging("isobar staging", ny, nx, nz);
}

template <class T>
typename HostOrder<T>::Staging HostOrder<T>::staging(const HostField& host) const {
  if constexpr (on_host) return host;
  else return staging_;
}

template <class T>
template <class A>
void HostOrder<T>::integrate(const GridLevel<A>& grid, const HostField& host,
                             const Field<T>& f) const {
  const Staging source = staging(host);
  if constexpr (!on_host) Kokkos::deep_copy(source, host);
  transpose("isobar/transpose_in", grid.nx(), grid.ny(), grid.nz(),
            Integrate<T, A>{source, grid.columns().area, grid.profile(), f});
  Kokkos::fence();
}

template <class T> void HostOrder<T>::from_host(const HostField& host, const Field<T>& u) const {
  const Staging source = staging(host);
  if constexpr (!on_host) Kokkos::deep_copy(source, host);
  const FieldShape& s = u.shape();
  transpose("isobar/transpose_in", s.nx, s.ny, s.nz, FromHost<T>{source, u});
  Kokkos::fence();
}

template <class T> void HostOrder<T>::to_host(const Field<T>& u, const HostField& host) const {
  const Staging target = staging(host);
  const FieldShape& s = u.shape();
  transpose("isobar/transpose_out", s.nx, s.ny, s.nz, ToHost<T>{u, target});
  Kokkos::fence();
  if constexpr (!on_host) Kokkos::deep_copy(host, target);
}

template class HostOrder<double>;
template class HostOrder<float>;
template void HostOrder<double>::integrate(const GridLevel<double>&, const HostField&,
                                           const Field<double>&) const;
template void HostOrder<float>::integrate(const GridLevel<float>&, const HostField&,
                                          const Field<float>&) const;
template void HostOrder<float>::integrate(const GridLevel<double>&, const HostField&,
                                          const Field<float>&) const;

} // namespace isobar

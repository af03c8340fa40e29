#include "library/staged_cells.hpp"

#include <cstdint>

namespace isobar {
namespace {

bool is_host_order(const CellsIn& cells) {
  const auto& [nx, ny, nz] = cells.extents();
  return cells.strides() == std::array<std::int64_t, 3>{nz, nx * nz, 1};
}

/// to = from, a row of columns after the other.
template <class From, class To> struct CopyOnHost {
  From from;
  To to;
  int nx, nz;
  void operator()(int j) const {
    for (int i = 0; i < nx; ++i)
      for (int k = 0; k < nz; ++k) to.at(i, k, j) = from.at(i, k, j);
  }
};

template <class From, class To> void copy_on_host(const From& from, const To& to) {
  using Rows = Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>;
  Kokkos::parallel_for("isobar/copy_on_host", Rows(0, from.ny),
                       CopyOnHost<From, To>{from, to, from.nx, from.nz});
  Kokkos::fence();
}

StridedCells<double> strided(const HostField& host) {
  return strided(
      CellsOut(host.data(), int(host.extent(1)), int(host.extent(0)), int(host.extent(2))));
}

} // namespace

HostField StagedCells::host_order_for(const CellsIn& cells) {
  const auto& [nx, ny, nz] = cells.extents();
  if (is_host_order(cells)) return HostField(const_cast<double*>(cells.data()), ny, nx, nz);
  if (staging_.data() == nullptr)
    staging_ = HostField(Kokkos::view_alloc("isobar staged cells", Kokkos::WithoutInitializing), ny,
                         nx, nz);
  return staging_;
}

HostField StagedCells::in_host_order(const CellsIn& cells) {
  const HostField host = host_order_for(cells);
  if (host.data() != cells.data()) copy_on_host(isobar::strided(cells), strided(host));
  return host;
}

void StagedCells::take_from(const HostField& host, const CellsOut& cells) {
  if (host.data() != cells.data()) copy_on_host(strided(host), isobar::strided(cells));
}

} // namespace isobar

#include "library/staged_cells.hpp"

#include <cstdint>

namespace isobar {
namespace {

template <class T, class Void> StridedCells<T> strided_as(const CellData<Void>& cells) {
  const auto& [nx, ny, nz] = cells.extents();
  const auto& [x, y, z] = cells.strides();
  return {static_cast<T*>(cells.data()), int(nx), int(ny), int(nz), x, y, z};
}

bool is_as_it_travels(const CellsIn& cells) {
  const auto& [nx, ny, nz] = cells.extents();
  return cells.number() == Number::in_double &&
         cells.strides() == std::array<std::int64_t, 3>{nz, nx * nz, 1};
}

/// Copies from = to, one row of columns after the other.
template <class From, class To> struct CopyOnHost {
  From from;
  To to;
  int nx, nz;
  void operator()(int j) const {
    using Number = std::decay_t<decltype(to.at(0, 0, 0))>;
    for (int i = 0; i < nx; ++i)
      for (int k = 0; k < nz; ++k) to.at(i, k, j) = Number(from.at(i, k, j));
  }
};

void copy_on_host(const CellsToRead& any_from, const CellsToWrite& any_to) {
  const auto copy = []<class From, class To>(const From& from, const To& to) {
    using Rows = Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>;
    Kokkos::parallel_for("isobar/copy_on_host", Rows(0, from.ny),
                         CopyOnHost<From, To>{from, to, from.nx, from.nz});
  };
  std::visit(copy, any_from, any_to);
  Kokkos::fence();
}

CellsOut cells_in(const HostField& host) {
  return {host.data(), int(host.extent(1)), int(host.extent(0)), int(host.extent(2))};
}

} // namespace

CellsToRead strided(const CellsIn& cells) {
  if (cells.number() == Number::in_float) return strided_as<const float>(cells);
  return strided_as<const double>(cells);
}
CellsToWrite strided(const CellsOut& cells) {
  if (cells.number() == Number::in_float) return strided_as<float>(cells);
  return strided_as<double>(cells);
}

HostField StagedCells::host_order_for(const CellsIn& cells) {
  const auto& [nx, ny, nz] = cells.extents();
  if (is_as_it_travels(cells))
    return HostField(static_cast<double*>(const_cast<void*>(cells.data())), ny, nx, nz);
  if (staging_.data() == nullptr)
    staging_ = HostField(Kokkos::view_alloc("isobar staged cells", Kokkos::WithoutInitializing), ny,
                         nx, nz);
  return staging_;
}

HostField StagedCells::in_host_order(const CellsIn& cells) {
  const HostField host = host_order_for(cells);
  if (host.data() != cells.data()) copy_on_host(strided(cells), strided(cells_in(host)));
  return host;
}

void StagedCells::take_from(const HostField& host, const CellsOut& cells) {
  if (host.data() != cells.data()) copy_on_host(strided(CellsIn(cells_in(host))), strided(cells));
}

} // namespace isobar

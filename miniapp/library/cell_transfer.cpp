#include "library/cell_transfer.hpp"

#include "setup/scaling.hpp"

#include <cstdint>
#include <limits>

namespace isobar {
namespace {

/// Cell number n in about the order in which cells lie in memory.
struct LargestOfCells {
  StridedCells<const double> cells;
  bool layer_fastest;

  KOKKOS_FUNCTION void operator()(Int64 n, double& most) const {
    const int nx = cells.nx, nz = cells.nz;
    const int i = int(layer_fastest ? n / nz % nx : n % nx);
    const int k = int(layer_fastest ? n % nz : n / nx % nz);
    take_magnitude(cells.at(i, k, int(n / nx / nz)), most);
  }
};

template <class Space> double largest_in(const StridedCells<const double>& cells) {
  double most = 0.0;
  Kokkos::parallel_reduce("isobar/largest",
                          Kokkos::RangePolicy<Space, Kokkos::IndexType<Int64>>(
                              0, Int64(cells.nx) * cells.ny * cells.nz),
                          LargestOfCells{cells, cells.z_stride <= cells.x_stride},
                          Kokkos::Max<double>(most));
  return most;
}

/// Cell number n in the order of j, i and k.
struct FirstNotFinite {
  StridedCells<const double> cells;

  KOKKOS_FUNCTION void operator()(Int64 n, Int64& first) const {
    const int nx = cells.nx, nz = cells.nz;
    double magnitude = 0.0;
    take_magnitude(cells.at(int(n / nz % nx), int(n % nz), int(n / nz / nx)), magnitude);
    if (magnitude > std::numeric_limits<double>::max() && n < first) first = n;
  }
};

template <class Space> Int64 first_not_finite_in(const StridedCells<const double>& cells) {
  const Int64 all = Int64(cells.nx) * cells.ny * cells.nz;
  Int64 first = all;
  Kokkos::parallel_reduce("isobar/first_not_finite",
                          Kokkos::RangePolicy<Space, Kokkos::IndexType<Int64>>(0, all),
                          FirstNotFinite{cells}, Kokkos::Min<Int64>(first));
  return first < all ? first : -1;
}

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

double largest(const CellsIn& cells) {
  Kokkos::fence(); // what writes them may still run
  return in_reach(cells.place()) ? largest_in<ExecutionSpace>(strided(cells))
                                 : largest_in<Kokkos::DefaultHostExecutionSpace>(strided(cells));
}

std::optional<std::array<int, 3>> first_not_finite(const CellsIn& cells) {
  const StridedCells<const double> all = strided(cells);
  const Int64 n = in_reach(cells.place())
                      ? first_not_finite_in<ExecutionSpace>(all)
                      : first_not_finite_in<Kokkos::DefaultHostExecutionSpace>(all);
  if (n < 0) return {};
  return std::array<int, 3>{int(n / all.nz % all.nx), int(n / all.nz / all.nx), int(n % all.nz)};
}

/// The memory itself if it is in host order.
HostField CellTransfer::host_order_for(const CellsIn& cells) {
  const auto& [nx, ny, nz] = cells.extents();
  if (is_host_order(cells)) return HostField(const_cast<double*>(cells.data()), ny, nx, nz);
  if (staging_.data() == nullptr)
    staging_ = HostField(Kokkos::view_alloc("isobar staged cells", Kokkos::WithoutInitializing), ny,
                         nx, nz);
  return staging_;
}

HostField CellTransfer::in_host_order(const CellsIn& cells) {
  const HostField host = host_order_for(cells);
  if (host.data() != cells.data()) copy_on_host(isobar::strided(cells), strided(host));
  return host;
}

void CellTransfer::take_from(const HostField& host, const CellsOut& cells) {
  if (host.data() != cells.data()) copy_on_host(strided(host), isobar::strided(cells));
}

} // namespace isobar

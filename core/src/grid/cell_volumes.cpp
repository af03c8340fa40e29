#include <isobar/core/grid/cell_volumes.hpp>

#include "base/precision_list.hpp"

namespace isobar {
namespace {

using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>;

/// The owned cells of a field by number, roughly in the order of memory.
template <class P> struct NumberedCells {
  using A = typename P::arithmetic;
  using T = typename P::storage;
  typename ColumnGeometry<A>::View area;
  typename GridLevel<A>::Volumes volumes;
  FieldOf<P> field;
  PatchRows rows;
  int nx, nz;

  NumberedCells(const GridLevel<A>& grid, const FieldOf<P>& f)
      : area(grid.columns().area), volumes(grid.volumes()), field(f), rows(grid.rows()),
        nx(grid.nx()), nz(grid.nz()) {}
  Range range() const { return Range(0, Int64(nx) * nz * rows.all()); }

  /// Calls use(number of the field, volume) for cell n.
  template <class Use> KOKKOS_FORCEINLINE_FUNCTION void with(Int64 n, const Use& use) const {
    constexpr bool layers_first = P::layout == Layout::z_fastest;
    const int inner = layers_first ? nz : nx, outer = layers_first ? nx : nz;
    const int a = int(n % inner), b = int(n / inner % outer);
    const int i = layers_first ? b : a, k = layers_first ? a : b;
    const int j = rows.row(int(n / inner / outer));
    use(field(i, k, j), double(area(i, j)) * double(volumes(k)));
  }
};

template <class P> struct DivideByVolume {
  NumberedCells<P> cells;
  KOKKOS_FUNCTION void operator()(Int64 n) const {
    using T = typename P::storage;
    cells.with(n, [](T& f, double volume) { f = T(double(f) / volume); });
  }
};

/// Computes f = f + by, or f + by volume if f is integrated.
template <class P> struct AddConstant {
  NumberedCells<P> cells;
  double by;
  bool integrated;
  KOKKOS_FUNCTION void operator()(Int64 n) const {
    using T = typename P::storage;
    const double factor = by;
    const bool whole = integrated;
    cells.with(n,
               [=](T& f, double volume) { f = T(double(f) + (whole ? factor * volume : factor)); });
  }
};

template <class P> struct SumWithVolumes {
  NumberedCells<P> cells;
  KOKKOS_FUNCTION void operator()(Int64 n, Sums& sums) const {
    using T = typename P::storage;
    cells.with(n, [&](const T& u, double volume) {
      sums.first += double(u) * volume;
      sums.second += volume;
    });
  }
};

template <class P> struct SumOfCells {
  NumberedCells<P> cells;
  KOKKOS_FUNCTION void operator()(Int64 n, Sums& sums) const {
    using T = typename P::storage;
    cells.with(n, [&](const T& f, double) {
      sums.first += double(f);
      sums.second += f < T(0) ? -double(f) : double(f);
    });
  }
};

template <class Kernel> Sums sum_over(const char* label, const Kernel& kernel) {
  Sums sums;
  Kokkos::parallel_reduce(label, kernel.cells.range(), kernel, Kokkos::Sum<Sums>(sums));
  return sums;
}

template <class Kernel> void for_all(const char* label, const Kernel& kernel) {
  Kokkos::parallel_for(label, kernel.cells.range(), kernel);
}

} // namespace

template <class P> void CellVolumes<P>::divide(const Matrix& grid, const Vector& f) {
  for_all("isobar/divide_by_volume", DivideByVolume<P>{{grid, f}});
}
template <class P> Sums CellVolumes<P>::integral(const Matrix& grid, const Vector& u) {
  return sum_over("isobar/integral", SumWithVolumes<P>{{grid, u}});
}
template <class P> Sums CellVolumes<P>::sums(const Matrix& grid, const Vector& f) {
  return sum_over("isobar/sum_of_cells", SumOfCells<P>{{grid, f}});
}
template <class P> void CellVolumes<P>::add(const Matrix& grid, double c, const Vector& u) {
  for_all("isobar/add_constant", AddConstant<P>{{grid, u}, c, false});
}
template <class P>
void CellVolumes<P>::add_integrated(const Matrix& grid, double c, const Vector& f) {
  for_all("isobar/add_constant", AddConstant<P>{{grid, f}, c, true});
}

ISOBAR_INSTANTIATE(struct CellVolumes)

} // namespace isobar

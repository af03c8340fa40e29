#include "run/symmetry.hpp"

#include "base/precision_list.hpp"

#include "setup/random_number.hpp"

#include <isobar/core/field/blas.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>

namespace isobar {
namespace {

template <class T>
double global_dot(Communicator<T>& c, const FieldMemory<T>& x, const FieldMemory<T>& y) {
  std::array<double, 1> value{Blas<T>::dot(x, y)};
  c.sum(value);
  return value[0];
}

/// Random numbers in [-1, 1) that depend on seed and global index only. They are the same on any
/// number of ranks. The device makes them in place. Numbers from the host would need a field of
/// pinned memory, which takes 3 s for 10 GB.
template <class P> struct RandomField {
  FieldOf<P> x;
  PatchRows rows;
  Int64 first_column, row_columns; ///< of the first cell; from one row to the next
  std::uint64_t seed;
  int nx, nz;

  KOKKOS_FUNCTION void operator()(Int64 cell) const {
    const int i = int(cell % nx), k = int(cell / nx % nz), j = int(cell / (Int64(nx) * nz));
    const auto number = std::uint64_t((first_column + j * row_columns + i) * nz + k);
    x(i, k, rows.row(j)) = typename P::storage(random_number(seed, number));
  }
};

template <class P> void fill_random(const Partition& own, std::uint64_t seed, const FieldOf<P>& x) {
  const Partition part = own.in_host_order();
  const int nz = x.shape().nz;
  const Int64 row = part.global_nx, first = part.first_j * row + part.first_i;
  const RandomField<P> fill{x, own.rows(), first, row, seed, part.nx, nz};
  const Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>> cells(0, Int64(part.nx) *
                                                                                   part.ny * nz);
  Kokkos::parallel_for("isobar/random_field", cells, fill);
}

} // namespace

template <class P>
Check Symmetry<P>::check(const Partition& part, int nz,
                         Communicator<typename P::storage>& communicator, const Apply& apply) {
  using T = typename P::storage;
  const auto make = [&](const char* name) { return FieldOf<P>(name, part.nx, part.ny, nz); };
  const FieldOf<P> x = make("isobar x"), y = make("isobar y"), image = make("isobar Ax");
  fill_random<P>(part, 1, x);
  fill_random<P>(part, 2, y);
  // Products with `image` come first, while the halos of x and y do not matter (blas.hpp).
  exchange(communicator, x, Halo::edges_and_corners);
  apply(x, image);
  const double ax_y = global_dot(communicator, image, y);
  const double scale =
      std::sqrt(global_dot(communicator, image, image) * global_dot(communicator, y, y));
  exchange(communicator, y, Halo::edges_and_corners);
  apply(y, image);
  const double asymmetry = std::abs(ax_y - global_dot(communicator, image, x)) / scale;
  const bool wide = std::is_same_v<T, double> && std::is_same_v<typename P::arithmetic, double>;
  const double bound = wide ? 1e-12 : 1e-5;
  return check_at_most("symmetry", asymmetry, bound,
                       fmt::format("|<Ax,y> - <x,Ay>| = {:.1e} ||Ax|| ||y||", asymmetry));
}

ISOBAR_INSTANTIATE(struct Symmetry)

} // namespace isobar

#include "run/symmetry.hpp"

#include "base/precision_list.hpp"

#include "setup/random_number.hpp"

#include <isobar/core/field/blas.hpp>
#include <isobar/core/grid/host_order.hpp>

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

/// Fills random numbers in [-1, 1) that depend on seed and
/// global index only. They are the same on any number of ranks.
template <class P> void fill_random(const Partition& own, std::uint64_t seed, const FieldOf<P>& x) {
  const int nz = x.shape().nz;
  const Partition part = own.in_host_order();
  const HostField host("isobar random", part.ny, part.nx, nz);
  for (int j = 0; j < part.ny; ++j)
    for (int i = 0; i < part.nx; ++i) {
      const Int64 column = Int64(part.first_j + j) * part.global_nx + part.first_i + i;
      for (int k = 0; k < nz; ++k)
        host(j, i, k) = random_number(seed, std::uint64_t(column * nz + k));
    }
  HostOrder<P>(own.nx, own.rows(), nz).from_host(host, x);
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

#include "setup/scaling.hpp"

#include <algorithm>
#include <cstdlib>

namespace isobar {
namespace {

/// The largest exponent that needs no scale. From 2^-32 to 2^32 the squares of integrals over the
/// smallest cells stay far inside the range of float. Such right-hand sides are solved as they are.
constexpr int most_exponent = 32;

void multiply(const HostField& field, int exponent) {
  for (std::size_t n = 0; n < field.size(); ++n)
    field.data()[n] = std::ldexp(field.data()[n], exponent);
}

/// The largest absolute value on this rank; infinity if a
/// number is not finite. The device reads the host's memory.
double largest(const HostField& field) {
  const double* const numbers = field.data();
  double most = 0.0;
  Kokkos::parallel_reduce(
      "isobar/largest",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>(0, Int64(field.size())),
      KOKKOS_LAMBDA(Int64 n, double& so_far) { take_magnitude(numbers[n], so_far); },
      Kokkos::Max<double>(most));
  return most;
}

} // namespace

void Scale::apply(const HostField& field) const {
  if (exponent != 0) multiply(field, -exponent);
}

void Scale::undo(const HostField& field) const {
  if (exponent != 0) multiply(field, exponent);
}

Scale scale_of(double largest) {
  if (largest == 0.0 || !std::isfinite(largest)) return {};
  return scale_of_exponent(std::ilogb(largest));
}

Scale scale_of_exponent(int exponent) {
  return {std::abs(exponent) <= most_exponent ? 0 : exponent};
}

Scale normalise(const MpiComm& comm, const HostField& right_side) {
  double most = largest(right_side);
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, comm.get()),
            "MPI_Allreduce");
  const Scale scale = scale_of(most);
  scale.apply(right_side);
  return scale;
}

} // namespace isobar

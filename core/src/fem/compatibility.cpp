#include <isobar/core/fem/assembly.hpp>
#include <isobar/core/fem/compatibility.hpp>

#include <array>
#include <cmath>

namespace isobar {

std::vector<double> basis_integrals(const FemSpace& space) {
  const FemNumbers one("isobar one", std::size_t(space.unknowns())),
      zero("isobar zero", std::size_t(space.unknowns()));
  Kokkos::deep_copy(one, 1.0);
  const auto host =
      Kokkos::create_mirror_view_and_copy(HostSpace(), assemble_load(space, one, zero));
  return {host.data(), host.data() + host.extent(0)};
}

Compatibility make_compatible(Ranks& ranks, std::span<const double> integrals,
                              std::span<double> right_side) {
  std::array<double, 3> sums{};
  for (std::size_t n = 0; n < right_side.size(); ++n) {
    sums[0] += right_side[n];
    sums[1] += std::abs(right_side[n]);
    sums[2] += integrals[n];
  }
  ranks.sum(sums);
  const double mean = sums[0] / sums[2];
  for (std::size_t n = 0; n < right_side.size(); ++n) right_side[n] -= mean * integrals[n];
  return {sums[0], sums[1]};
}

double mean_of(Ranks& ranks, std::span<const double> integrals, std::span<const double> u) {
  std::array<double, 2> sums{};
  for (std::size_t n = 0; n < integrals.size(); ++n) {
    sums[0] += integrals[n] * u[n];
    sums[1] += integrals[n];
  }
  ranks.sum(sums);
  return sums[0] / sums[1];
}

} // namespace isobar

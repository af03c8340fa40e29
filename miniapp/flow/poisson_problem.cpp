#include "flow/poisson_problem.hpp"

#include "run/timed.hpp"
#include "setup/random_number.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace isobar {
namespace {

using std::numbers::pi;

/// Calls visit(i, j, k, value) for all cells of the part; i and j are indices in the whole box.
template <class Visit>
void for_cells(const BoxSpec& box, const Partition& part, const HostField& f, const Visit& visit) {
  for (int j = 0; j < part.ny; ++j)
    for (int i = 0; i < part.nx; ++i)
      for (int k = 0; k < box.z.cells(); ++k)
        visit(part.first_i + i, part.first_j + j, k, f(j, i, k));
}

double cell_volume(const BoxSpec& box, int i, int j, int k) {
  return box.x.width(i) * box.y.width(j) * box.z.width(k);
}

/// The cell that contains a point; on an interface the upper cell.
int cell_at(const Axis& axis, double place) {
  const auto above = std::ranges::upper_bound(axis.interfaces, place);
  return std::clamp(int(above - axis.interfaces.begin()) - 1, 0, axis.cells() - 1);
}

void fill_sines(const BoxSpec& box, const Partition& part, const HostField& f) {
  const SineProduct u(box);
  for_cells(box, part, f, [&](int i, int j, int k, double& value) {
    value = u.eigenvalue() * u(box.x.centre(i), box.y.centre(j), box.z.centre(k));
  });
}

void fill_random(const FlowDeck& deck, const BoxSpec& box, const Partition& part,
                 const HostField& f) {
  const Int64 nx = deck.grid.nx, nz = deck.grid.nz;
  for_cells(box, part, f, [&](int i, int j, int k, double& value) {
    value = random_number(std::uint64_t(deck.rhs.seed), std::uint64_t((j * nx + i) * nz + k));
  });
}

void fill_charges(const FlowDeck& deck, const BoxSpec& box, const Partition& part,
                  const HostField& f) {
  for_cells(box, part, f, [](int, int, int, double& value) { value = 0.0; });
  for (const std::vector<double>& charge : deck.rhs.charges) {
    const int i = cell_at(box.x, charge[0]), j = cell_at(box.y, charge[1]),
              k = cell_at(box.z, charge[2]);
    if (i < part.first_i || i >= part.first_i + part.nx) continue;
    if (j < part.first_j || j >= part.first_j + part.ny) continue;
    f(j - part.first_j, i - part.first_i, k) += charge[3] / cell_volume(box, i, j, k);
  }
}

/// Subtracts the mean: if no side fixes u, a solution exists only for a right-hand side of mean 0.
void take_off_mean(const BoxSpec& box, const MpiComm& comm, const Partition& part,
                   const HostField& f) {
  double integral = 0.0;
  for_cells(box, part, f, [&](int i, int j, int k, double value) {
    integral += value * cell_volume(box, i, j, k);
  });
  const double mean = sum_over_ranks(comm, integral) / box.volume();
  for_cells(box, part, f, [mean](int, int, int, double& value) { value -= mean; });
}

} // namespace

SineProduct::Wave SineProduct::wave(const Axis& axis) {
  const double length = axis.length();
  const bool low = axis.low == Boundary::dirichlet, high = axis.high == Boundary::dirichlet;
  if (axis.cells() == 1 && !low && !high) return {0.0, 0.5 * pi};
  if (axis.is_periodic()) return {2.0 * pi / length, 0.0};
  if (low && high) return {pi / length, 0.0};
  if (low) return {0.5 * pi / length, 0.0};
  if (high) return {0.5 * pi / length, 0.5 * pi};
  return {pi / length, 0.5 * pi};
}

SineProduct::SineProduct(const BoxSpec& box) : waves_{wave(box.x), wave(box.y), wave(box.z)} {}

double SineProduct::operator()(double x, double y, double z) const {
  return std::sin(waves_[0].number * x + waves_[0].phase) *
         std::sin(waves_[1].number * y + waves_[1].phase) *
         std::sin(waves_[2].number * z + waves_[2].phase);
}

double SineProduct::eigenvalue() const {
  double sum = 0.0;
  for (const Wave& w : waves_) sum += w.number * w.number;
  return sum;
}

void fill_right_side(const FlowDeck& deck, const MpiComm& comm, const Partition& part,
                     const HostField& f) {
  const BoxSpec box = deck.box();
  switch (deck.rhs.kind) {
  case flow::RhsKind::sines: fill_sines(box, part, f); break;
  case flow::RhsKind::random: fill_random(deck, box, part, f); break;
  case flow::RhsKind::charges: fill_charges(deck, box, part, f); break;
  case flow::RhsKind::file: break; // already read
  }
  if (box.is_singular()) take_off_mean(box, comm, part, f);
}

void to_integrals(const BoxSpec& box, const Partition& part, const HostField& values) {
  for_cells(box, part, values,
            [&](int i, int j, int k, double& value) { value *= cell_volume(box, i, j, k); });
}

void to_means(const BoxSpec& box, const Partition& part, const HostField& values) {
  for_cells(box, part, values,
            [&](int i, int j, int k, double& value) { value /= cell_volume(box, i, j, k); });
}

} // namespace isobar

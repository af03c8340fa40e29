#include "pressure/problem/source_terms.hpp"

#include "setup/random_number.hpp"

#include <cmath>

namespace isobar {
namespace {

constexpr int sources = 24, waves = 3;

/// Bump number n of a seed: signs in turn, so that the sum is small beside its parts.
SourceTerm::Bump random_bump(std::uint64_t seed, int n) {
  std::uint64_t index = 8 * std::uint64_t(n);
  const auto within = [&](double from, double to) {
    return from + (to - from) * 0.5 * (random_number(seed, index++) + 1.0);
  };
  SourceTerm::Bump bump{};
  for (double& centre : bump.centre) centre = within(0.1, 0.9);
  bump.width[0] = within(0.05, 0.25);
  bump.width[1] = within(0.05, 0.25);
  bump.width[2] = within(0.1, 0.4);
  bump.amplitude = (n % 2 == 0 ? 1.0 : -1.0) * within(0.5, 1.0);
  return bump;
}

/// From 1 to 6 half waves a side.
SourceTerm::Waves random_waves(std::uint64_t seed, int n) {
  const auto count = [&](std::uint64_t index) {
    return 1.0 + std::floor(3.0 * (random_number(seed, index) + 1.0));
  };
  const std::uint64_t index = 2 * std::uint64_t(n);
  return {count(index), count(index + 1), seed + std::uint64_t(n + 1)};
}

} // namespace

SourceTerm SourceTerm::of(const Bump& bump) {
  SourceTerm term;
  term.bump_ = bump;
  return term;
}
SourceTerm SourceTerm::of(const Waves& waves) {
  SourceTerm term;
  term.is_bump_ = false;
  term.waves_ = waves;
  return term;
}

double SourceTerm::vertical(Int64 k, int nz) const {
  if (is_bump_) return bump((double(k) + 0.5) / nz, 2);
  return random_number(waves_.seed, std::uint64_t(k));
}

std::vector<SourceTerm> source_terms(const deck::Rhs& rhs) {
  const auto seed = std::uint64_t(rhs.seed);
  std::vector<SourceTerm> terms;
  if (rhs.kind == deck::RhsKind::sources)
    for (int n = 0; n < sources; ++n) terms.push_back(SourceTerm::of(random_bump(seed, n)));
  if (rhs.kind == deck::RhsKind::layered)
    for (int n = 0; n < waves; ++n) terms.push_back(SourceTerm::of(random_waves(seed, n)));
  return terms;
}

} // namespace isobar

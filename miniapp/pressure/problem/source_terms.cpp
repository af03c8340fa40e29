#include "pressure/problem/source_terms.hpp"

#include "setup/random_number.hpp"

namespace isobar {
namespace {

using std::numbers::pi;
using Kind = SourceTerm::Kind;

/// The sphere has as many on each panel as one panel has.
constexpr int sources = 24, waves = 3;

/// The numbers of a seed in their order.
class Numbers {
public:
  Numbers(std::uint64_t seed, std::uint64_t first) : seed_(seed), next_(first) {}
  double number() { return random_number(seed_, next_++); } ///< in [-1, 1)
  double within(double from, double to) { return from + (to - from) * 0.5 * (number() + 1.0); }
  double count() { return 1.0 + std::floor(3.0 * (number() + 1.0)); } ///< 1 to 6

private:
  std::uint64_t seed_, next_;
};

/// Bump number n of a seed. Signs alternate, so that the sum is small compared with its parts.
SourceTerm random_bump(std::uint64_t seed, int n, bool on_sphere) {
  Numbers numbers(seed, 8 * std::uint64_t(n));
  SourceTerm term{.kind = Kind::bump, .on_sphere = on_sphere};
  if (on_sphere) { // uniformly distributed over the sphere
    const double z = numbers.number(), east = pi * numbers.number(), r = std::sqrt(1.0 - z * z);
    term.centre = {r * std::cos(east), r * std::sin(east), z};
  } else {
    term.centre.x = numbers.within(0.1, 0.9);
    term.centre.y = numbers.within(0.1, 0.9);
  }
  term.height = numbers.within(0.1, 0.9);
  term.width[0] = on_sphere ? numbers.within(0.08, 0.4) : numbers.within(0.05, 0.25);
  if (!on_sphere) term.width[1] = numbers.within(0.05, 0.25);
  term.height_width = numbers.within(0.1, 0.4);
  term.amplitude = (n % 2 == 0 ? 1.0 : -1.0) * numbers.within(0.5, 1.0);
  return term;
}

SourceTerm random_waves(std::uint64_t seed, int n, bool on_sphere) {
  Numbers numbers(seed, (on_sphere ? 4 : 2) * std::uint64_t(n));
  SourceTerm term{.kind = Kind::waves, .on_sphere = on_sphere};
  for (int axis = 0; axis < (on_sphere ? 3 : 2); ++axis) term.waves[axis] = numbers.count();
  if (on_sphere) term.phase = pi * numbers.number();
  term.seed = seed + std::uint64_t(n + 1);
  return term;
}

SourceTerm blob(const deck::Rhs& rhs, bool on_sphere) {
  const std::vector<double>& c = rhs.blob_centre;
  SourceTerm term{.kind = Kind::blob, .on_sphere = on_sphere};
  term.centre = on_sphere ? CubedSphere(1).inside(0, c[0], c[1]) : SpherePoint{c[0], c[1], 0.0};
  term.width[0] = rhs.blob_width;
  term.height = c[2];
  term.height_width = rhs.blob_width;
  return term;
}

} // namespace

double SourceTerm::vertical(Int64 k, int nz) const {
  const double z = (double(k) + 0.5) / nz, t = (z - height) / height_width;
  switch (kind) {
  case Kind::box: return z >= from && z <= to ? 1.0 : 0.0;
  case Kind::smooth: return std::sin(pi * z);
  case Kind::blob: return std::exp(-t * t);
  case Kind::bump: return bump(t * t);
  case Kind::waves: return random_number(seed, std::uint64_t(k));
  default: return 1.0;
  }
}

std::vector<SourceTerm> source_terms(const Deck& deck) {
  const deck::Rhs& rhs = deck.rhs;
  const bool on_sphere = deck.grid.is_sphere();
  const auto seed = std::uint64_t(rhs.seed);
  std::vector<SourceTerm> terms;
  switch (rhs.kind) {
  case deck::RhsKind::box:
    return {{.kind = Kind::box, .from = rhs.box_layers[0], .to = rhs.box_layers[1]}};
  case deck::RhsKind::constant: return {{.kind = Kind::constant}};
  case deck::RhsKind::smooth: return {{.kind = Kind::smooth, .on_sphere = on_sphere}};
  case deck::RhsKind::blob: return {blob(rhs, on_sphere)};
  case deck::RhsKind::sources:
    for (int n = 0; n < sources * (on_sphere ? panel_count : 1); ++n)
      terms.push_back(random_bump(seed, n, on_sphere));
    break;
  case deck::RhsKind::layered:
    for (int n = 0; n < waves; ++n) terms.push_back(random_waves(seed, n, on_sphere));
    break;
  default: break;
  }
  return terms;
}

} // namespace isobar

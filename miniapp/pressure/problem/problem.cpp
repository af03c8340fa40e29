#include "pressure/problem/problem.hpp"

#include "pressure/problem/fill_kernels.hpp"
#include "pressure/problem/source_terms.hpp"
#include "setup/random_number.hpp"

#include <isobar/core/grid/cubed_sphere.hpp>

#include <cmath>
#include <cstdint>
#include <numbers>

namespace isobar {
namespace {

bool in_middle_quarter(Int64 i, Int64 n) { return 8 * i >= 3 * n && 8 * i < 5 * n; }
bool within(const std::vector<double>& range, double z) { return z >= range[0] && z <= range[1]; }

/// On the sphere row j of panel p is row p ny + j. The horizontal position is a point of the unit sphere:
///
///     box       in the middle quarter of panel 0
///     smooth    (x^2 - y^2) z sin(pi z), with x, y, z of the point first and the height then; a harmonic of degree 3
///     blob      with the angle to the centre, which is a point of panel 0, over that of a panel's width
double right_side_on_sphere(const Deck& deck, Int64 i, Int64 row, Int64 k) {
  using std::numbers::pi;
  const deck::Grid& g = deck.grid;
  const int panel = int(row / g.ny);
  const Int64 j = row % g.ny;
  const double z = (double(k) + 0.5) / g.nz;
  const CubedSphere sphere(g.nx);
  const SpherePoint p = sphere.centre({panel, int(i), int(j)});
  switch (deck.rhs.kind) {
  case deck::RhsKind::box:
    return panel == 0 && in_middle_quarter(i, g.nx) && in_middle_quarter(j, g.ny) &&
           within(deck.rhs.box_layers, z);
  case deck::RhsKind::smooth: return (p.x * p.x - p.y * p.y) * p.z * std::sin(pi * z);
  case deck::RhsKind::blob: {
    const auto& c = deck.rhs.blob_centre;
    const SpherePoint d = minus(p, sphere.inside(0, c[0], c[1]));
    const double angle = 2.0 * std::asin(0.5 * std::sqrt(dot(d, d)));
    const double distance = std::hypot(angle / (0.5 * pi), z - c[2]) / deck.rhs.blob_width;
    return std::exp(-distance * distance);
  }
  default: return 0.0;
  }
}

} // namespace

/// The formulas, with x, y, z in (0, 1) at cell centres, by index:
///
///     box       1 in the middle quarter of both horizontal directions where z is within box_layers,
///               else 0
///     constant  1
///     random    uniform in [-1, 1), depends on seed and global index only
///     smooth    sin(pi x) sin(pi y) sin(pi z)
///     blob      exp(-|x - centre|^2 / width^2)
///     sources   sum of 24 bumps, localised in x, y and z (source_terms.hpp)
///     layered   sum of three horizontal waves with random numbers of the layers
double right_side(const Deck& deck, Int64 i, Int64 j, Int64 k) {
  const deck::Grid& g = deck.grid;
  const bool by_index =
      deck.rhs.kind == deck::RhsKind::constant || deck.rhs.kind == deck::RhsKind::random;
  if (g.is_sphere() && !by_index) return right_side_on_sphere(deck, i, j, k);
  const double x = (double(i) + 0.5) / g.nx, y = (double(j) + 0.5) / g.ny,
               z = (double(k) + 0.5) / g.nz;
  switch (deck.rhs.kind) {
  case deck::RhsKind::box:
    return in_middle_quarter(i, g.nx) && in_middle_quarter(j, g.ny) &&
           within(deck.rhs.box_layers, z);
  case deck::RhsKind::constant: return 1.0;
  case deck::RhsKind::random:
    return random_number(std::uint64_t(deck.rhs.seed), std::uint64_t((j * g.nx + i) * g.nz + k));
  case deck::RhsKind::smooth: {
    using std::numbers::pi;
    return std::sin(pi * x) * std::sin(pi * y) * std::sin(pi * z);
  }
  case deck::RhsKind::blob: {
    const auto& c = deck.rhs.blob_centre;
    const double d = std::hypot(x - c[0], y - c[1], z - c[2]) / deck.rhs.blob_width;
    return std::exp(-d * d);
  }
  case deck::RhsKind::sources:
  case deck::RhsKind::layered: {
    double sum = 0.0;
    for (const SourceTerm& term : source_terms(deck.rhs))
      sum += term.horizontal(x, y) * term.vertical(k, g.nz);
    return sum;
  }
  case deck::RhsKind::file: break;
  }
  return 0.0;
}

void fill_right_side(const Deck& deck, const Partition& part, const HostField& f) {
  if (const auto terms = source_terms(deck.rhs); !terms.empty())
    return fill_from_terms(terms, deck.grid, part, f);
  if (deck.rhs.kind == deck::RhsKind::random)
    return fill_random(std::uint64_t(deck.rhs.seed), deck.grid, part, f);
  for (int j = 0; j < part.ny; ++j)
    for (int i = 0; i < part.nx; ++i)
      for (int k = 0; k < deck.grid.nz; ++k)
        f(j, i, k) = right_side(deck, part.first_i + i, part.first_j + j, k);
}

} // namespace isobar

#include "input/npy_mapped.hpp"
#include "pressure/deck/deck_files.hpp"
#include "pressure/deck/deck_numbers.hpp"
#include "pressure/deck/deck_resolve.hpp"

#include <algorithm>
#include <cmath>

/// Checks whether grid, boundaries and coefficients of a deck fit together.
namespace isobar {
namespace {

using namespace deck;

void check_range(const Deck& deck, const char* key, const std::vector<double>& range, double most) {
  if (range[0] >= range[1])
    throw InputError(describe(deck, key) +
                     ": from is not below to; expected the lower number first");
  if (range[1] - range[0] > most)
    throw InputError(fmt::format("{}: {} degrees; expected at most {}", describe(deck, key),
                                 range[1] - range[0], most));
}

/// Longitudes around the whole sphere must be periodic. A pole
/// is no side, so u cannot be known there.
void resolve_latlon(Deck& deck) {
  const Grid& g = deck.grid;
  if (!g.is_latlon()) return;
  check_range(deck, "grid.longitude", g.longitude, 360.0);
  check_range(deck, "grid.latitude", g.latitude, 180.0);
  Boundaries& b = deck.boundaries;
  const auto fill = [&](const char* key, Boundary& side, bool holds, Boundary value) {
    if (holds && !deck.is_given(key)) side = value;
  };
  const bool around = g.longitude[1] - g.longitude[0] == 360.0 &&
                      !deck.is_given("boundaries.west") && !deck.is_given("boundaries.east");
  fill("boundaries.west", b.west, around, Boundary::periodic);
  fill("boundaries.east", b.east, around, Boundary::periodic);
  fill("boundaries.south", b.south, g.latitude[0] == -90.0, Boundary::neumann);
  fill("boundaries.north", b.north, g.latitude[1] == 90.0, Boundary::neumann);
}

/// `this_key` is the periodic one of two opposite sides.
void check_pair(const Deck& deck, const char* this_key, Boundary side, const char* other_key,
                Boundary other) {
  if (side != Boundary::periodic) return;
  if (other != Boundary::periodic)
    throw InputError(fmt::format("{}: {} is \"{}\"; expected both periodic or none",
                                 describe(deck, this_key), other_key, word(other)));
  if (deck.grid.is_panel())
    throw InputError(describe(deck, this_key) +
                     ": a panel's sides do not meet; expected \"dirichlet\", \"neumann\", or "
                     "\"flat\" or \"latlon\" as grid.domain");
}

/// The vertex flux exists for the vertices of a panel and of the sphere.
void check_flux(const Deck& deck) {
  const deck::Grid& g = deck.grid;
  if (g.flux == Flux::vertex && !g.is_panel() && !g.is_sphere())
    throw InputError(fmt::format("{}: grid.domain is \"{}\", whose cells are orthogonal; expected "
                                 "\"two-point\"",
                                 describe(deck, "grid.flux"), word(g.domain)));
}

void check_boundaries(const Deck& deck) {
  const Boundaries& b = deck.boundaries;
  check_pair(deck, "boundaries.west", b.west, "boundaries.east", b.east);
  check_pair(deck, "boundaries.east", b.east, "boundaries.west", b.west);
  check_pair(deck, "boundaries.south", b.south, "boundaries.north", b.north);
  check_pair(deck, "boundaries.north", b.north, "boundaries.south", b.south);
  for (const auto& [key, side] :
       {std::pair("boundaries.bottom", b.bottom), {"boundaries.top", b.top}})
    if (side == Boundary::periodic)
      throw InputError(describe(deck, key) + ": expected \"dirichlet\" or \"neumann\"");
  if (b.south == Boundary::periodic && deck.grid.is_latlon())
    throw InputError(describe(deck, "boundaries.south") +
                     ": parallels do not meet; expected \"dirichlet\" or \"neumann\"");
}

/// Fills in the numbers of a file. Checks their count and each
/// number. A single number in the deck stands for all.
template <class Allowed>
void resolve_numbers(const Deck& deck, const std::string& key, Profile& profile, int count,
                     const char* expected, const Allowed& allowed) {
  if (!profile.file.empty()) {
    const npy::MappedNumbers file(profile.file, {count});
    if (!file.problem().empty())
      throw InputError(
          fmt::format("{}: {}: {}", describe(deck, key), profile.file, file.problem()));
    profile.numbers.clear();
    for (Int64 n = 0; n < file.size(); ++n) profile.numbers.push_back(file[n]);
  }
  std::vector<double>& numbers = profile.numbers;
  if (int(numbers.size()) != count)
    throw InputError(fmt::format("{}: {} numbers; expected {}, one for each {}",
                                 describe(deck, key), numbers.size(), count,
                                 key == "grid.interfaces" ? "interface" : "layer"));
  for (std::size_t n = 0; n < numbers.size(); ++n)
    if (!std::isfinite(numbers[n]) || !allowed(n))
      throw InputError(fmt::format("{}: number {} is {}; expected {}", describe(deck, key), n,
                                   numbers[n], expected));
}

void resolve_interfaces(Deck& deck) {
  if (!deck.grid.has_interfaces()) return;
  Profile& heights = deck.grid.interfaces;
  const std::vector<double>& z = heights.numbers;
  resolve_numbers(deck, "grid.interfaces", heights, deck.grid.nz + 1,
                  "0 and then heights that grow",
                  [&](std::size_t n) { return n == 0 ? z[n] == 0.0 : z[n] > z[n - 1]; });
  if (deck.is_given("physics.depth"))
    throw InputError(
        fmt::format("{}: grid.interfaces are given too and end at {}; expected one of the two",
                    describe(deck, "physics.depth"), z.back()));
  deck.physics.depth = z.back();
}

void resolve_profiles(Deck& deck) {
  for (const NamedCoefficient& c : deck::coefficients) {
    Profile& profile = (deck.coefficients.*c.member).profile;
    const bool one = profile.file.empty() && profile.numbers.size() == 1;
    if (profile.standard_atmosphere || one) continue;
    const bool alpha = c.name.starts_with("alpha");
    const std::vector<double>& x = profile.numbers;
    resolve_numbers(deck, fmt::format("coefficients.{}_profile", c.name), profile, deck.grid.nz,
                    c.is_xi ? "a finite number"
                    : alpha ? "a number above 0"
                            : "a number of at least 0",
                    [&](std::size_t n) { return c.is_xi || (alpha ? x[n] > 0.0 : x[n] >= 0.0); });
  }
}

/// Checks that the files of columns and cells exist and have the right shape. equation_of checks their numbers.
void check_files(const Deck& deck) {
  const Int64 nx = deck.grid.nx, ny = deck.grid.rows(), nz = deck.grid.nz;
  deck::for_input_files(deck, [&](const std::string& key, const std::string& path) {
    const bool cells = key.ends_with("_cells");
    const bool columns = key.ends_with("_columns") || key == "coefficients.ground";
    if (path.empty() || (!cells && !columns)) return;
    const npy::Head head =
        npy::read_head(path, cells ? npy::Shape{ny, nx, nz} : npy::Shape{ny, nx});
    if (!head.problem.empty())
      throw InputError(fmt::format("{}: {}: {}", describe(deck, key), path, head.problem));
  });
}

void check_mountains(const Deck& deck) {
  const deck::Coefficients& c = deck.coefficients;
  const bool any = c.has_mountains() || c.ground.shape == GroundShape::mountains;
  if (any && deck.coefficients.mountain_height >= deck.physics.depth)
    throw InputError(fmt::format("{}: as high as the atmosphere or higher; expected less than the "
                                 "depth, {}",
                                 describe(deck, "coefficients.mountain_height"),
                                 deck.physics.depth));
}

/// Inclined layers need the diffusion of products alone, and the vertex flux for its gradients.
void check_ground(const Deck& deck) {
  const deck::Coefficients& c = deck.coefficients;
  if (c.ground.is_flat()) return;
  const auto demand = [&](bool holds, const std::string& key, const char* expected) {
    if (!holds)
      throw InputError(
          fmt::format("{}: not available with coefficients.ground = \"{}\"; expected {}",
                      describe(deck, key), to_value(c.ground).text, expected));
  };
  demand(deck.grid.flux == Flux::vertex, "grid.flux",
         "\"vertex\", on a panel or the sphere, as the two-point flux has no gradients");
  demand(deck.boundaries.bottom == Boundary::neumann, "boundaries.bottom", "\"neumann\"");
  for (const NamedCoefficient& name : deck::coefficients) {
    const Coefficient& given = c.*name.member;
    const std::string key = fmt::format("coefficients.{}_", name.name);
    demand(!name.is_xi || given.profile.is_everywhere(0.0), key + "profile", "0");
    demand(given.cells.empty(), key + "cells", "none");
    demand(given.columns.factor != ColumnFactor::mountains, key + "columns",
           "another factor, as the ground makes columns thinner by itself");
  }
}

/// Without a reaction, and without a side on which u is known, u is known only up to a constant.
void check_unique(const Deck& deck) {
  const Boundaries& b = deck.boundaries;
  using Sides = std::vector<Boundary>;
  const Sides all = deck.grid.is_sphere()
                        ? Sides{b.bottom, b.top}
                        : Sides{b.west, b.east, b.south, b.north, b.bottom, b.top};
  const Coefficient& beta = deck.coefficients.beta;
  if (beta.cells.empty() && beta.profile.is_everywhere(0.0) &&
      std::ranges::count(all, Boundary::dirichlet) == 0)
    throw InputError(describe(deck, "coefficients.beta_profile") +
                     ": u would be known up to a constant only; expected a number above 0, or "
                     "\"dirichlet\" on one of the boundaries");
}

} // namespace

void resolve_equation(Deck& deck) {
  resolve_latlon(deck);
  resolve_sphere(deck);
  check_boundaries(deck);
  check_flux(deck);
  resolve_interfaces(deck);
  resolve_profiles(deck);
  check_files(deck);
  check_mountains(deck);
  check_ground(deck);
  check_unique(deck);
}

} // namespace isobar

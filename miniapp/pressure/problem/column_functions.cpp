#include "pressure/problem/column_functions.hpp"

#include <cmath>
#include <fmt/format.h>
#include <isobar/core/grid/cubed_sphere.hpp>
#include <numbers>

namespace isobar {
namespace {

/// The height of mountains as a share of the depth: h = height sin^2(pi n x) sin^2(pi n y). The sphere
/// has them on each panel, whose edges lie in valleys, so that h and its gradient are continuous.
HorizontalField mountain_shares(const Deck& deck) {
  const double share = deck.coefficients.mountain_height / deck.physics.depth;
  const auto squared_sine = [n = deck.coefficients.mountains](int i, int columns) {
    const double s = std::sin(std::numbers::pi * n * (i + 0.5) / columns);
    return s * s;
  };
  return [share, squared_sine, nx = deck.grid.nx, ny = deck.grid.ny](int i, int j) {
    return share * squared_sine(i, nx) * squared_sine(j % ny, ny);
  };
}

/// The share of the depth that is left above mountains, or its inverse.
HorizontalField mountains(const Deck& deck, bool inverse) {
  return [height = mountain_shares(deck), inverse](int i, int j) {
    const double left = 1.0 - height(i, j);
    return inverse ? 1.0 / left : left;
  };
}

/// factor^x, x from 0 in the west to 1 in the east. On the sphere x goes from 0 at
/// the south pole to 1 at the north pole, and grows as the sine of the latitude.
HorizontalField ramp(const Deck& deck) {
  const double factor = deck.coefficients.ramp_factor;
  const int n = deck.grid.nx;
  if (deck.grid.is_sphere())
    return [factor, n, sphere = CubedSphere(n)](int i, int j) {
      return std::pow(factor, 0.5 * (1.0 + sphere.centre({j / n, i, j % n}).z));
    };
  return [factor, n](int i, int) { return std::pow(factor, (i + 0.5) / n); };
}

} // namespace

npy::MappedNumbers numbers_of(const Deck& deck, const std::string& key, const std::string& path,
                              const npy::Shape& shape) {
  npy::MappedNumbers numbers(path, shape);
  if (!numbers.problem().empty())
    throw InputError(fmt::format("{}: {}: {}", describe(deck, key), path, numbers.problem()));
  return numbers;
}

HorizontalField column_function(const Deck& deck, const deck::NamedCoefficient& c, bool files) {
  const deck::Columns& columns = (deck.coefficients.*c.member).columns;
  const int nx = deck.grid.nx;
  switch (columns.factor) {
  case deck::ColumnFactor::constant: return {};
  case deck::ColumnFactor::mountains: return mountains(deck, c.name == "alpha_v");
  case deck::ColumnFactor::ramp: return ramp(deck);
  case deck::ColumnFactor::file: break;
  }
  if (!files) return {};
  const std::string key = fmt::format("coefficients.{}_columns", c.name);
  const npy::MappedNumbers numbers = numbers_of(deck, key, columns.file, {deck.grid.rows(), nx});
  return [numbers, nx](int i, int j) { return numbers[Int64(j) * nx + i]; };
}

HorizontalField ground_function(const Deck& deck, bool files) {
  const deck::Ground& ground = deck.coefficients.ground;
  if (ground.shape == deck::GroundShape::mountains) return mountain_shares(deck);
  if (ground.is_flat() || !files) return {};
  const int nx = deck.grid.nx;
  const npy::MappedNumbers heights =
      numbers_of(deck, "coefficients.ground", ground.file, {deck.grid.rows(), nx});
  return [heights, nx, depth = deck.physics.depth](int i, int j) {
    return heights[Int64(j) * nx + i] / depth;
  };
}

} // namespace isobar

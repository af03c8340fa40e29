#include "pressure/problem/column_functions.hpp"

#include <cmath>
#include <fmt/format.h>
#include <isobar/core/grid/cubed_sphere.hpp>
#include <numbers>

namespace isobar {
namespace {

/// What mountains leave of the atmosphere's depth: h = height sin^2(pi n x) sin^2(pi n y). On the sphere they stand on each panel, whose
/// edges lie in valleys, so that h and its gradient are continuous.
HorizontalField mountains(const Deck& deck, bool inverse) {
  const double share = deck.coefficients.mountain_height / deck.physics.depth;
  const auto squared_sine = [n = deck.coefficients.mountains](int i, int columns) {
    const double s = std::sin(std::numbers::pi * n * (i + 0.5) / columns);
    return s * s;
  };
  return [share, inverse, squared_sine, nx = deck.grid.nx, ny = deck.grid.ny](int i, int j) {
    const double left = 1.0 - share * squared_sine(i, nx) * squared_sine(j % ny, ny);
    return inverse ? 1.0 / left : left;
  };
}

/// factor^x, x from 0 in the west to 1 in the east; on the sphere from 0 at the south pole to 1 at the north pole, as the sine of the
/// latitude grows.
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

} // namespace isobar

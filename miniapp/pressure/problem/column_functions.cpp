#include "pressure/problem/column_functions.hpp"

#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace isobar {
namespace {

/// What mountains leave of the atmosphere's depth: h = height sin^2(pi n x) sin^2(pi n y).
HorizontalField mountains(const Deck& deck, bool inverse) {
  const double share = deck.coefficients.mountain_height / deck.physics.depth;
  const auto squared_sine = [n = deck.coefficients.mountains](int i, int columns) {
    const double s = std::sin(std::numbers::pi * n * (i + 0.5) / columns);
    return s * s;
  };
  return [share, inverse, squared_sine, nx = deck.grid.nx, ny = deck.grid.ny](int i, int j) {
    const double left = 1.0 - share * squared_sine(i, nx) * squared_sine(j, ny);
    return inverse ? 1.0 / left : left;
  };
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
  case deck::ColumnFactor::ramp:
    return [factor = deck.coefficients.ramp_factor, nx](int i, int) {
      return std::pow(factor, (i + 0.5) / nx);
    };
  case deck::ColumnFactor::file: break;
  }
  if (!files) return {};
  const std::string key = fmt::format("coefficients.{}_columns", c.name);
  const npy::MappedNumbers numbers = numbers_of(deck, key, columns.file, {deck.grid.ny, nx});
  return [numbers, nx](int i, int j) { return numbers[Int64(j) * nx + i]; };
}

} // namespace isobar

#include <isobar/core/grid/rank_one.hpp>

#include "base/refuse.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace isobar {
namespace {

void reduce(const std::function<void(std::span<double>)>& over_ranks, std::span<double> numbers) {
  if (over_ranks) over_ranks(numbers);
}

/// The logarithms of c, with the index order [j nx + i][k], and the number of cells without one.
struct Logarithms {
  std::vector<double> values;
  int missing = 0;
};
Logarithms logarithms(const CellFunction& c, const WeightedCells& cells) {
  Logarithms logs;
  for (int j = 0; j < cells.ny; ++j)
    for (int i = 0; i < cells.nx; ++i)
      for (int k = 0; k < int(cells.volume.size()); ++k) {
        const double value = c(i, j, k);
        const bool there = value > 0.0 && std::isfinite(value);
        logs.values.push_back(there ? std::log(value) : 0.0);
        if (!there) ++logs.missing;
      }
  return logs;
}

/// Returns the mean of each layer over all ranks, weighted with the columns' areas. Throws
/// std::invalid_argument if a cell has no logarithm.
std::vector<double> layer_means(const Logarithms& logs, const WeightedCells& cells,
                                const RankReductions& ranks) {
  const std::size_t nz = cells.volume.size();
  std::vector<double> sums(nz + 2); // the last two: area, cells without a logarithm
  for (std::size_t column = 0; column < cells.area.size(); ++column) {
    for (std::size_t k = 0; k < nz; ++k)
      sums[k] += cells.area[column] * logs.values[column * nz + k];
    sums[nz] += cells.area[column];
  }
  sums[nz + 1] = logs.missing;
  reduce(ranks.sum, sums);
  if (sums[nz + 1] > 0.0)
    refuse("a coefficient of which " + std::to_string(Int64(sums[nz + 1])) +
           " numbers are not finite and greater than 0, as all have to be");
  for (std::size_t k = 0; k < nz; ++k) sums[k] /= sums[nz];
  sums.resize(nz);
  return sums;
}

/// Returns the mean over a column of log(k) less `profile`, weighted with the layers' volumes.
template <class Log>
double column_mean(const Log& log, const std::vector<double>& profile,
                   const std::vector<double>& volume) {
  double sum = 0.0, weight = 0.0;
  for (std::size_t k = 0; k < volume.size(); ++k) {
    sum += volume[k] * (log(k) - profile[k]);
    weight += volume[k];
  }
  return sum / weight;
}

} // namespace

RankOne rank_one(const CellFunction& c, const WeightedCells& cells, const RankReductions& ranks) {
  const std::size_t nz = cells.volume.size();
  if (Int64(cells.area.size()) != Int64(cells.nx) * cells.ny || nz == 0)
    refuse("weights of " + std::to_string(cells.area.size()) + " columns and " +
           std::to_string(nz) + " layers, expected one for each of " + std::to_string(cells.nx) +
           " x " + std::to_string(cells.ny) + " columns and for each layer");
  const Logarithms logs = logarithms(c, cells);
  RankOne found;
  found.profile = layer_means(logs, cells, ranks);
  double squares[2] = {}; // the sum of weight x distance^2, and the sum of weights
  double largest = 0.0;
  for (std::size_t column = 0; column < cells.area.size(); ++column) {
    const double* const own = &logs.values[column * nz];
    const double mean =
        column_mean([own](std::size_t k) { return own[k]; }, found.profile, cells.volume);
    for (std::size_t k = 0; k < nz; ++k) {
      const double distance = std::abs(own[k] - found.profile[k] - mean);
      squares[0] += cells.area[column] * cells.volume[k] * distance * distance;
      squares[1] += cells.area[column] * cells.volume[k];
      largest = std::max(largest, distance);
    }
    found.column.push_back(std::exp(mean));
  }
  reduce(ranks.sum, squares);
  reduce(ranks.max, {&largest, 1});
  for (double& number : found.profile) number = std::exp(number);
  found.largest_factor = std::exp(largest);
  found.rms_factor = std::exp(std::sqrt(squares[0] / squares[1]));
  return found;
}

double column_factor(const std::function<double(int k)>& c, const std::vector<double>& profile,
                     const std::vector<double>& volume) {
  std::vector<double> logs;
  for (const double number : profile) logs.push_back(std::log(number));
  return std::exp(column_mean([&](std::size_t k) { return std::log(c(int(k))); }, logs, volume));
}

} // namespace isobar

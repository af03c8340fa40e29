#pragma once
#include <isobar/core/base/types.hpp>

#include <functional>
#include <span>
#include <vector>

namespace isobar {

/// A positive field c, one number a cell, by the rank's own columns and the layers, all from 0.
using CellFunction = std::function<double(int i, int j, int k)>;

/// Reductions of one rank's numbers over all ranks, in place, with the same result on all. Empty on one rank.
struct RankReductions {
  std::function<void(std::span<double>)> sum;
  std::function<void(std::span<double>)> max;
};

/// The rank's own columns and the weights of its cells: cell (i, j,
/// k) has the weight area[j nx + i] x volume[k], as in integrals.
struct WeightedCells {
  int nx = 0, ny = 0;
  std::vector<double> area;
  std::vector<double> volume; ///< one for each layer
};

/// c(x, y, z) ~ profile(z) column(x, y): a product for preconditioners
/// that need coefficients in factors (coefficients.hpp).
struct RankOne {
  std::vector<double> profile; ///< one number a layer
  std::vector<double>
      column; ///< of the rank's own columns, [j nx + i]; the geometric mean of all ranks' is 1
  /// Largest distance of c from the product: in the worst cell, the larger of the quotient and its inverse.
  /// Mean distance: e to the root mean square of the quotient's logarithm. Both are 1 if c is a product.
  double largest_factor = 1.0, rms_factor = 1.0;
};

/// Distance of coefficients with a number a cell from the products that line relaxation and multigrid
/// take in their place: the worst of those given, except a beta that is 0 somewhere. 1 without any.
struct FactorDistance {
  double largest = 1.0; ///< the larger of the quotient and its inverse, in the worst cell
  double rms = 1.0;     ///< e to the root mean square of the quotients' logarithms
};

/// The product nearest to c: it minimises the sum over all cells of weight x ( log
/// c - log profile - log column )^2. In logarithms this is a sum of two functions, so
/// the minimum is unique and positive. As weights are products, means give it: log
/// profile_k is the mean of log c over layer k, log column the mean of the rest over
/// the column. Collective. Throws std::invalid_argument on all ranks if any c is not
/// finite and greater than 0, and on a rank whose numbers of weights and cells differ.
RankOne rank_one(const CellFunction& c, const WeightedCells& cells,
                 const RankReductions& ranks = {});

/// RankOne::column of any column, so that ranks need not ask each other for columns that they do
/// not own. c has the column's layers, profile is RankOne's, volume the weights of its cells.
double column_factor(const std::function<double(int k)>& c, const std::vector<double>& profile,
                     const std::vector<double>& volume);

} // namespace isobar

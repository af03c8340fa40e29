#pragma once
#include <isobar/core/base/types.hpp>

#include <functional>
#include <span>
#include <vector>

namespace isobar {

/// A positive field c, one number a cell, as a function of the rank's own columns and the layers.
/// Indices count from 0.
using CellFunction = std::function<double(int i, int j, int k)>;

/// All-reduces over the ranks, in place. They are empty on one rank.
struct RankReductions {
  std::function<void(std::span<double>)> sum;
  std::function<void(std::span<double>)> max;
};

/// The rank's own columns and the weights of its cells. Cell (i, j, k) has the weight area[j nx +
/// i] x volume[k], as in integrals.
struct WeightedCells {
  int nx = 0, ny = 0;
  std::vector<double> area;
  std::vector<double> volume; ///< one for each layer
};

/// A product profile(z) column(x, y) near c(x, y, z), for preconditioners that need coefficients in
/// factors (coefficients.hpp).
struct RankOne {
  std::vector<double> profile; ///< one number a layer
  std::vector<double>
      column; ///< of the rank's own columns, [j nx + i]; the geometric mean of all ranks' is 1
  /// The distance of c from the product. The largest one is that of the worst cell: the larger of
  /// the quotient and its inverse. The mean one is e to the root mean square of the quotient's
  /// logarithm. Both are 1 if c is a product.
  double largest_factor = 1.0, rms_factor = 1.0;
};

/// The distance of coefficients with one number a cell from the products that line relaxation and
/// multigrid take in their place. It is that of the worst coefficient, without a beta that is 0
/// somewhere. It is 1 if no coefficient is given.
struct FactorDistance {
  double largest = 1.0; ///< the larger of the quotient and its inverse, in the worst cell
  double rms = 1.0;     ///< e to the root mean square of the quotients' logarithms
};

/// Returns the product nearest to c. It minimises the sum over all cells of weight x (log c - log
/// profile - log column)^2. In logarithms the product is a sum of two functions, so the minimum is
/// unique and positive. Weights are products, so means give the minimum. The mean of log c over
/// layer k is log profile_k, and the mean of the rest over a column is log column. Collective.
/// Throws std::invalid_argument on all ranks if any c is not finite and greater than 0. Throws it
/// on one rank if its numbers of weights and cells differ.
RankOne rank_one(const CellFunction& c, const WeightedCells& cells,
                 const RankReductions& ranks = {});

/// Returns RankOne::column of any column, so that ranks need not ask each other for columns that
/// they do not own. In: c in the column's layers, RankOne's profile, and `volume`, the weights of
/// the cells.
double column_factor(const std::function<double(int k)>& c, const std::vector<double>& profile,
                     const std::vector<double>& volume);

} // namespace isobar

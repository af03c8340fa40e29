#pragma once
#include <isobar/core/box/axis_modes.hpp>
#include <isobar/core/box/box_spec.hpp>
#include <isobar/core/grid/layers.hpp>
#include <isobar/core/grid/partition.hpp>

#include <vector>

namespace isobar {

/// goes_around() returns whether columns are periodic. has_mean_apart() returns whether the layers' means are solved
/// separately, as their system is singular.
bool goes_around(const BoxSpec& box);
bool has_mean_apart(const BoxSpec& box);

/// The tridiagonal systems of a box's modes as the column solve takes them (layers.hpp). V_T = vertical, alpha_T = vertical m /
/// reference, and d_k = reference h_z, with m of direct_poisson.hpp. The reference is the least m that is not 0, so that shifts
/// are at least 1.
struct ModeColumns {
  /// Makes the systems of a rank's columns. The transforms multiply all numbers by `factor`.
  ModeColumns(const BoxSpec& box, const Partition& part, double factor);

  double vertical;
  std::vector<double> total; ///< alpha_T (i, j), i fastest
  std::vector<LayerCoefficients<double>> layers;
  double reference;
};

/// The numbers that close periodic columns (ModeKernels::close_around), by column like ModeColumns::total. With s = h_z^2 m the
/// solutions of a column without a right-hand side are r^k and r^-k, r = 1 / (1 + s/2 + sqrt(s + s^2/4)), and
///
///     u_k = y_k + (y_0 + y_top) r / ((1 - r) (1 - r^n)) (r^k + r^(n-1-k)),
///
/// where y solves the column with u = 0 beyond both ends. If s = 0, the numerator of the formula is 0.
struct Closing {
  Closing(const ModeColumns& columns, double height, int layers);
  std::vector<double> ratio, weight;
};

} // namespace isobar

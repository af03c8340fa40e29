// The part of EvaluatedEquation for coefficients a cell: their numbers, and the products nearest to them.
#include "input/input_error.hpp"
#include "pressure/setup/evaluated_equation.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace isobar {
namespace {

/// Calls use(j, i, k, number) for all cells of a part, by its own indices.
template <class Use>
void for_each_cell(const CellField& field, const Partition& part, int nz, const Use& use) {
  for (int j = 0; j < part.ny; ++j)
    for (int i = 0; i < part.nx; ++i)
      for (int k = 0; k < nz; ++k) use(j, i, k, field(part.first_i + i, part.first_j + j, k));
}

void check_cells(const char* name, const CellField& field, bool may_be_zero, const Partition& part,
                 int nz) {
  if (!field) return;
  for_each_cell(field, part, nz, [&](int j, int i, int k, double x) {
    if (!std::isfinite(x) || x < 0.0 || (x == 0.0 && !may_be_zero))
      throw InputError(
          fmt::format("cell coefficient {}: ({}, {}, {}) is {}; expected a finite number {}", name,
                      part.first_i + i, part.first_j + j, k, x,
                      may_be_zero ? "of at least 0" : "greater than 0"));
  });
}

double least(const HostField& numbers) {
  double least = HUGE_VAL;
  for (std::size_t n = 0; n < numbers.size(); ++n) least = std::min(least, numbers.data()[n]);
  return least;
}

/// Gives RankOne::column: for the rank's own columns the stored
/// number, for others from their cells.
HorizontalField column_function(const CellField& field, const RankOne& found,
                                const std::vector<double>& volume, const Partition& part) {
  return [field, found, volume, part](int i, int j) {
    const int own_i = i - part.first_i, own_j = j - part.first_j;
    if (own_i >= 0 && own_i < part.nx && own_j >= 0 && own_j < part.ny)
      return found.column[std::size_t(own_j) * std::size_t(part.nx) + std::size_t(own_i)];
    return column_factor([&](int k) { return field(i, j, k); }, found.profile, volume);
  };
}

/// The layers' means in all columns, for numbers of which some are 0, so that they have no logarithms.
std::vector<double> layer_means(const HostField& numbers, const WeightedCells& weights,
                                const RankReductions& ranks) {
  const std::size_t nz = weights.volume.size();
  std::vector<double> sums(nz + 1); // the last one is the area
  for (int j = 0; j < weights.ny; ++j)
    for (int i = 0; i < weights.nx; ++i) {
      const double area = weights.area[std::size_t(j) * std::size_t(weights.nx) + std::size_t(i)];
      for (std::size_t k = 0; k < nz; ++k) sums[k] += area * numbers(j, i, k);
      sums[nz] += area;
    }
  if (ranks.sum) ranks.sum(sums);
  for (std::size_t k = 0; k < nz; ++k) sums[k] /= sums[nz];
  sums.resize(nz);
  return sums;
}

} // namespace

void EvaluatedEquation::check_coefficients(const Equation& e) const {
  check_cells("alpha_h", e.cells.alpha_h, false, host_part_, e.spec.nz);
  check_cells("alpha_v", e.cells.alpha_v, false, host_part_, e.spec.nz);
  check_cells("beta", e.cells.beta, true, host_part_, e.spec.nz);
}

void EvaluatedEquation::store_cells(const Equation& e) {
  const LayerProfiles& profiles = e.spec.profiles;
  const ColumnFields columns = e.spec.columns ? *e.spec.columns : ColumnFields();
  const auto store = [&](const CellField& cells, const std::vector<double>& profile,
                         const HorizontalField& column, const HostField& numbers) {
    for_each_cell([&](int i, int j, int k) { return coefficient(cells, profile, column, i, j, k); },
                  host_part_, e.spec.nz,
                  [&](int j, int i, int k, double x) { numbers(j, i, k) = x; });
  };
  store(e.cells.alpha_h, profiles.alpha_h, columns.alpha_h, cells_[0]);
  store(e.cells.alpha_v, profiles.alpha_v, columns.alpha_v, cells_[1]);
  store(e.cells.beta, profiles.beta, columns.beta, cells_[2]);
}

GridSpec EvaluatedEquation::factorised(const Equation& e) {
  distance_ = {};
  if (e.factorises()) return e.spec;
  GridSpec spec = e.spec;
  ColumnFields columns = spec.columns ? *spec.columns : ColumnFields();
  const WeightedCells cells = weights(e.spec);
  const auto replace = [&](const HostField& numbers, const CellField& field,
                           std::vector<double>& profile, HorizontalField& column) {
    if (field) replace_by_product(numbers, cells, field, profile, column);
  };
  replace(cells_[0], e.cells.alpha_h, spec.profiles.alpha_h, columns.alpha_h);
  replace(cells_[1], e.cells.alpha_v, spec.profiles.alpha_v, columns.alpha_v);
  replace(cells_[2], e.cells.beta, spec.profiles.beta, columns.beta);
  // The field always exists, so that an update may have it even if this equation does not.
  if (!columns.alpha_h) columns.alpha_h = [](int, int) { return 1.0; };
  spec.columns = std::make_shared<const ColumnFields>(std::move(columns));
  return spec;
}

/// Replaces the spec's coefficient by the product nearest to a field of cells.
void EvaluatedEquation::replace_by_product(const HostField& numbers, const WeightedCells& cells,
                                           const CellField& field, std::vector<double>& profile,
                                           HorizontalField& column) {
  double smallest = -least(numbers);
  const RankReductions ranks = reductions();
  if (ranks.max) ranks.max({&smallest, 1});
  if (smallest == 0.0) {
    profile = layer_means(numbers, cells, ranks);
    column = {};
    return;
  }
  const RankOne found =
      rank_one([&](int i, int j, int k) { return numbers(j, i, k); }, cells, ranks);
  distance_.largest = std::max(distance_.largest, found.largest_factor);
  distance_.rms = std::max(distance_.rms, found.rms_factor);
  profile = found.profile;
  column = column_function(field, found, cells.volume, host_part_);
}

WeightedCells EvaluatedEquation::weights(const GridSpec& spec) const {
  const Partition& p = host_part_;
  WeightedCells cells{p.nx, p.ny, {}, LayerMeasures(spec).volume};
  const ColumnMeasures measures(spec, part_);
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i)
      cells.area.push_back(measures.area(p.first_i + i, p.first_j + j));
  return cells;
}

} // namespace isobar

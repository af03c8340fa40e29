#include "library/boundary_terms.hpp"

#include "setup/scaling.hpp"

#include <isobar/core/base/device_array.hpp>

namespace isobar {

void BoundaryTerms::set(std::shared_ptr<const BoundaryNumbers> numbers,
                        const EvaluatedEquation& equation) {
  numbers_ = std::move(numbers);
  planes_.clear();
  if (!numbers_) return update(equation);
  const Partition own = equation.partition().in_host_order();
  const ColumnMeasures measures(equation.equation().spec, equation.partition());
  for (const DomainSide side : all_sides) {
    const SidePlane cells = side_plane(side, own, equation.spec().nz);
    if (!numbers_->given()[std::size_t(side)] || cells.empty()) continue;
    Plane plane{side, cells, {}, {}};
    plane.terms =
        SideNumbers("isobar boundary terms", std::size_t(cells.first) * std::size_t(cells.second));
    for (int a = 0; a < cells.first; ++a)
      for (int b = 0; b < (cells.axis == 2 ? cells.second : 1); ++b) {
        const SidePlane::Cell c = cells.cell(a, b);
        plane.columns.push_back(
            BoundaryWeights::column(side, measures, own.first_i + c.i, own.first_j + c.j));
      }
    planes_.push_back(std::move(plane));
  }
  update(equation);
}

void BoundaryTerms::update(const EvaluatedEquation& equation) {
  largest_mean_ = largest_integral_ = 0.0;
  if (planes_.empty()) return;
  const Partition own = equation.partition().in_host_order();
  const BoundaryWeights weights(equation.equation());
  for (const Plane& plane : planes_) {
    std::vector<double> terms;
    terms.reserve(plane.terms.size());
    for (int a = 0; a < plane.cells.first; ++a)
      for (int b = 0; b < plane.cells.second; ++b) {
        const SidePlane::Cell c = plane.cells.cell(a, b);
        const int i = own.first_i + c.i, j = own.first_j + c.j;
        const BoundaryWeights::Column& column = plane.column(a, b);
        terms.push_back(weights(plane.side, column, i, j, c.k) *
                        numbers_->number(plane.side, i, j, c.k));
        take_magnitude(terms.back(), largest_integral_);
        take_magnitude(terms.back() / weights.volume(column, c.k), largest_mean_);
      }
    to_device(terms, plane.terms);
  }
}

} // namespace isobar

#include "library/boundary_terms.hpp"

#include "pressure/problem/boundary_weights.hpp"
#include "setup/scaling.hpp"

#include <isobar/core/base/device_array.hpp>

namespace isobar {

void BoundaryTerms::set(std::shared_ptr<const BoundaryNumbers> numbers,
                        const EvaluatedEquation& equation) {
  numbers_ = std::move(numbers);
  planes_.clear();
  for (const DomainSide side : all_sides) {
    if (!numbers_ || !numbers_->given()[std::size_t(side)]) continue;
    const SidePlane cells =
        side_plane(side, equation.partition().in_host_order(), equation.spec().nz);
    if (!cells.empty())
      planes_.push_back({side, cells,
                         SideNumbers("isobar boundary terms",
                                     std::size_t(cells.first) * std::size_t(cells.second))});
  }
  update(equation);
}

void BoundaryTerms::update(const EvaluatedEquation& equation) {
  largest_mean_ = largest_integral_ = 0.0;
  if (planes_.empty()) return;
  const Partition own = equation.partition().in_host_order();
  const BoundaryWeights weights(equation.equation(), equation.partition());
  for (const Plane& plane : planes_) {
    std::vector<double> terms;
    terms.reserve(plane.terms.size());
    for (int a = 0; a < plane.cells.first; ++a)
      for (int b = 0; b < plane.cells.second; ++b) {
        const SidePlane::Cell c = plane.cells.cell(a, b);
        const int i = own.first_i + c.i, j = own.first_j + c.j;
        terms.push_back(weights(plane.side, i, j, c.k) * numbers_->number(plane.side, i, j, c.k));
        take_magnitude(terms.back(), largest_integral_);
        take_magnitude(terms.back() / weights.volume(i, j, c.k), largest_mean_);
      }
    to_device(terms, plane.terms);
  }
}

} // namespace isobar

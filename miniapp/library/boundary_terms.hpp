#pragma once
#include "library/boundary_numbers.hpp"
#include "pressure/problem/boundary_weights.hpp"
#include "pressure/setup/evaluated_equation.hpp"

#include <isobar/core/grid/side_terms.hpp>
#include <isobar/pressure_solver.hpp>

#include <memory>
#include <vector>

namespace isobar {

/// The terms that boundary values add to right-hand sides on a rank's own columns.
class BoundaryTerms {
public:
  /// Sets the terms of the equation until the next call; null: none. Allocates
  /// a number on the device for each cell beside a side with values.
  void set(std::shared_ptr<const BoundaryNumbers> numbers, const EvaluatedEquation& equation);
  /// Computes the terms of the same values again, for
  /// other coefficients. Allocates nothing on the device.
  void update(const EvaluatedEquation& equation);

  /// Computes f = f + terms factor, volume-integrated; `rows` are this rank's. Does not wait.
  template <class P> void add(const PatchRows& rows, const FieldOf<P>& f, double factor) const {
    for (const Plane& plane : planes_) SideTerms<P>::add(plane.cells, plane.terms, factor, rows, f);
  }
  /// The largest absolute value of a term on this rank,
  /// in the units of this kind of right-hand side.
  double largest(RightSide kind) const {
    return kind == RightSide::cell_means ? largest_mean_ : largest_integral_;
  }

private:
  struct Plane {
    DomainSide side;
    SidePlane cells;
    SideNumbers terms;
    std::vector<BoundaryWeights::Column> columns; ///< south before north, west before east
    const BoundaryWeights::Column& column(int a, int b) const {
      return columns[std::size_t(cells.axis == 2 ? a * cells.second + b : a)];
    }
  };
  std::shared_ptr<const BoundaryNumbers> numbers_;
  std::vector<Plane> planes_;
  double largest_mean_ = 0.0, largest_integral_ = 0.0;
};

} // namespace isobar

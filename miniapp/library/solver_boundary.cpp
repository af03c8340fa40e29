#include "library/argument_agreement.hpp"
#include "library/solver_impl.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace isobar {
namespace {

Sides given_sides(const BoundaryValues& values) {
  Sides given{};
  for (const DomainSide side : all_sides) given[std::size_t(side)] = bool(values_at(values, side));
  return given;
}

void refuse(DomainSide side, const char* line) {
  throw InputError(fmt::format("boundary values {}: {}", to_string(side), line));
}

/// Refuses values on sides where the equation cannot have them.
void check_sides(const Sides& given, const PressureGrid& grid, bool has_ground, bool own_matrix) {
  for (const DomainSide side : all_sides) {
    if (!given[std::size_t(side)]) continue;
    const bool beside = axis_of(side) != 2;
    if (beside && grid.domain == Domain::sphere)
      refuse(side, "on the sphere, which has no sides; expected none");
    if (boundary_at(grid.boundaries, side) == Boundary::periodic)
      refuse(side, "on a periodic side; expected none");
    if (beside && grid.flux_or_default() == Flux::vertex)
      refuse(side, "with the vertex flux; expected none, or flux two_point");
    if (has_ground) refuse(side, "with a ground; expected none");
    if (own_matrix)
      refuse(side, "with an own matrix; expected none, and right-hand sides that have them");
  }
}

} // namespace

void PressureSolver::Impl::set_boundary_values(const BoundaryValues& values) {
  const CallUnderWay call = begin_call();
  Sides given = given_sides(values);
  if (comm_) given = require_same_boundary(*comm_, given);
  const Equation& equation = engine_->equation().equation();
  check_sides(given, grid_, equation.inclined(), bool(own_.matrix));
  auto numbers = std::make_shared<const BoundaryNumbers>(
      values, given, ColumnsOfDomain{grid_.nx, grid_.rows(), grid_.nz, blocks_}, kept_);
  on_all_ranks([&] { return numbers->ask(), ""; });
  numbers->close();
  const bool any = std::ranges::count(given, true) > 0;
  boundary_ = any ? std::move(numbers) : nullptr;
  place_boundary_values();
}

void PressureSolver::Impl::place_boundary_values() {
  std::shared_ptr<const BoundaryNumbers> own = boundary_;
  if (boundary_ && cells_) { // the blocks are not the own columns
    const ColumnBlock columns{partition_.first_i, partition_.first_j, partition_.nx, partition_.ny};
    own = std::make_shared<const BoundaryNumbers>(
        boundary_->values(), boundary_->given(),
        ColumnsOfDomain{grid_.nx, grid_.rows(), grid_.nz, {columns}}, kept_);
    on_all_ranks(own->functions(), [&] { return own->ask(), ""; });
    own->close();
  }
  engine_->set_boundary(std::move(own));
}

} // namespace isobar

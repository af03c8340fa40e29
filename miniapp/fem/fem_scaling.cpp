#include "fem/fem_scaling.hpp"

#include "run/timed.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace isobar {
namespace {

double largest(std::span<const double> numbers) {
  double most = 0.0;
  for (const double x : numbers) take_magnitude(x, most);
  return most;
}

double largest(const MeshFunction& function, const FemSpace& space) {
  if (function.has_quads()) return largest(function.of_quads());
  double most = 0.0;
  for (const Point& p : space.table().points) take_magnitude(function(p), most);
  return most;
}

double largest_of_rims(const FemProblem& problem, const FemSpace& space) {
  double most = 0.0;
  for (const auto& [unknown, rim] : space.fixed())
    take_magnitude(problem.dirichlet[rim](space.table().points[unknown]), most);
  return most;
}

/// The largest flux, from its parts along x and y, since
/// the flux of a known solution depends on the normal.
double largest_of_fluxes(const FemProblem& problem, const FemSpace& space) {
  double most = 0.0;
  if (problem.open.empty()) return most;
  for (const auto& [rim, p] : space.rim_places())
    if (const FluxFunction& flux = problem.open[rim].flux)
      for (const Point& normal : axes_of(space)) take_magnitude(flux(p, normal), most);
  return most;
}

double width_of(const QuadMesh& mesh) {
  const auto [left, right] = std::ranges::minmax(mesh.vertices, {}, &Point::x);
  const auto [low, high] = std::ranges::minmax(mesh.vertices, {}, &Point::y);
  const double height = mesh.layers ? mesh.layers.height : 0.0;
  return std::max({right.x - left.x, high.y - low.y, height});
}

FluxFunction scaled(const FluxFunction& flux, int exponent) {
  if (!flux || exponent == 0) return flux;
  return [flux, exponent](Point p, Point normal) { return std::ldexp(flux(p, normal), exponent); };
}

/// The exponent of a size; for 0 an exponent far below all others.
int exponent_of(double size) {
  constexpr int none = -100000;
  return size > 0.0 ? std::ilogb(size) : none;
}

} // namespace

std::span<const Point> axes_of(const FemSpace& space) {
  static constexpr Point axes[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  return std::span(axes).first(space.plane() ? 3 : 2);
}

ProblemSizes problem_sizes(const MpiComm& comm, const QuadMesh& mesh, const FemProblem& problem,
                           const FemSpace& finest) {
  ProblemSizes sizes{largest(problem.f, finest), largest_of_rims(problem, finest),
                     problem.c ? largest(problem.c, finest) : 1.0, width_of(mesh),
                     largest_of_fluxes(problem, finest)};
  for (double* size : {&sizes.f, &sizes.g, &sizes.c, &sizes.flux})
    *size = largest_of_ranks(comm, *size);
  return sizes;
}

FemScaling scaling_of(const ProblemSizes& sizes) {
  const auto is_finite = [](double x) { return std::isfinite(x); };
  FemScaling scaling;
  if (!(is_finite(sizes.f) && is_finite(sizes.g) && is_finite(sizes.c) && is_finite(sizes.flux)))
    return scaling;
  scaling.c = scale_of(sizes.c);
  const int of_f = exponent_of(sizes.f) + 2 * exponent_of(sizes.length) - exponent_of(sizes.c);
  const int of_flux = exponent_of(sizes.flux) + exponent_of(sizes.length) - exponent_of(sizes.c);
  if (sizes.f > 0.0 || sizes.g > 0.0 || sizes.flux > 0.0)
    scaling.u = scale_of_exponent(std::max({of_f, exponent_of(sizes.g), of_flux}));
  scaling.residual.exponent = scaling.c.exponent + scaling.u.exponent;
  return scaling;
}

FemProblem scaled(const FemProblem& problem, const FemScaling& scaling) {
  FemProblem result{
      problem.f.scaled(-scaling.residual.exponent), problem.c.scaled(-scaling.c.exponent), {}};
  for (const PointFunction& g : problem.dirichlet)
    result.dirichlet.push_back(scaled(g, -scaling.u.exponent));
  result.reaction = problem.reaction.scaled(-scaling.c.exponent);
  result.null_space = problem.null_space;
  for (const OpenRim& rim : problem.open)
    result.open.push_back({std::ldexp(rim.transfer, -scaling.c.exponent),
                           scaled(rim.flux, -scaling.residual.exponent)});
  return result;
}

void undo(const MpiComm& comm, const FemDeck& deck, const FemScaling& scaling, bool finished,
          std::vector<double>& u) {
  const double before = largest_of_ranks(comm, largest(u));
  for (double& x : u) x = scaling.u.undone(x);
  const double after = largest_of_ranks(comm, largest(u));
  const bool too_large = !std::isfinite(after),
             too_small = before > 0.0 && after < std::numeric_limits<double>::min();
  if (!finished || !std::isfinite(before) || !(too_large || too_small)) return;
  const char* const key = deck.problem.solution           ? "problem.solution"
                          : deck.problem.rhs_view.empty() ? "problem.rhs"
                                                          : "problem.rhs_view";
  throw InputError(fmt::format(
      "{}: u is {} than a double holds with all of its digits; expected f, what u is on boundaries "
      "and c nearer to 1",
      describe(deck, key), too_large ? "larger" : "smaller"));
}

} // namespace isobar

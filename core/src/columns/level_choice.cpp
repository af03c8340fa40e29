#include <isobar/core/columns/level_choice.hpp>
#include <isobar/core/grid/coarsening.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace isobar {
namespace {

/// The most smoothing steps on the coarsest level. If it needs more, CG is the better choice.
constexpr int most_coarse_steps = 30;
/// CG ends by its tolerance; this number only bounds it.
constexpr int most_cg_iterations = 1000;

std::string text(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.3g", x);
  return buffer;
}

/// Returns the columns of the coarsest level in the direction in which they are narrower.
int coarsest_columns(const LevelInputs& in, int levels) {
  const auto [nx, ny] = coarsened_columns(in.nx, in.ny, levels - 1);
  return std::max(nx, ny);
}

double coarsest_cfl(const LevelInputs& in, int levels) {
  return in.cfl * coarsest_columns(in, levels) / std::max(in.nx, in.ny);
}

/// Returns the number of levels until the CFL number is at most 1, and at least two: smoothing
/// alone is no multigrid.
int wanted_levels(const LevelInputs& in) {
  int levels = 2;
  while (coarsest_columns(in, levels) > 1 && coarsest_cfl(in, levels) > 1.0) ++levels;
  return levels;
}

/// Returns the number of smoothing steps for the smoothest error on the coarsest level. It grows
/// with the square of the CFL number. The error is 0 at the sides, so the square of the number of
/// columns limits it. Without sides the smoothest error is constant. A Krylov method around the
/// cycle removes this one error in an iteration, where a small reaction would make steps endless.
int needed_steps(const LevelInputs& in, int levels) {
  const double cfl = coarsest_cfl(in, levels);
  const bool is_bounded = in.in_krylov || in.closed != Periodic{true, true};
  const double reach = is_bounded ? std::min(cfl, double(coarsest_columns(in, levels))) : cfl;
  return std::max(2, int(std::ceil(std::min(reach * reach, 1e6))));
}

/// Chooses the coarsest level's solver. If `open` is true, the choice may follow from the CFL
/// number.
void choose_coarse_solver(MultigridOptions& o, const LevelInputs& in, bool open) {
  const int steps = open ? needed_steps(in, *o.levels) : 2;
  if (!o.coarse_solver)
    o.coarse_solver = in.may_use_cg && !o.coarse_steps && steps > most_coarse_steps
                          ? CoarseSolver::cg
                          : CoarseSolver::smoother;
  if (!o.coarse_steps)
    o.coarse_steps = o.coarse_solver == CoarseSolver::cg ? most_cg_iterations : steps;
}

std::string merge_text(int merged, int wish) {
  if (merged == wish) return "";
  return ", " + std::to_string(merged) + " instead of " + std::to_string(wish) +
         " layers merged as the vertical coupling is weak";
}

std::string coarse_text(const MultigridOptions& o) {
  if (o.coarse_solver == CoarseSolver::cg) return "CG there";
  const int steps = *o.coarse_steps;
  return std::to_string(steps) + (steps == 1 ? " smoothing step there" : " smoothing steps there");
}

} // namespace

LevelChoice choose_levels(const MultigridOptions& options, const LevelInputs& in) {
  LevelChoice choice{options, {}};
  MultigridOptions& o = choice.options;
  const bool open = !options.levels;
  const int wanted = wanted_levels(in);
  if (open) o.levels = std::max(1, std::min(wanted, in.most_levels));
  if (*o.levels < 1 || *o.levels > in.most_levels)
    throw std::invalid_argument(std::to_string(*o.levels) + " levels of " + std::to_string(in.nx) +
                                " x " + std::to_string(in.ny) + " columns: expected 1 to " +
                                std::to_string(in.most_levels));
  choose_coarse_solver(o, in, open);
  if (open) o.merged_layers = std::min(options.merged_layers, std::max(1, in.mergeable));
  const char* const why = !open                     ? "given"
                          : wanted > in.most_levels ? "the most that columns and ranks allow"
                                                    : "chosen";
  choice.reason = std::to_string(*o.levels) + (*o.levels == 1 ? " level, " : " levels, ") + why +
                  ": CFL number " + text(in.cfl) + " is " + text(coarsest_cfl(in, *o.levels)) +
                  " on the coarsest, " + coarse_text(o) +
                  merge_text(o.merged_layers, options.merged_layers);
  return choice;
}

int mergeable_layers(const GridSpec& spec, int nx, int ny) {
  const LayerHeights heights(spec);
  double thickest = 0.0;
  for (int k = 0; k < spec.nz; ++k)
    thickest = std::max(thickest, heights.step(k + 1) - heights.step(k));
  const double dz = heights.length(thickest);
  const double reach = std::sqrt(spec.physics.lambda_squared) * mesh_width(spec.domain, nx, ny);
  return int(std::clamp(reach / dz, 1.0, double(spec.nz)));
}

int most_levels(int nx, int ny, Periodic closed) {
  int levels = 1;
  for (LevelColumns c{nx, ny}; (c.nx > 1 || c.ny > 1) && keeps_periodic(c.nx, c.ny, closed);
       ++levels)
    c = coarsened_columns(c.nx, c.ny, 1);
  return levels;
}

MultigridOptions with_numbers(const MultigridOptions& options, const GridSetup& setup) {
  if (options.levels && options.coarse_solver && options.coarse_steps) return options;
  const Partition& p = setup.partition;
  if (!options.levels && !p.is_whole())
    throw std::invalid_argument(
        "multigrid levels are automatic, but this rank owns only a part of "
        "the columns: call choose_levels before they are distributed over ranks");
  const double width = mesh_width(setup.spec.domain, p.global_nx, p.global_ny);
  const double w = std::sqrt(setup.spec.physics.omega_squared);
  // A given number of levels is checked again where levels are made (level_setups).
  const int most =
      std::max(most_levels(p.global_nx, p.global_ny, p.closed()), options.levels.value_or(1));
  // Users choose P^T as the restriction for a symmetric cycle.
  const bool may_use_cg = options.restriction == Restriction::average;
  return choose_levels(options,
                       {2.0 * w / width, p.global_nx, p.global_ny, most, may_use_cg,
                        mergeable_layers(setup.spec, p.global_nx, p.global_ny), p.closed()})
      .options;
}

} // namespace isobar

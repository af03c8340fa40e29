#include <isobar/core/modes/horizontal_problems.hpp>

#include "device/flush_to_zero.hpp"

#include <isobar/core/columns/level_choice.hpp>
#include <isobar/core/grid/geometry.hpp>
#include <isobar/core/modes/kernels/copy_modes.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace isobar {
namespace {

/// What a cycle leaves of an error at most (docs/decisions/0033-vertical-modes.md).
constexpr double cycle_reduction = 0.13;

double cfl_number(const GridSetup& s) {
  const Partition& p = s.partition;
  return 2.0 * std::sqrt(s.spec.physics.omega_squared) /
         mesh_width(s.spec.domain, p.global_nx, p.global_ny);
}

/// The columns with modes in place of layers: A = mu V_T + w^2 (alpha + beside R).
GridSpec spec_of_modes(const GridSpec& spec, const std::vector<double>& values) {
  GridSpec modes{spec.domain, spec.spacing, spec.physics, int(values.size()), spec.boundaries};
  modes.boundaries.bottom = modes.boundaries.top = Boundary::neumann;
  std::vector<LayerCoefficients<double>> layers;
  for (const double mu : values) layers.push_back({mu, 0.0, 0.0, spec.physics.omega_squared});
  modes.layers = std::make_shared<const std::vector<LayerCoefficients<double>>>(std::move(layers));
  modes.columns = spec.columns;
  modes.reaction_beside_alpha = mode_pencil(spec).beside;
  if (spec.columns && modes.reaction_beside_alpha == 0.0) {
    ColumnFields fields = *spec.columns;
    fields.beta = fields.alpha_v; // so that R_T = V_T
    modes.columns = std::make_shared<const ColumnFields>(std::move(fields));
  }
  return modes;
}

/// V-cycles whose coarsest level is the first on which all modes are strongly damped, `least` the least mu.
MultigridOptions cycles_of(const GridSetup& s, const ModeOptions& o, double least) {
  MultigridOptions cycles;
  // Those of inputs/fastest.toml: Jacobi's step on a mode is column relaxation on all of them. Steps on the finest level: 11 in
  // four cycles.
  cycles.pre_relaxation.clear();
  cycles.post_relaxation = {0.872, 1.99};
  cycles.finest_relaxation = {{0.608}, {0.763, 1.99}, {0.51},  {0.84, 1.99},
                              {0.535}, {1.014, 1.74}, {0.604}, {1.057}};
  cycles.overcorrection = 1.021;
  const Partition& p = s.partition;
  const ModePencil pencil = mode_pencil(s.spec);
  const double reach = cfl_number(s) / std::sqrt(least + pencil.unit * pencil.beside);
  const int most = most_levels(p.global_nx, p.global_ny, p.periodic);
  int levels = 2;
  while (levels < most && reach > o.reach * std::exp2(levels - 1)) ++levels;
  cycles.levels = std::min(levels, most);
  const double coarsest = reach / std::exp2(*cycles.levels - 1);
  cycles.coarse_solver = coarsest > 4.0 ? CoarseSolver::cg : CoarseSolver::smoother;
  cycles.coarse_steps = *cycles.coarse_solver == CoarseSolver::cg
                            ? 1000
                            : std::max(3, int(std::ceil(2.0 * coarsest * coarsest)));
  cycles.coarse_relaxation = 1.0;
  return cycles;
}

/// What multigrid is made from.
GridSetup setup_of_modes(const GridSetup& s, const std::vector<double>& values) {
  GridSetup setup = s;
  setup.spec = spec_of_modes(s.spec, values);
  setup.mesh = {};
  return setup;
}

std::vector<double> first(const std::vector<double>& values, int count) {
  return {values.begin(), values.begin() + count};
}

} // namespace

int low_modes(const GridSetup& s, const ModePencil& pencil, const ModeOptions& o) {
  // Where R is beside alpha, it adds about as much to mu.
  return count_modes_below(pencil,
                           std::pow(cfl_number(s) / o.reach, 2) - pencil.unit * pencil.beside);
}

template <class M, class L>
HorizontalProblems<M, L>::HorizontalProblems(const GridSetup& setup, const ModeOptions& options,
                                             const std::vector<double>& values, int low,
                                             double least)
    : low_(low), held_(std::max(1, low)), values_(values), unit_(setup.spec.physics.omega_squared),
      self_(setup.partition.periodic), multigrid_(setup_of_modes(setup, first(values, held_)),
                                                  cycles_of(setup, options, least), self_),
      columns_(make_grid<L>(LevelSetup(setup_of_modes(setup, first(values, held_))),
                            ColumnSolves::none)),
      sweeps_(columns_, int(values.size())),
      f_low_(make_field<L>(LevelSetup(setup_of_modes(setup, first(values, held_))),
                           "isobar low modes")) {}

template <class M, class L>
Int64 HorizontalProblems<M, L>::bytes(const GridSetup& setup, const ModeOptions& options, int modes,
                                      int low) {
  const double least = least_mode_value(mode_pencil(setup.spec));
  const GridSetup planes =
      setup_of_modes(setup, std::vector<double>(std::size_t(std::max(1, low)), least));
  return Multigrid<L>::bytes(planes, cycles_of(setup, options, least)) +
         grid_bytes<L>(LevelSetup(planes), ColumnSolves::none) +
         field_bytes<L>(LevelSetup(planes)) + ModeSweeps<M, L>::bytes(modes);
}

template <class M, class L>
void HorizontalProblems<M, L>::update(const GridSpec& spec, const std::vector<double>& values) {
  values_ = values;
  unit_ = spec.physics.omega_squared;
  const GridSpec modes = spec_of_modes(spec, first(values, held_));
  multigrid_.update(modes);
  columns_.update(modes);
  sweeps_.update();
  reduction_ = 0.0;
}

template <class M, class L> void HorizontalProblems<M, L>::set_reduction(double reduction) {
  if (reduction == reduction_) return;
  sweeps_.set(values_, unit_, reduction);
  cycles_ = std::max(1, int(std::ceil(std::log(reduction) / std::log(cycle_reduction))));
  reduction_ = reduction;
}

template <class M, class L> void HorizontalProblems<M, L>::solve(const Vector& f, const Vector& u) {
  const FlushToZero flush;
  sweeps_.solve(f, low_, u);
  if (low_ == 0) return;
  CopyModes<M, L>::inwards(f, f_low_, low_);
  CopyModes<M, L>::outwards(multigrid_.cycles(f_low_, cycles_), u, low_);
}

template class HorizontalProblems<Double>;
template class HorizontalProblems<Float>;
template class HorizontalProblems<Double, Float>;

} // namespace isobar

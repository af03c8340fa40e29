#include <isobar/core/modes/mode_cycles.hpp>

#include <isobar/core/columns/kernels/refinement_kernels.hpp>
#include <isobar/core/columns/level_choice.hpp>
#include <isobar/core/grid/geometry.hpp>
#include <isobar/core/modes/kernels/copy_modes.hpp>
#include <isobar/core/multigrid/smoother_factors.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace isobar {
namespace {

/// The share of a residual of all modes that a cycle leaves, on average over the cycles of a solve. A cycle leaves up to 0.107
/// of the low modes' residual (docs/decisions/0033-vertical-modes.md).
constexpr double cycle_reduction = 0.087;

/// The largest nu on the coarsest level. With it, a few steps solve this level.
constexpr double coarsest_nu = 0.8;
/// The most steps on the coarsest level: those for nu = 4, beyond which fast cycles use CG.
constexpr int most_coarse_steps = 32;

/// A Jacobi step on each mode is column relaxation on the layers. The finest level has 11 steps in four cycles.
MultigridOptions fast_cycles() {
  MultigridOptions cycles;
  cycles.pre_relaxation.clear();
  cycles.post_relaxation = {0.872, 1.99};
  cycles.finest_relaxation = {{0.608}, {0.763, 1.99}, {0.51},  {0.84, 1.99},
                              {0.535}, {1.014, 1.74}, {0.604}, {1.057}};
  cycles.overcorrection = 1.021;
  return cycles;
}

/// Makes cycles that are symmetric: the steps after the correction are those before it in reverse order, and restriction is the
/// transpose of the prolongation. The steps make a polynomial that is below 1 for all eigenvalues of D^-1 A, which lie from 0
/// to 2. So the cycle is positive definite.
MultigridOptions symmetric_cycles() {
  MultigridOptions cycles;
  cycles.pre_relaxation = chebyshev_factors(2);
  cycles.post_relaxation.assign(cycles.pre_relaxation.rbegin(), cycles.pre_relaxation.rend());
  cycles.restriction = Restriction::transpose;
  return cycles;
}

int most_levels_of(const Partition& p) {
  if (!p.is_on_sphere()) return most_levels(p.global_nx, p.global_ny, p.periodic);
  int levels = 1;
  for (Partition level = p; level.can_coarsen(); level = level.coarsened()) ++levels;
  return levels;
}

/// Returns V-cycles whose coarsest level is the first on which all modes are strongly damped.
MultigridOptions cycles_of(const GridSetup& s, ModeCycle kind, double largest_nu) {
  MultigridOptions cycles = mode_cycle_steps(kind);
  const int most = most_levels_of(s.partition);
  int levels = 2;
  while (levels < most && largest_nu > coarsest_nu * std::exp2(levels - 1)) ++levels;
  cycles.levels = std::min(levels, most);
  const double coarsest = std::min(largest_nu / std::exp2(*cycles.levels - 1), 1e3);
  // CG is not linear, as a preconditioner must be.
  const bool by_cg = coarsest > 4.0 && kind == ModeCycle::fast;
  const int steps = std::max(3, int(std::ceil(2.0 * coarsest * coarsest)));
  cycles.coarse_solver = by_cg ? CoarseSolver::cg : CoarseSolver::smoother;
  cycles.coarse_steps = by_cg ? 1000 : std::min(steps, most_coarse_steps);
  cycles.coarse_relaxation = 1.0;
  return cycles;
}

/// Returns about how many cycles it takes to leave this share of an error.
int cycles_that_leave(double reduction) {
  return std::max(1, int(std::ceil(std::log(reduction) / std::log(cycle_reduction))));
}

} // namespace

MultigridOptions mode_cycle_steps(ModeCycle kind) {
  return kind == ModeCycle::fast ? fast_cycles() : symmetric_cycles();
}

GridSpec mode_spec(const GridSpec& spec, const std::vector<double>& values) {
  GridSpec modes{spec.domain, spec.spacing, spec.physics, spec.nz, spec.boundaries};
  modes.boundaries.bottom = modes.boundaries.top = Boundary::neumann;
  modes.columns = spec.columns;
  modes.flux = spec.flux;
  modes.reaction_beside_alpha = mode_pencil(spec).beside;
  // If R does not stand beside alpha, R_T = V_T. If the fields have this property already, their object stays, because grids
  // would evaluate a new one again.
  if (modes.reaction_beside_alpha == 0.0 && !has_one_vertical_factor(spec)) {
    ColumnFields fields = *spec.columns;
    fields.beta = fields.alpha_v;
    modes.columns = std::make_shared<const ColumnFields>(std::move(fields));
  }
  return with_modes(modes, values);
}

GridSpec with_modes(const GridSpec& mode_spec, const std::vector<double>& values) {
  GridSpec modes = mode_spec;
  modes.nz = int(values.size());
  std::vector<LayerCoefficients<double>> layers;
  for (const double mu : values) layers.push_back({mu, 0.0, 0.0, modes.physics.omega_squared});
  modes.layers = std::make_shared<const std::vector<LayerCoefficients<double>>>(std::move(layers));
  return modes;
}

GridSetup with_modes(const GridSetup& mode_setup, const std::vector<double>& values) {
  GridSetup setup = mode_setup;
  setup.spec = with_modes(mode_setup.spec, values);
  return setup;
}

double cfl_number(const GridSetup& s) {
  const Partition& p = s.partition;
  return 2.0 * std::sqrt(s.spec.physics.omega_squared) /
         mesh_width(s.spec.domain, p.global_nx, p.global_ny);
}

template <class M, class L>
ModeCycles<M, L>::ModeCycles(const GridSetup& planes, ModeCycle cycle, double largest_nu)
    : cycle_(cycle), largest_nu_(largest_nu), self_(planes.partition),
      multigrid_(planes, cycles_of(planes, cycle, largest_nu), self_),
      f_(make_field<L>(LevelSetup(planes), "isobar low modes")), refined_(refined(planes, cycle)) {}

template <class M, class L>
std::optional<typename ModeCycles<M, L>::Refined> ModeCycles<M, L>::refined(const GridSetup& planes,
                                                                            ModeCycle cycle) {
  if (!may_refine(cycle)) return {};
  if constexpr (is_wider)
    return Refined{make_grid<M>(LevelSetup(planes), ColumnSolves::none),
                   make_field<M>(LevelSetup(planes), "isobar low modes in M"),
                   make_field<L>(LevelSetup(planes), "isobar first u of low modes")};
  return {};
}

template <class M, class L>
Int64 ModeCycles<M, L>::bytes(const GridSetup& planes, ModeCycle cycle, double largest_nu) {
  const LevelSetup level(planes);
  const Int64 cycles =
      Multigrid<L>::bytes(planes, cycles_of(planes, cycle, largest_nu)) + field_bytes<L>(level);
  if (!may_refine(cycle)) return cycles;
  return cycles + grid_bytes<M>(level, ColumnSolves::none) + field_bytes<M>(level) +
         field_bytes<L>(level);
}

template <class M, class L> void ModeCycles<M, L>::update(const GridSpec& mode_spec) {
  multigrid_.update(mode_spec);
  if (refined_) refined_->grid.update(mode_spec);
}

template <class M, class L>
void ModeCycles<M, L>::solve(const FieldOf<M>& f, double reduction, const FieldOf<M>& u) {
  const int cycles = cycle_ == ModeCycle::symmetric ? 1 : cycles_that_leave(reduction);
  CopyModes<M, L>::inwards(f, f_);
  if constexpr (is_wider) {
    const double rounding = std::numeric_limits<typename L::storage>::epsilon() * largest_nu_ *
                            largest_nu_; // epsilon is 2 eps
    if (may_refine(cycle_) && rounding > 0.5 * reduction) return refine(f, cycles, u);
  }
  CopyModes<M, L>::outwards(multigrid_.cycles(f_, cycles), u);
}

template <class M, class L>
void ModeCycles<M, L>::refine(const FieldOf<M>& f, int cycles, const FieldOf<M>& u) {
  if constexpr (is_wider) {
    const int earlier = cycles / 2; // the later cycles also correct the rounding of these
    CopyModes<M>::inwards(f, refined_->f);
    multigrid_.cycles(f_, earlier);
    multigrid_.swap_solution(refined_->u);
    exchange(self_.on(0), refined_->u, halo_of(refined_->grid.matrix().flux()));
    RefinementKernels<M, L>::residual(refined_->grid, {refined_->u}, refined_->f, {f_});
    CopyModes<M, L>::outwards(refined_->u, u);
    CopyModes<M, L>::outwards(multigrid_.cycles(f_, cycles - earlier, earlier), u, Target::add);
  }
}

template class ModeCycles<Double, Double>;
template class ModeCycles<Float, Float>;
template class ModeCycles<Double, Float>;

} // namespace isobar

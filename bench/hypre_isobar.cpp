/// Isobar's multigrid for the Poisson equation, on the same ranks and parts as hypre.
#include "hypre_solvers.hpp"
#include "input/input_error.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/comm/communicators/transport_choice.hpp>
#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/core/multigrid/smoother_factors.hpp>
#include <isobar/core/poisson/mixed_poisson.hpp>

#include <algorithm>
#include <memory>

namespace hypre {
namespace {

using namespace isobar;

BoxSpec unit_cube(const Box& b) {
  const auto axis = [](int n) {
    return Axis::uniform(n, 1.0, Boundary::dirichlet, Boundary::dirichlet);
  };
  return {axis(b.nx), axis(b.ny), axis(b.nz)};
}

/// All levels that the ranks permit, distributed as hypre's parts.
DecompositionSpec distributed(const Problem& problem, const std::vector<BoxSpec>& levels) {
  const Box& b = problem.box();
  const auto& all = problem.boxes();
  const int px = int(std::ranges::count_if(all, [](const Box& part) { return part.first_j == 0; }));
  DecompositionSpec spec{b.nx, b.ny, 1, int(all.size()), ProcessGrid{px, int(all.size()) / px}};
  for (std::size_t l = 0; l + 1 < levels.size(); ++l)
    spec.halvings.push_back(next_halving(levels[l]).columns());
  spec.levels = Decomposition(spec).max_levels();
  return spec;
}

void require_parts_alike(const Box& b, const Partition& p) {
  if (p.first_i != b.first_i || p.first_j != b.first_j || p.nx != b.columns_x ||
      p.ny != b.columns_y)
    throw InputError("--equation poisson: hypre and Isobar deal these columns in different parts; "
                     "expected --n to be a power of two times the ranks in each direction");
}

FieldOf<Double> right_side(const Problem& problem, const Partition& p) {
  const FieldOf<Double> f("f", p.nx, p.ny, problem.box().nz);
  const auto host = Kokkos::create_mirror_view(f.view());
  problem.for_each_cell([&](int i, int j, int k) {
    host(f.shape().offset + i - p.first_i, k, 1 + j - p.first_j) = problem.right_side(i, j, k);
  });
  Kokkos::deep_copy(f.view(), host);
  return f;
}

/// The solution in the order of Box::index, for its residual with hypre's matrix.
std::vector<double> cells_of(const Problem& problem, const FieldOf<Double>& u, const Partition& p) {
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), u.view());
  std::vector<double> cells(problem.box().cells());
  problem.for_each_cell([&](int i, int j, int k) {
    cells[problem.box().index(i, j, k)] =
        host(u.shape().offset + i - p.first_i, k, 1 + j - p.first_j);
  });
  return cells;
}

PoissonOptions options_of(const CycleSettings& s, int levels) {
  PoissonOptions o;
  o.levels = levels;
  o.relaxation = s.relaxation;
  o.pre_relaxation = o.post_relaxation = s.factors;
  o.coarse_steps = 4;
  o.coarse_relaxation = 1.0;
  return o;
}

/// The communicators and the solver that settings ask for.
struct System {
  std::unique_ptr<MpiCommunicators<double>> outer;
  std::unique_ptr<MpiCommunicators<float>> inner; ///< of a mixed solver
  std::unique_ptr<PoissonSolver<Double>> solver;

  System(const Problem& problem, const Decomposition& d, const LayerCounts& layers,
         const PoissonSetup& setup, const PoissonOptions& options, int float_cycles) {
    const TransportPlan transports = choose_transport(problem.comm()).plan;
    outer = std::make_unique<MpiCommunicators<double>>(problem.comm(), d, layers, transports);
    if (float_cycles == 0) {
      solver = std::make_unique<MultigridPoisson<Double>>(setup, options, *outer);
      return;
    }
    inner = std::make_unique<MpiCommunicators<float>>(problem.comm(), d, layers, transports);
    solver = std::make_unique<MixedPoisson>(setup, options, std::vector<int>{float_cycles}, *outer,
                                            *inner);
  }
};

} // namespace

/// Times setup and solve. The setup makes levels, communicators and fields.
Outcome solve_isobar(const Problem& problem, const CycleSettings& settings, double tolerance,
                     std::vector<double>& solution) {
  Outcome outcome;
  const BoxSpec box = unit_cube(problem.box());
  Stopwatch watch(problem.communicator());
  const std::vector<BoxSpec> all = box_levels(box, 100);
  const DecompositionSpec spec = distributed(problem, all);
  const Decomposition decomposition(spec, problem.comm().rank());
  const Partition part = decomposition.partition();
  require_parts_alike(problem.box(), part);
  std::vector<int> layers;
  for (const BoxSpec& level : all) layers.push_back(level.z.cells());
  const System system(problem, decomposition, LayerCounts(layers), {box, part},
                      options_of(settings, spec.levels), settings.float_cycles);
  outcome.setup_seconds = watch.lap();
  const FieldOf<Double> f = right_side(problem, part);
  outcome.assembly_seconds = watch.lap();
  const SolveReport report = system.solver->solve(f, {tolerance, max_iterations, {}}, Guess::zero);
  Kokkos::fence();
  outcome.solve_seconds = watch.lap();
  outcome.iterations = report.iterations;
  outcome.converged = report.converged();
  outcome.true_residual = report.relative_residual();
  solution = cells_of(problem, system.solver->solution(), part);
  return outcome;
}

/// All settings; the fastest is first.
std::vector<CycleSettings> cycle_variants() {
  return {{"V(1,1), red-black SOR, mixed", Relaxation::red_black, {1.15}, 3},
          {"V(1,1), red-black SOR", Relaxation::red_black, {1.15}},
          {"V(1,1), red-black", Relaxation::red_black, {1.0}},
          {"V(2,2), red-black", Relaxation::red_black, {1.0, 1.0}},
          {"V(2,2), Chebyshev", Relaxation::jacobi, chebyshev_factors(2)}};
}

} // namespace hypre

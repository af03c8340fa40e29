// Times Isobar's multigrid on finite elements against hypre's CG with BoomerAMG: CIRCLE of the unstructured-grid paper, the same matrix,
// right-hand side, parts and relative residual.
//
//     mpirun -n 2 isobar_fem_hypre --levels 9 --rounds 7
//
// Solvers take turns in rounds; seconds are medians over rounds, after one round that is not timed. hypre is given the assembled matrix of the
// finest level, whose assembly is told and not counted. Isobar's setup has all that follows from the mesh's spaces: assembly of
// the matrices and transfers of all levels, their formats, the lists and buffers of exchanges.
#include "fem/fem_ranks.hpp"
#include "fem_hypre_system.hpp"
#include "hypre_stopwatch.hpp"
#include "run/statistics.hpp"
#include "run/timed.hpp"

#include <isobar/core/fem/fem_residual.hpp>
#include <isobar/core/mesh/mesh_generators.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace {

using namespace isobar;

struct Options {
  int levels = 9, order = 1, rounds = 7;
  double tolerance = 1e-8;
  std::string variants = "best";
};

/// A cycle of ours, and whether it is CG's preconditioner.
struct CycleSettings {
  std::string name;
  FemSmoother smoother;
  int steps;
  double relaxation;
  bool with_cg;
  double chebyshev_ratio = 4.0;
};

std::vector<CycleSettings> cycle_variants() {
  return {{"CG, V(2,2), Chebyshev", FemSmoother::chebyshev, 2, 1.0, true},
          {"CG, V(1,1), Jacobi 0.8", FemSmoother::jacobi, 1, 0.8, true},
          {"CG, V(2,2), Jacobi 0.8", FemSmoother::jacobi, 2, 0.8, true},
          {"CG, V(1,1), SPAI", FemSmoother::spai, 1, 1.0, true},
          {"V(2,2), Chebyshev", FemSmoother::chebyshev, 2, 1.0, false},
          {"V(3,3), Chebyshev", FemSmoother::chebyshev, 3, 1.0, false},
          {"V(4,4), Jacobi 0.7 (the paper's)", FemSmoother::jacobi, 4, 0.7, false}};
}

FemMultigridOptions options_of(const CycleSettings& s) {
  FemMultigridOptions o = FemMultigridOptions::jacobi(s.steps, s.relaxation);
  o.format = on_host ? MatrixFormat::csr : MatrixFormat::sliced_ell;
  o.smoother = s.smoother;
  o.chebyshev_ratio = s.chebyshev_ratio;
  return o;
}

/// What solvers have in common.
struct System {
  const MpiComm& comm;
  QuadMesh mesh = circle_mesh();
  FemProblem problem;
  std::vector<FemSpace> spaces;
  TransportPlan transports = Transport::device;
  FemNumbers g;
  Kokkos::View<double*, MemorySpace> f;
  CsrRows<double> a;

  System(const MpiComm& ranks, const Options& o) : comm(ranks) {
    const PointFunction one = [](Point) { return 1.0; }, zero = [](Point) { return 0.0; };
    problem = {one, {}, {one, zero}};
    spaces =
        spaces_of_rank(comm, mesh, partition_mesh(mesh, o.levels, comm.size()),
                       {.levels = o.levels, .order = o.order, .numbering = Numbering::hierarchical},
                       problem.dirichlet_rims(mesh));
    transports = choose_transport(comm, {}, spaces).plan;
    g = dirichlet_values(spaces.back(), problem);
    f = right_hand_side<double>(spaces.back(), problem, g);
    a = assemble_stiffness<double>(spaces.back());
  }
  /// || f - A u || / || f || by rows that no solver has.
  double residual(std::span<const double> u) const {
    const auto all = with_ghosts(comm, transports, spaces.back(), u);
    const FemNumbers numbers("u with ghosts", all.size()), rhs("f", f.extent(0));
    Kokkos::deep_copy(rhs, f);
    std::ranges::copy(all, numbers.data());
    const ResidualNorms norms = residual_norms(a, numbers, rhs);
    return std::sqrt(sum_over_ranks(comm, norms.residual * norms.residual) /
                     sum_over_ranks(comm, norms.rhs * norms.rhs));
  }
};

/// A solver's line in the table.
struct Line {
  std::string name;
  std::vector<double> setup{}, solve{};
  int iterations = 0;
  double residual = 0.0;

  double total() const {
    std::vector<double> sums;
    for (std::size_t n = 0; n < setup.size(); ++n) sums.push_back(setup[n] + solve[n]);
    return median(sums);
  }
};

/// Where a line gets the figures of a round.
void add(Line& line, bool counts, double setup, double solve, int iterations) {
  if (!counts) return;
  line.setup.push_back(setup);
  line.solve.push_back(solve);
  line.iterations = iterations;
}

void solve_ours(const System& s, const CycleSettings& settings, double tolerance, bool counts,
                Line& line) {
  const FemMultigridOptions options = options_of(settings);
  const SolveControls controls{tolerance, 1000};
  hypre::Stopwatch watch(s.comm.get());
  FemRanks<double> ranks(s.comm, s.spaces, s.transports);
  auto levels = ranks.make_levels(s.spaces, s.problem, options);
  std::optional<FemMultigrid<double>> multigrid;
  std::optional<FemCg<double>> cg;
  const bool symmetric = settings.smoother != FemSmoother::spai;
  if (settings.with_cg)
    cg.emplace(std::move(levels), options.cycle, ranks.ranks(),
               symmetric ? Directions::standard : Directions::flexible);
  else multigrid.emplace(std::move(levels), options.cycle);
  const double setup = watch.lap();
  const SolveReport report = cg ? cg->solve(s.f, controls) : multigrid->solve(s.f, controls);
  Kokkos::fence();
  const double solve = watch.lap();
  add(line, counts, setup, solve, report.iterations);
  const auto u = cg ? cg->solution() : multigrid->solution();
  line.residual = s.residual({u.data(), u.extent(0)});
}

void solve_theirs(const System& s, const hypre::FemSystem& system,
                  const hypre::AmgSettings& settings, double tolerance, bool counts, Line& line) {
  const hypre::AmgOutcome outcome = hypre::solve_by_amg(s.comm, system, settings, tolerance);
  add(line, counts, outcome.setup, outcome.solve, outcome.iterations);
  line.residual = s.residual(system.solution());
}

void show(const Options& o, const System& s, const std::vector<Line>& lines, double assembly,
          double fastest_of_hypre) {
  fmt::print("CIRCLE Q{}, {} levels, {} ranks, to {:.0e}, medians of {} rounds\n", o.order,
             o.levels, s.comm.size(), o.tolerance, o.rounds);
  fmt::print("{:<48}{:>9}{:>9}{:>9}{:>7}{:>11}{:>14}\n", "", "setup", "solve", "total", "iter.",
             "residual", "times faster");
  for (const Line& l : lines)
    fmt::print("{:<48}{:9.4f}{:9.4f}{:9.4f}{:7}{:11.2e}{:14.2f}\n", l.name, median(l.setup),
               median(l.solve), l.total(), l.iterations, l.residual, fastest_of_hypre / l.total());
  fmt::print("seconds; total = setup + solve; times faster than hypre's fastest\n");
  fmt::print("filling and assembling hypre's matrix, not counted: {:.4f} s\n", assembly);
}

void run(const Options& o) {
  const MpiComm comm(MPI_COMM_WORLD);
  const System s(comm, o);
  FemRanks<double> ranks(comm, s.spaces, s.transports);
  std::vector<CycleSettings> ours = cycle_variants();
  std::vector<hypre::AmgSettings> theirs = hypre::amg_variants();
  if (o.variants == "best") ours.resize(1), theirs.resize(1);
  hypre::Stopwatch watch(comm.get());
  const std::vector<double> f(s.f.data(), s.f.data() + s.f.extent(0));
  const hypre::FemSystem system(comm, s.spaces.back(), s.a, f, ranks.ghosts());
  const double assembly = watch.lap();
  std::vector<Line> lines;
  for (const auto& c : ours) lines.push_back({"isobar, " + c.name});
  for (const auto& c : theirs) lines.push_back({"hypre, CG, BoomerAMG, " + c.name});
  for (int round = -1; round < o.rounds; ++round) {
    for (std::size_t n = 0; n < ours.size(); ++n)
      solve_ours(s, ours[n], o.tolerance, round >= 0, lines[n]);
    for (std::size_t n = 0; n < theirs.size(); ++n)
      solve_theirs(s, system, theirs[n], o.tolerance, round >= 0, lines[ours.size() + n]);
  }
  double fastest = lines.back().total();
  for (std::size_t n = ours.size(); n < lines.size(); ++n)
    fastest = std::min(fastest, lines[n].total());
  if (comm.rank() == 0) show(o, s, lines, assembly, fastest);
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Multigrid on finite elements against hypre's CG with BoomerAMG");
  app.add_option("--levels", options.levels, "of CIRCLE, the coarsest included")
      ->check(CLI::Range(2, 12));
  app.add_option("--order", options.order, "1 (Q1) or 2 (Q2)")->check(CLI::Range(1, 2));
  app.add_option("--rounds", options.rounds, "timed, after one that is not")
      ->check(CLI::Range(1, 1000));
  app.add_option("--tolerance", options.tolerance, "relative to the 2-norm of the right-hand side")
      ->check(CLI::Range(1e-14, 0.5));
  app.add_option("--variants", options.variants, "best, or all settings that were tried")
      ->check(CLI::IsMember({"best", "all"}));
  CLI11_PARSE(app, argc, argv);
  if (!on_host) { // Debian's hypre reads host memory
    fmt::print(stderr, "isobar_fem_hypre: this build is for GPUs; expected one for hosts\n");
    return 2;
  }
  const MpiSession mpi(argc, argv);
  const Kokkos::ScopeGuard kokkos;
  hypre::check(HYPRE_Init(), "HYPRE_Init");
  run(options);
  hypre::check(HYPRE_Finalize(), "HYPRE_Finalize");
}

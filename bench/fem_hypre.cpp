// Compares the times of Isobar's multigrid on finite elements and hypre's CG with BoomerAMG. Both solve CIRCLE of the unstructured-grid paper, with
// the same matrix, right-hand side, parts and relative residual.
//
//     mpirun -n 2 isobar_fem_hypre --levels 9 --rounds 7
//
// Solvers take turns in rounds. Seconds are medians over rounds, after one round that is not timed.
// The matrix of the finest level is assembled before hypre starts; that assembly is printed and not
// counted. Isobar's setup starts from the spaces: it assembles matrices and transfers of all
// levels, converts formats and makes lists and buffers of exchanges. The table therefore has two
// ratios: one of the totals, and one without the assembly of the finest level's rows. Bands need
// the numbering of macro elements. hypre and stored rows use the hierarchical numbering, which is
// faster for hypre.
#include "arguments.hpp"
#include "fem/fem_ranks.hpp"
#include "fem_cycle_settings.hpp"
#include "fem_hypre_system.hpp"
#include "fem_hypre_table.hpp"
#include "hypre_stopwatch.hpp"
#include "run/timed.hpp"

#include <isobar/core/fem/fem_residual.hpp>
#include <isobar/core/fem/mixed_fem_cg.hpp>
#include <isobar/core/mesh/mesh_generators.hpp>

#include <fmt/format.h>

namespace {

using namespace isobar;
using bench::cycle_variants;
using bench::CycleSettings;
using bench::numbering_of;
using bench::options_of;
using hypre::Given;
using hypre::Line;

struct Options {
  int levels = 9, order = 1, rounds = 7;
  double tolerance = 1e-8;
  std::string variants = "best";
};

/// The equation, spaces and matrix that solvers with one form of the rows share.
struct System {
  const MpiComm& comm;
  FemRows rows;
  QuadMesh mesh = circle_mesh();
  FemProblem problem;
  std::vector<FemSpace> spaces;
  TransportPlan transports = Transport::device;
  FemNumbers g;
  Kokkos::View<double*, MemorySpace> f;
  CsrRows<double> a;

  System(const MpiComm& ranks, const Options& o, FemRows rows_of) : comm(ranks), rows(rows_of) {
    const PointFunction one = [](Point) { return 1.0; }, zero = [](Point) { return 0.0; };
    problem = {one, {}, {one, zero}};
    spaces = spaces_of_rank(comm, mesh, partition_mesh(mesh, o.levels, comm.size()),
                            {.levels = o.levels, .order = o.order, .numbering = numbering_of(rows)},
                            problem.dirichlet_rims(mesh));
    transports = choose_transport(comm, {}, spaces).plan;
    g = dirichlet_values(spaces.back(), problem);
    f = right_hand_side<double>(spaces.back(), problem, g);
    a = assemble_stiffness<double>(spaces.back());
  }
  /// || f - A u || / || f || with rows that no solver uses.
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

/// Adds the figures of a round to a line, if the round counts.
void add(Line& line, bool counts, double setup, double solve, int iterations) {
  if (!counts) return;
  line.setup.push_back(setup);
  line.solve.push_back(solve);
  line.iterations = iterations;
}

/// One of Isobar's solvers with its own levels and ranks, to which it refers.
class OurSolver {
public:
  OurSolver(const System& s, const CycleSettings& settings)
      : options_(options_of(settings)),
        directions_(settings.smoother == FemSmoother::spai ? Directions::flexible
                                                           : Directions::standard) {
    if (settings.use == CycleSettings::in_float_with_cg) make_mixed(s);
    else make(s, settings.use == CycleSettings::with_cg);
  }
  SolveReport solve(const Kokkos::View<double*, MemorySpace>& f, const SolveControls& controls) {
    if (mixed_) return mixed_->solve(f, controls);
    return cg_ ? cg_->solve(f, controls) : multigrid_->solve(f, controls);
  }
  Kokkos::View<double*, MemorySpace> solution() const {
    if (mixed_) return mixed_->solution();
    return cg_ ? cg_->solution() : multigrid_->solution();
  }

private:
  void make(const System& s, bool with_cg) {
    ranks_.emplace(s.comm, s.spaces, s.transports);
    auto levels = ranks_->make_levels(s.spaces, s.problem, options_);
    if (with_cg) cg_.emplace(std::move(levels), options_.cycle, ranks_->ranks(), directions_);
    else multigrid_.emplace(std::move(levels), options_.cycle);
  }
  /// Assembles the finest level's rows in double for CG, and converts them for the cycle.
  void make_mixed(const System& s) {
    const std::span<const FemSpace> spaces = s.spaces;
    ranks_.emplace(s.comm, spaces.last(1), s.transports);
    float_ranks_.emplace(s.comm, spaces, s.transports);
    MixedStiffness a(spaces.back(), s.problem, options_);
    mixed_.emplace(std::move(a.matrix),
                   float_ranks_->make_levels(spaces, s.problem, options_, a.rows), options_.cycle,
                   ranks_->ranks(), ranks_->ghosts(), directions_);
  }

  FemMultigridOptions options_;
  Directions directions_;
  std::optional<FemRanks<double>> ranks_;
  std::optional<FemRanks<float>> float_ranks_;
  std::optional<FemMultigrid<double>> multigrid_;
  std::optional<FemCg<double>> cg_;
  std::optional<MixedFemCg> mixed_;
};

void solve_ours(const System& s, const CycleSettings& settings, double tolerance, bool counts,
                Line& line) {
  hypre::Stopwatch watch(s.comm.get());
  OurSolver solver(s, settings);
  const double setup = watch.lap();
  const SolveReport report = solver.solve(s.f, {tolerance, 1000});
  Kokkos::fence();
  const double solve = watch.lap();
  add(line, counts, setup, solve, report.iterations);
  const auto u = solver.solution();
  line.residual = s.residual({u.data(), u.extent(0)});
}

void solve_theirs(const System& s, const hypre::FemSystem& system,
                  const hypre::AmgSettings& settings, double tolerance, bool counts, Line& line) {
  system.start_from_zero();
  const hypre::AmgOutcome outcome = hypre::solve_by_amg_cg(
      s.comm.get(), system.matrix(), system.f(), system.u(), settings, tolerance);
  add(line, counts, outcome.setup, outcome.solve, outcome.iterations);
  line.residual = s.residual(system.solution());
}

/// Seconds of the assembly of the finest level's rows, which is part of Isobar's setup.
double assembly_time(const System& s) {
  hypre::Stopwatch watch(s.comm.get());
  AssembledRows<double> rows;
  if (s.rows == FemRows::stored) rows = assemble_stiffness<double>(s.spaces.back());
  else rows = assemble_bands<double>(s.spaces.back());
  Kokkos::fence();
  return watch.lap();
}

void run(const Options& o) {
  const MpiComm comm(MPI_COMM_WORLD);
  const System stored(comm, o, FemRows::stored), by_bands(comm, o, FemRows::bands);
  FemRanks<double> ranks(comm, stored.spaces, stored.transports);
  std::vector<CycleSettings> ours = cycle_variants();
  std::vector<hypre::AmgSettings> theirs = hypre::amg_variants();
  if (o.variants == "best") {
    ours.resize(3);
    theirs.resize(2);
  }
  hypre::Stopwatch watch(comm.get());
  const std::vector<double> f(stored.f.data(), stored.f.data() + stored.f.extent(0));
  const hypre::FemSystem system(comm, stored.spaces.back(), stored.a, f, ranks.ghosts());
  Given given{.filling = watch.lap()};
  std::vector<Line> lines;
  for (const auto& c : ours) lines.push_back({"isobar, " + c.name});
  for (const auto& c : theirs) lines.push_back({"hypre, CG, BoomerAMG, " + c.name});
  for (int round = -1; round < o.rounds; ++round) {
    for (std::size_t n = 0; n < ours.size(); ++n) {
      const System& s = ours[n].rows == FemRows::bands ? by_bands : stored;
      lines[n].assembly.push_back(assembly_time(s));
      solve_ours(s, ours[n], o.tolerance, round >= 0, lines[n]);
    }
    for (std::size_t n = 0; n < theirs.size(); ++n)
      solve_theirs(stored, system, theirs[n], o.tolerance, round >= 0, lines[ours.size() + n]);
  }
  if (comm.rank() == 0)
    show(fmt::format("CIRCLE Q{}, {} levels, {} ranks, to {:.0e}, medians of {} rounds", o.order,
                     o.levels, comm.size(), o.tolerance, o.rounds),
         lines, ours.size(), given);
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Multigrid on finite elements against hypre's CG with BoomerAMG",
               "isobar_fem_hypre");
  app.add_option("--levels", options.levels, "of CIRCLE, the coarsest included")
      ->check(CLI::Range(2, 12));
  app.add_option("--order", options.order, "1 (Q1) or 2 (Q2)")->check(CLI::Range(1, 2));
  app.add_option("--rounds", options.rounds, "timed, after one that is not")
      ->check(CLI::Range(1, 1000));
  app.add_option("--tolerance", options.tolerance, "relative to the 2-norm of the right-hand side")
      ->check(CLI::Range(1e-14, 0.5));
  app.add_option("--variants", options.variants,
                 "best: the fastest of each, or all settings that were tried")
      ->check(CLI::IsMember({"best", "all"}));
  if (const auto code = isobar::read_arguments(app, argc, argv)) return *code;
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

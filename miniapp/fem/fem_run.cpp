#include "fem/fem_run.hpp"

#include "fem/fem_checks.hpp"
#include "fem/fem_parts.hpp"
#include "fem/fem_scaling.hpp"
#include "fem/fem_timings.hpp"
#include "io/files.hpp"
#include "run/timed_solves.hpp"

#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <type_traits>

namespace isobar {
namespace {

/// Kernels of FEM have no place in the list of kernels: their bytes are those of this run's matrices.
ModelledCalls no_model() {
  return [](const KernelTraffic&, int) { return ModelledCall{0.0}; };
}

template <class Function>
void check_finite(const FemDeck& deck, const char* key, const Function& function, Point p) {
  if (!std::isfinite(function(p)))
    throw InputError(fmt::format("{}: is not finite at ({:.6g}, {:.6g}); expected a function that "
                                 "is, on the whole mesh",
                                 describe(deck, key), p.x, p.y));
}

/// f everywhere, g on Dirichlet rims. A file's numbers are finite.
void check_functions(const FemSetting& c, const FemSpace& finest) {
  const bool known = c.deck.problem.solution.has_value();
  if (!c.problem.f.has_quads())
    for (const Point& p : finest.table().points)
      check_finite(c.deck, known ? "problem.solution" : "problem.rhs", c.problem.f, p);
  for (const auto& [unknown, rim] : finest.fixed())
    check_finite(c.deck, known ? "problem.solution" : "problem.boundaries",
                 c.problem.dirichlet[rim], finest.table().points[unknown]);
}

/// What one rank refuses all ranks do. Collective.
void check_functions(const FemContext& c, const FemSpace& finest) {
  throw_on_all(c.comm,
               input_problem([&] { check_functions(static_cast<const FemSetting&>(c), finest); }));
}

/// A run of FemParts or MixedFemParts. operator() has its steps in their order.
template <class Parts> class FemRun {
public:
  using Number = typename Parts::Number;
  using LevelNumber = typename Parts::LevelNumber;

  FemRun(FemContext& c, FemOutputs& outputs, MemoryMeter& meter)
      : c_(c), outputs_(outputs), meter_(meter) {}

  FemRecord operator()() {
    load();
    const int side = std::max(1, int(std::sqrt(double(c_.rank_unknowns().most))));
    record_.copies = copy_bandwidth<LevelNumber>(
        side, side, 1, [&](double x) { return sum_over_ranks(c_.comm, x); });
    make_right_side();
    solve_repeatedly();
    const std::vector<double> u = whole_solution();
    verify(u);
    for (double& norm : record_.solve.residual_norms) norm = scaling_.residual.undone(norm);
    if (!record_.interrupted) time_assembly<Number>(c_, spaces_.back(), record_);
    outputs_.stage(spaces_.back(), u, record_.reached_tolerance());
    return std::move(record_);
  }

private:
  void load() {
    const fem::Space& space = c_.deck.space;
    const double seconds = timed(c_.comm, "isobar/load", [&] {
      spaces_ = spaces_of_rank(c_.comm, c_.mesh, c_.partition,
                               {.levels = c_.deck.mesh.levels,
                                .order = space.order,
                                .numbering = c_.deck.used_numbering(),
                                .seed = std::uint64_t(space.seed),
                                .coarsest = c_.coarsest_level},
                               c_.dirichlet_rims);
    });
    record_.load = largest_of_ranks(c_.comm, seconds);
    check_functions(c_, spaces_.back());
    scaling_ = scaling_of(problem_sizes(c_.comm, c_.mesh, c_.problem, spaces_.back()));
    c_.scaled = scaled(c_.problem, scaling_);
    c_.transport = choose_transport(c_.comm, c_.wish, spaces_);
  }

  void make_right_side() {
    const bool smooth = fem_options(c_.deck).cycle.start == Start::full;
    lift_ = smooth ? smooth_lift(spaces_, c_.scaled) : dirichlet_values(spaces_.back(), c_.scaled);
    right_side_ = host_vector("isobar right-hand side", spaces_.back().owned());
    solved_ = host_vector("isobar solution", spaces_.back().owned());
    const auto f = Kokkos::create_mirror_view_and_copy(
        HostSpace(), right_hand_side<double>(spaces_.back(), c_.scaled, lift_));
    for (std::size_t n = 0; n < right_side_.extent(1); ++n) right_side_(0, n, 0) = f(n);
  }

  void solve_repeatedly() {
    TimedSolves<Parts> solves(
        c_.comm, c_.deck.run, [&](auto& parts) { parts.emplace(c_, spaces_); }, record_);
    solves.set_up_repeatedly();
    record_.levels = level_records<LevelNumber>(c_, solves.parts().levels());
    if (c_.deck.verification.enabled)
      record_.checks = matrix_checks<LevelNumber>(spaces_, solves.parts().levels());
    const fem::Solver& s = c_.deck.solver;
    const SolveControls controls{s.tolerance, s.max_iterations,
                                 make_monitor(c_.deck.run.progress, c_.comm.rank())};
    solves.solve_repeatedly(controls, right_side_, solved_);
    meter_.sample_device();
    if (record_.interrupted) return;
    time_products<LevelNumber>(c_, *solves.parts().levels().front(), record_);
    solves.instrument(controls, right_side_, no_model());
    add_bytes<LevelNumber>(c_, solves.parts().levels(), record_.kernels);
    if constexpr (!std::is_same_v<Number, LevelNumber>)
      add_outer_bytes(c_, solves.parts().outer_matrix(), record_.kernels);
  }

  /// With what it has on the boundaries: of owned unknowns and ghosts.
  std::vector<double> whole_solution() const {
    const auto lift = Kokkos::create_mirror_view_and_copy(HostSpace(), lift_);
    std::vector<double> u = with_ghosts(c_.comm, c_.transport.plan, spaces_.back(),
                                        {solved_.data(), solved_.extent(1)});
    for (std::size_t n = 0; n < u.size(); ++n) u[n] += lift(n);
    undo(c_.comm, c_.deck, scaling_, record_.solve.converged(), u);
    return u;
  }

  void verify(const std::vector<double>& u) {
    const FemSpace& finest = spaces_.back();
    if (!c_.deck.verification.enabled) {
      record_.checks = {unverified()};
      return;
    }
    if (const auto exact = exact_solution(c_.deck)) {
      record_.errors = known_errors(c_, finest, u, *exact);
      record_.checks.push_back(check_known_errors(c_, *record_.errors));
    }
    record_.put_first(solution_checks<Number>(c_, finest, record_.solve, right_side_, solved_));
  }

  FemContext& c_;
  FemOutputs& outputs_;
  MemoryMeter& meter_;
  std::vector<FemSpace> spaces_; ///< the coarsest first
  FemScaling scaling_;
  FemNumbers lift_;               ///< of the scaled problem
  HostField right_side_, solved_; ///< the same
  FemRecord record_;
};

} // namespace

FemRecord run_fem(FemContext& context, FemOutputs& outputs, MemoryMeter& meter) {
  switch (context.deck.solver.precision) {
  case fem::Precision::float_: return FemRun<FemParts<float>>(context, outputs, meter)();
  case fem::Precision::mixed: return FemRun<MixedFemParts>(context, outputs, meter)();
  case fem::Precision::double_: break;
  }
  return FemRun<FemParts<double>>(context, outputs, meter)();
}

} // namespace isobar

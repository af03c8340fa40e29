#include "fem/fem_run.hpp"

#include "fem/fem_checks.hpp"
#include "fem/fem_deck_solver.hpp"
#include "fem/fem_relaxation.hpp"
#include "fem/fem_scaling.hpp"
#include "fem/fem_timings.hpp"
#include "io/files.hpp"
#include "run/solve_run.hpp"

#include <isobar/core/fem/compatibility.hpp>

#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <type_traits>

namespace isobar {
namespace {

template <class Function>
void check_finite(const FemDeck& deck, const char* key, const Function& function, Point p) {
  if (!std::isfinite(function(p)))
    throw InputError(fmt::format("{}: is not finite at ({:.6g}, {:.6g}); expected a function that "
                                 "is, on the whole mesh",
                                 describe(deck, key), p.x, p.y));
}

/// Throws if f, g on Dirichlet rims or a flux is not finite. Numbers of a file are finite already.
void check_functions(const FemSetting& c, const FemSpace& finest) {
  const bool known = c.deck.problem.solution.has_value();
  if (!c.problem.f.has_quads())
    for (const Point& p : finest.table().points)
      check_finite(c.deck, known ? "problem.solution" : "problem.rhs", c.problem.f, p);
  for (const auto& [unknown, rim] : finest.fixed())
    check_finite(c.deck, known ? "problem.solution" : "problem.boundaries",
                 c.problem.dirichlet[rim], finest.table().points[unknown]);
  if (c.problem.open.empty()) return;
  for (const auto& at : finest.rim_places())
    if (const FluxFunction& flux = c.problem.open[at.rim].flux)
      for (const Point& normal : axes_of(finest))
        check_finite(
            c.deck, "problem.fluxes", [&](Point p) { return flux(p, normal); }, at.place);
}

/// Throws on all ranks if one rank throws. Collective.
void check_functions(const FemContext& c, const FemSpace& finest) {
  throw_on_all(c.comm,
               input_problem([&] { check_functions(static_cast<const FemSetting&>(c), finest); }));
}

/// A run of FemDeckSolver or MixedFemDeckSolver.
template <class Parts> class FemRun final : public SolveRun<FemContext, Parts, FemRecord> {
  using Number = typename Parts::Number;
  using LevelNumber = typename Parts::LevelNumber;
  using Base = SolveRun<FemContext, Parts, FemRecord>;
  using Base::c_, Base::right_side_, Base::solution_, Base::scale_, Base::record_;

public:
  FemRun(FemContext& c, FemOutputs& outputs, MemoryMeter& meter)
      : Base(c, meter), outputs_(outputs) {}

private:
  void make_right_side() override {
    load();
    const bool smooth = fem_options(c_.deck).cycle.start == Start::full;
    lift_ = smooth ? smooth_lift(spaces_, c_.scaled) : dirichlet_values(spaces_.back(), c_.scaled);
    this->make_fields(int(spaces_.back().owned()), 1, 1);
    const auto f = Kokkos::create_mirror_view_and_copy(
        HostSpace(), right_hand_side<double>(spaces_.back(), c_.scaled, lift_));
    for (std::size_t n = 0; n < right_side_.extent(1); ++n) right_side_(0, n, 0) = f(n);
    if (has_constants()) fit_right_side();
  }

  bool has_constants() const { return c_.problem.null_space == NullSpace::constants; }
  void fit_right_side() {
    integrals_ = basis_integrals(spaces_.back());
    FemRanks<double> ranks(c_.comm, {&spaces_.back(), 1}, c_.transport.plan);
    const Compatibility found =
        make_compatible(ranks.ranks(), integrals_, {right_side_.data(), right_side_.extent(1)});
    constexpr double most = 1e-2;
    if (c_.deck.problem.solution || std::abs(found.defect()) <= most) return;
    throw InputError(fmt::format("{}: f and the fluxes add up to {:.3g} of their sizes, where "
                                 "nothing fixes u; expected 0, to {}",
                                 describe(c_.deck, "problem.null_space"), found.defect(), most));
  }
  /// Shifts u so that it has the mean of `like`.
  void set_mean(std::vector<double>& u, const std::vector<double>& like) const {
    FemRanks<double> ranks(c_.comm, {&spaces_.back(), 1}, c_.transport.plan);
    const double shift =
        mean_of(ranks.ranks(), integrals_, like) - mean_of(ranks.ranks(), integrals_, u);
    for (double& x : u) x += shift;
  }

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
    scale_ = scaling_.residual;
    c_.scaled = scaled(c_.problem, scaling_);
    c_.transport = choose_transport(c_.comm, c_.wish, spaces_);
  }

  CopyBandwidth copies() const override {
    const int side = std::max(1, int(std::sqrt(double(c_.rank_unknowns().most))));
    return copies_of_ranks<LevelNumber>(c_.comm, side, side, 1);
  }

  void set_up(std::optional<Parts>& parts) override { parts.emplace(c_, spaces_); }

  void solve() override {
    Base::solve();
    u_ = whole_solution();
  }

  void after_setup(Parts& parts) override {
    record_.levels = level_records<LevelNumber>(c_, parts.levels());
    record_relaxation<LevelNumber>(c_, spaces_, parts.levels(), record_);
    if (this->is_verified()) record_.checks = matrix_checks<LevelNumber>(spaces_, parts.levels());
  }

  void after_solves(Parts& parts) override {
    if (!record_.interrupted) time_products<LevelNumber>(c_, *parts.levels().front(), record_);
  }

  /// Models no bytes: the list of kernels lacks those of FEM.
  /// after_instrument() adds their bytes, from this run's matrices.
  ModelledCalls modelled_calls() const override {
    return [](const KernelTraffic&, int) { return ModelledCall{0.0}; };
  }

  void after_instrument(Parts& parts) override {
    add_bytes<LevelNumber>(c_, parts.levels(), record_.kernels);
    if constexpr (!std::is_same_v<Number, LevelNumber>)
      add_outer_bytes(c_, parts.outer_matrix(), record_.kernels);
  }

  /// Returns u at owned unknowns and ghosts, with its boundary values.
  std::vector<double> whole_solution() const {
    const auto lift = Kokkos::create_mirror_view_and_copy(HostSpace(), lift_);
    std::vector<double> u = with_ghosts(c_.comm, c_.transport.plan, spaces_.back(),
                                        {solution_.data(), solution_.extent(1)});
    for (std::size_t n = 0; n < u.size(); ++n) u[n] += lift(n);
    if (has_constants()) set_mean(u, std::vector<double>(u.size(), 0.0));
    undo(c_.comm, c_.deck, scaling_, record_.solve.converged(), u);
    const auto exact = exact_solution(c_.deck);
    if (has_constants() && exact) set_mean(u, nodal_values(spaces_.back(), exact->value));
    return u;
  }

  void verify() override {
    const FemSpace& finest = spaces_.back();
    if (const auto exact = exact_solution(c_.deck)) {
      record_.errors = known_errors(c_, finest, u_, *exact);
      record_.checks.push_back(check_known_errors(c_, this->demands().tolerance, *record_.errors));
    }
    record_.put_first(solution_checks<Number>(c_, finest, this->demands(), record_.solve,
                                              right_side_, solution_));
  }

  void stage_outputs() override {
    if (!record_.interrupted) time_assembly<Number>(c_, spaces_.back(), record_);
    outputs_.stage(spaces_.back(), u_, record_.reached_tolerance());
  }

  FemOutputs& outputs_;
  std::vector<FemSpace> spaces_; ///< the coarsest first
  FemScaling scaling_;
  FemNumbers lift_;               ///< the lift of the scaled problem
  std::vector<double> u_;         ///< the whole solution of the deck's equation
  std::vector<double> integrals_; ///< the basis functions', if constants are the null space
};

} // namespace

FemRecord run_fem(FemContext& context, FemOutputs& outputs, MemoryMeter& meter) {
  switch (context.deck.solver.precision) {
  case fem::Precision::float_: return FemRun<FemDeckSolver<float>>(context, outputs, meter)();
  case fem::Precision::mixed: return FemRun<MixedFemDeckSolver>(context, outputs, meter)();
  case fem::Precision::double_: break;
  }
  return FemRun<FemDeckSolver<double>>(context, outputs, meter)();
}

} // namespace isobar

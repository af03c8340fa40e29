#include "deck/deck_keys_shared.hpp"
#include "flow/flow_keys.hpp"
#include "flow/flow_value_kinds.hpp"

namespace isobar::flow {
namespace {

using deck::Choice, deck::Integer, deck::Number, deck::OrAuto;

constexpr Integer steps{0, 1000};
constexpr const char* relaxation_note =
    "by smoother = \"auto\"; 0.86 for jacobi, 1 for gauss-seidel, 1.6 for sor";
constexpr const char* steps_note = "2, or by smoother = \"auto\"";

Keys solver_section() {
  const KeyMaker<Solver> key{"solver", &FlowDeck::solver};
  return {
      key(&Solver::method, "method", Choice<PoissonMethod>{}, "",
          "multigrid: multigrid cycles. direct: transforms in x and y, where cells must be equal, "
          "and a tridiagonal solve in z. jacobi: smoothing steps on the finest level alone, for "
          "comparison"),
      key(&Solver::precision, "precision", Choice<Precision>{}, "",
          "precision of fields and arithmetic. mixed: double solutions and residuals, cycles in "
          "float"),
      used_with(
          "precision = \"mixed\"",
          [](const FlowDeck& d) { return d.solver.precision == Precision::mixed; },
          key(&Solver::mixed_cycles, "mixed_cycles", deck::IntegerList{1, 10, {1, 1000}}, "",
              "number of cycles in float before the first double residual, before the second, and "
              "so on. The last number also holds for all later residuals")),
      default_is("1e-8; of a flow 1e-5",
                 key(&Solver::tolerance, "tolerance", Number{'(', 0, 1, ')'}, "",
                     "2-norm of the volume-integrated residual relative to that of the right-hand "
                     "side")),
      deck::absolute_tolerance_key(key),
      key(&Solver::max_iterations, "max_iterations", Integer{1, 1'000'000'000}, "",
          "cycles after which a solve gives up, or corrections in mixed precision. With jacobi a "
          "cycle is before + after smoothing steps"),
      of_flow({key(&Solver::start, "start", Choice<SolveStart>{}, "",
                   "start of a time step's pressure solve")})
          .front(),
  };
}

/// The keys of a cycle, which is the member `part` of the deck's `section`.
template <class Part> Keys cycle_keys(const char* section, const Part& part) {
  const KeyMaker<Cycle, Part> key{section, part};
  return {
      key(&Cycle::kind, "cycle", Choice<CycleKind>{}, "",
          "how often a cycle visits the coarser levels from each level. V: once. W: twice. F: once "
          "by an F-cycle and once by a V-cycle"),
      key(&Cycle::smoother, "smoother", Choice<SmootherName>{}, "",
          "jacobi: weighted Jacobi. gauss-seidel: red-black Gauss-Seidel. sor: the same with "
          "over-relaxation. chebyshev: Jacobi with the factors of a Chebyshev polynomial, one for "
          "each step. auto: sor with 1 step before, 1 step after and the factor 1.2. It takes 2, 2 "
          "and 1.25 where cells are more than 1.25 times as long as wide. It takes 3, 3 and 1.4 "
          "where cells of an axis differ by a factor of more than 2. If a periodic direction has "
          "an odd number of cells on some level, auto is chebyshev with 3 steps before and 3 "
          "after. It takes 4 and 4 where cells of an axis differ by a factor of more than 2"),
      default_is(steps_note, key(&Cycle::before, "before", steps, "",
                                 "smoothing steps before the coarse correction")),
      default_is(steps_note, key(&Cycle::after, "after", steps, "",
                                 "smoothing steps after the coarse correction")),
      used_with(
          "smoother = \"jacobi\", \"gauss-seidel\" or \"sor\"",
          [part](const FlowDeck& d) {
            return std::invoke(part, d).smoother != SmootherName::chebyshev;
          },
          default_is(relaxation_note,
                     key(&Cycle::relaxation, "relaxation", Number{'(', 0.0, 2.0, ')'}, "",
                         "relaxation factor of each smoothing step"))),
  };
}

Keys multigrid_section() {
  const KeyMaker<Multigrid> key{"multigrid", &FlowDeck::multigrid};
  const auto part = [](auto& deck) -> auto& { return deck.multigrid.cycle; };
  Keys levels = {key(&Multigrid::levels, "levels", OrAuto<Integer>{{1, 20}}, "",
                     "number of levels. auto: as many as cells and ranks allow. With fewer levels "
                     "the cycle is truncated, and smoothing steps alone solve the coarsest level")};
  Keys rest = {
      deck::merge_key(key, "Merged levels are solved as [amalgamation] says. Its level, ranks, "
                           "stages and form say the same in other words"),
      key(&Multigrid::restriction, "restriction", Choice<Restriction>{deck::box_restrictions}, "",
          "average: the cell average. full-weighting: the transpose of the prolongation. "
          "half-weighting: a half from the lowest child, and the other half from those beside it. "
          "injection: the lowest child alone. It needs jacobi or chebyshev as smoother"),
      key(&Multigrid::start, "start", Choice<Start>{}, "",
          "start of a solve. zero: from 0. full: from the coarse levels' solutions (full "
          "multigrid)"),
      key(&Multigrid::coarse_steps, "coarse_steps", OrAuto<Integer>{{1, 1'000'000}}, "",
          "smoothing steps on the coarsest level, with the smoother's factor. auto: as many as "
          "reduce its slowest error to a twentieth, at most 128. They have the factors that are "
          "best for this"),
      key(&Multigrid::coarse_solver, "coarse_solver", Choice<CoarsestSolver>{}, "",
          "solver on the coarsest level. steps: coarse_steps smoothing steps. residual: these "
          "steps again and again until the residual norm has fallen by coarse_tolerance. cg: "
          "conjugate gradients until it has. exact: conjugate gradients until rounding ends them"),
      used_with(
          "coarse_solver = \"residual\" or \"cg\"",
          [](const FlowDeck& d) {
            return d.uses_multigrid() && (d.multigrid.coarse_solver == CoarsestSolver::residual ||
                                          d.multigrid.coarse_solver == CoarsestSolver::cg);
          },
          key(&Multigrid::coarse_tolerance, "coarse_tolerance", Number{'(', 0.0, 1.0, ')'}, "",
              "residual norm at the end of a visit to the coarsest level, relative to that of its "
              "right-hand side")),
  };
  const auto multigrid = [](const Keys& keys) {
    return all_used_with(
        "solver.method = \"multigrid\"", [](const FlowDeck& d) { return d.uses_multigrid(); },
        keys);
  };
  const Keys steps = all_used_with(
      "solver.method = \"multigrid\" or \"jacobi\"",
      [](const FlowDeck& d) { return d.solver.method != PoissonMethod::direct; },
      cycle_keys("multigrid", part));
  return deck::joined({multigrid(levels), steps, multigrid(rest)});
}

Keys amalgamation_section() {
  const KeyMaker<Amalgamation> key{"amalgamation", &FlowDeck::amalgamation};
  const auto part = [](auto& deck) -> auto& { return deck.amalgamation.cycle; };
  const auto multigrid = [](const FlowDeck& d) { return d.uses_multigrid(); };
  const auto level = [](const FlowDeck& d) {
    return d.uses_multigrid() && d.amalgamation.level > 0;
  };
  const auto merges = [](const FlowDeck& d) { return !d.merges().empty(); };
  Keys cycle = cycle_keys("amalgamation", part);
  for (Key& made : cycle)
    if (made.name == "smoother")
      made = default_is("gauss-seidel, or as auto where a merged level cannot have it", made);
  Keys which = {
      used_with(
          "solver.method = \"multigrid\"", multigrid,
          key(&Amalgamation::level, "level", Integer{0, 19}, "",
              "level that fewer ranks gather, where 0 is the finest. They solve it by cycles of a "
              "multigrid of their own, down to the smallest grid. With 0 there is no such level")),
      key(&Amalgamation::ranks, "ranks", deck::IntegerList{1, 8, {1, 1'000'000}}, "",
          "numbers of ranks that have the merged levels: [1], or several in stages, such as [16, "
          "4, 1]"),
      key(&Amalgamation::stages, "stages", deck::IntegerList{0, 7, {1, 19}}, "",
          "levels of the second and later stages, one for each of their numbers of ranks"),
      key(&Amalgamation::form, "form", Choice<MergeForm>{}, "",
          "gather: gather, solve and scatter. all-gather: all ranks get the level, compute the "
          "same and need no scatter"),
  };
  const Key cycles = key(&Amalgamation::cycles, "cycles", Integer{1, 1000}, "",
                         "cycles of the embedded multigrid on each visit");
  return deck::joined(
      {all_used_with("level > 0", level, which),
       all_used_with("level > 0 or multigrid.merge", merges, deck::joined({{cycles}, cycle}))});
}

} // namespace

Keys solver_keys() {
  return deck::joined({solver_section(), multigrid_section(), amalgamation_section()});
}

} // namespace isobar::flow

#include "deck/deck_keys_shared.hpp"
#include "pressure/deck/deck_keys.hpp"

namespace isobar::deck {
namespace {

using Keys = std::vector<Key>;

constexpr Number relaxation{'(', 0.0, 2.0, ')'};

Keys solver_section() {
  const KeyMaker<Solver> key{"solver", &Deck::solver};
  return {
      key(&Solver::method, "method", OrAuto<Choice<Method>>{}, "",
          "multigrid: cycles alone. cg-fused: CG with line relaxation in two fused kernels. "
          "cg-standard: the textbook form of the same method. cg-multigrid: CG with a symmetric "
          "cycle as preconditioner. bicgstab, bicgstab-multigrid: BiCGStab with line relaxation or "
          "a cycle, for matrices that are not symmetric. cg-csr, multigrid-csr, multigrid-ell: the "
          "textbook CG and multigrid on stored matrices, for comparison. Matrices are stored as "
          "CSR by Kokkos Kernels or as ELLPACK-R. modes: vertical modes, each by itself, for an "
          "equation that separates. cg-modes, bicgstab-modes: CG or BiCGStab for an equation that "
          "does not separate, around vertical modes of an equation near to it. cg-sor: CG with a "
          "symmetric block-SOR sweep over columns. GCR and GMRES are restarted methods for "
          "matrices that are not symmetric. CR is for symmetric ones. These three have line "
          "relaxation, a cycle or modes. auto: a run of isobar first measures which method is "
          "fastest (the report says why)"),
      key(&Solver::precision, "precision", Choice<PrecisionName>{}, "",
          "precision of fields and arithmetic. float-storage: float fields, double arithmetic. "
          "mixed: double solutions from cycles that are partly or wholly in float"),
      key(&Solver::tolerance, "tolerance", Number{'(', 0, 1, ')'}, "",
          "2-norm of the volume-integrated residual relative to that of the right-hand side"),
      absolute_tolerance_key(key),
      key(&Solver::divergence_tolerance, "divergence_tolerance", Number{'(', 1, 1e300, ']'}, "",
          "a solve has diverged when the norm of its residual is above this number times the first "
          "one"),
      key(&Solver::max_iterations, "max_iterations", Integer{1, 1'000'000'000}, "",
          "iterations after which a solve gives up. They are cycles, steps of a Krylov method, or "
          "corrections of multigrid in mixed precision or of modes"),
      key(&Solver::min_iterations, "min_iterations", Integer{0, 1'000'000'000}, "",
          "least number of iterations of a solve, unless the right-hand side is 0"),
      used_with(
          "method = \"multigrid\" and no corrections",
          [](const Deck& d) {
            return d.solver.method.value_or(Method::multigrid) == Method::multigrid &&
                   (!d.is_mixed() || d.has_float_coarse_levels());
          },
          key(&Solver::check_after, "check_after", Integer{0, 1'000'000'000}, "",
              "number of cycles before the first residual norm, for solves whose number of cycles "
              "is known")),
      used_with(
          "method = \"cg-multigrid\"",
          [](const Deck& d) {
            return d.solver.method.value_or(Method::cg_multigrid) == Method::cg_multigrid;
          },
          key(&Solver::flexible, "flexible", Boolean{}, "",
              "flexible CG, whose cycle need not be symmetric")),
      used_with(
          "a method that begins with \"gcr\" or \"gmres\"",
          [](const Deck& d) { return restarts(d.krylov()); },
          key(&Solver::restart, "restart", Integer{1, 1000}, "",
              "iterations after which the method starts again from the residual. GCR keeps two "
              "fields for each of them, and GMRES keeps one")),
      used_with(
          "method = \"cg-sor\"", [](const Deck& d) { return d.has_inside(Inside::sor); },
          key(&Solver::sor_factor, "sor_factor", relaxation, "",
              "relaxation factor of the sweep. A factor above 1 is over-relaxation")),
  };
}

Keys mixed_section() {
  const KeyMaker<Mixed> key{"mixed", &Deck::mixed};
  return {
      used_with(
          "precision = \"mixed\" and cycles",
          [](const Deck& d) { return d.is_mixed() && d.may_use_multigrid(); },
          key(&Mixed::in_float, "in_float", Choice<FloatPart>{}, "",
              "cycles: whole cycles in float, between double residuals or as the preconditioner of "
              "a Krylov method in double. coarse-levels: the levels of cycles below the finest in "
              "float")),
      used_with(
          "method = \"multigrid\", precision = \"mixed\" and mixed.in_float = \"cycles\"",
          [](const Deck& d) {
            return d.is_mixed() && !d.has_float_coarse_levels() &&
                   d.solver.method.value_or(Method::multigrid) == Method::multigrid;
          },
          key(&Mixed::cycles, "cycles", IntegerList{1, 10, {1, 1000}}, "",
              "number of cycles in float before the first double residual, before the second, and "
              "so on. The last number also holds for all later residuals")),
      used_with(
          "precision = \"mixed\" and mixed.in_float = \"cycles\"",
          [](const Deck& d) {
            return d.is_mixed() && d.may_use_multigrid() && !d.has_float_coarse_levels();
          },
          key(&Mixed::inner, "inner", Choice<InnerPrecision>{}, "",
              "precision of the cycles. float-storage: float fields, double arithmetic")),
  };
}

/// Marks keys that have an effect with any cycle.
Keys used_with_cycles(Keys keys) {
  for (Key& key : keys)
    key = used_with(
        "a method that has \"multigrid\" in its name, or \"auto\"",
        [](const Deck& d) { return d.may_use_multigrid(); }, std::move(key));
  return keys;
}

using Options = MultigridOptions;
const KeyMaker<Options> multigrid_key{"multigrid", &Deck::multigrid};

/// The cycle and its work on each level.
Keys cycle_keys() {
  const auto& key = multigrid_key;
  return {
      key(&Options::levels, "levels", OrAuto<Integer>{{1, 20}}, "",
          "number of levels. Each coarser one has half the columns in x and in y, rounded up. "
          "auto: as many as the CFL number needs and as columns and ranks allow (the report says "
          "how many)"),
      key(&Options::cycle, "cycle", Choice<CycleKind>{}, "",
          "how often a cycle visits the coarser levels from each level. V: once. W: twice. F: once "
          "by an F-cycle and once by a V-cycle"),
      key(&Options::relaxation, "smoother", Choice<Relaxation>{}, "",
          "line relaxation of columns. jacobi: all columns at once. red-black: one colour of a "
          "chess board after the other"),
      key(&Options::pre_relaxation, "pre_relaxation", NumberList{0, 10, relaxation}, "",
          "relaxation factor of each smoothing step before the coarse correction"),
      key(&Options::post_relaxation, "post_relaxation", NumberList{0, 10, relaxation}, "",
          "relaxation factor of each smoothing step after the coarse correction"),
      key(&Options::finest_relaxation, "finest_relaxation",
          ListsInPairs{10, NumberList{0, 10, relaxation}}, "",
          "relaxation factors on the finest level in place of the two keys above. Each pair has "
          "the factors before and those after the coarse correction. The first cycle of a solve "
          "takes the first pair, the second cycle the second, and so on. After the last pair the "
          "first one follows again"),
      default_is("\"average\"; with method = \"cg-multigrid\" or \"cr-multigrid\" \"transpose\"",
                 key(&Options::restriction, "restriction", Choice<Restriction>{}, "",
                     "average: the cell average. transpose: the transpose of the prolongation")),
      key(&Options::overcorrection, "overcorrection", Number{'[', 0.5, 2.0, ']'}, "",
          "factor of the correction from each coarse level. The answer of a coarse level to smooth "
          "residuals is too small"),
      key(&Options::merged_layers, "merged_layers", Integer{1, 4096}, "",
          "number of adjacent layers that are one layer on all levels below the finest. With 1 all "
          "levels have n_z layers. Automatic levels merge fewer where the vertical coupling is too "
          "weak for this number"),
      key(&Options::coefficients, "coefficients", Choice<LevelCoefficients>{}, "",
          "levels of multigrid where coefficients are a number for each cell. product: levels of "
          "the products nearest to the coefficients. cells: levels of the cells' own couplings, "
          "added up on coarser levels. They suit coefficients far from a product (report: "
          "equation.distance)"),
      key(&Options::overlap, "overlap_rows", OrAuto<IntegerList>{{0, 19, {0, 1'000'000}}}, "",
          "rows of each neighbour that a rank also computes on level 1, 2 and so on, instead of "
          "waiting for them. The numbers are even except on the coarsest level. []: none. auto: on "
          "hosts none, on GPUs as many as save all exchanges except that of the right-hand side"),
      key(&Options::replicated_from, "replicated_from", OrAuto<Integer>{{0, 19}}, "",
          "first level that every rank computes as a whole, with all coarser ones. With 0 there is "
          "none. auto: the first level that has too few rows for the ranks"),
      merge_key(key, "replicated_from is for levels that every rank has as a whole"),
      key(&Options::start, "start", Choice<Start>{}, "",
          "start of a solve. zero: from 0. full: from the coarse levels' solutions (full "
          "multigrid)"),
  };
}

/// The solver of the coarsest level.
Keys coarse_solver_keys() {
  const auto& key = multigrid_key;
  return {
      key(&Options::coarse_solver, "coarse_solver", OrAuto<Choice<CoarseSolver>>{}, "",
          "solver on the coarsest level. smoother: smoothing steps. cg: CG. auto: smoothing steps, "
          "or CG if levels are automatic and more than 30 steps would be needed"),
      key(&Options::coarse_steps, "coarse_steps", OrAuto<Integer>{{1, 1'000'000}}, "",
          "smoothing steps on the coarsest level, or the most iterations of CG there. auto: 2 "
          "steps, or with automatic levels as many as the CFL number needs. With CG auto is 1000"),
  };
}

/// The numbers of both solvers of the coarsest level.
Keys coarse_number_keys() {
  const auto& key = multigrid_key;
  return {
      used_with(
          "coarse_solver = \"smoother\"",
          [](const Deck& d) {
            return d.may_use_multigrid() && d.multigrid.coarse_solver != CoarseSolver::cg;
          },
          key(&Options::coarse_relaxation, "coarse_relaxation", relaxation, "",
              "relaxation factor on the coarsest level")),
      used_with(
          "coarse_solver = \"cg\"",
          [](const Deck& d) {
            return d.may_use_multigrid() && d.multigrid.coarse_solver != CoarseSolver::smoother;
          },
          key(&Options::coarse_tolerance, "coarse_tolerance", Number{'(', 0, 1, ')'}, "",
              "relative residual at which CG on the coarsest level ends")),
  };
}

} // namespace

Keys solver_keys() {
  return joined({solver_section(), mixed_section(), used_with_cycles(cycle_keys()),
                 used_with_cycles(coarse_solver_keys()), coarse_number_keys()});
}

} // namespace isobar::deck

#include "deck/deck_schema.hpp"

#include "deck/deck_values.hpp"

#include <limits>

namespace isobar::deck {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Key required(Key key) {
  key.required = true;
  return key;
}
Key default_is(const char* note, Key key) {
  key.default_note = note;
  return key;
}
Key used_with(const char* condition, bool (*is_used)(const Deck&), Key key) {
  key.used_with = condition;
  key.is_used = is_used;
  return key;
}

using Keys = std::vector<Key>;
constexpr int most_columns = 1'000'000;
const Number positive{'(', 0.0, infinity, ')'};
const Number relaxation{'(', 0.0, 2.0, ')'};
const Number fraction{'[', 0.0, 1.0, ']'};

Keys grid_keys() {
  const KeyMaker<Grid> key{"grid", &Deck::grid};
  return {
      key(&Grid::domain, "domain", Choice<Domain>{}, "",
          "one panel of a gnomonic cubed sphere, or the unit square"),
      required(key(&Grid::nx, "nx", Integer{1, most_columns}, "", "columns in x")),
      required(key(&Grid::ny, "ny", Integer{1, most_columns}, "", "columns in y")),
      required(key(&Grid::nz, "nz", Integer{1, 4096}, "", "layers")),
      key(&Grid::spacing, "layers", Choice<LayerSpacing>{}, "",
          "heights of the layers' interfaces: H (k/n_z)^2, or equidistant"),
  };
}

Keys fields_keys() {
  const KeyMaker<Fields> key{"fields", &Deck::fields};
  return {
      key(&Fields::layout, "layout", Choice<Layout>{}, "",
          "which neighbours are adjacent: those of one layer in x, which suits GPUs and SIMD, or "
          "those of one column, as weather models on CPUs have them (multigrid, cg-fused and "
          "cg-standard in double or float)"),
  };
}

Keys physics_keys() {
  const KeyMaker<Physics> key{"physics", &Deck::physics};
  return {
      default_is("600 * 256 / nx, the papers'",
                 key(&Physics::time_step, "time_step", positive, "s", "time step")),
      default_is(
          "that of time_step",
          key(&Physics::cfl, "cfl", positive, "",
              "horizontal CFL number 2 w / h, w = sound_speed time_step / (2 radius), h the "
              "smaller "
              "mesh width: pi / (2 n) on the panel, 1 / n in the flat box, n the larger of nx "
              "and ny; sets the time step in place of time_step")),
      key(&Physics::sound_speed, "sound_speed", positive, "m/s", "speed of sound"),
      key(&Physics::buoyancy_frequency, "buoyancy_frequency", Number{'[', 0, infinity, ')'}, "1/s",
          "buoyancy frequency N"),
      key(&Physics::radius, "radius", positive, "m", "radius of the earth, the unit of length"),
      key(&Physics::depth, "depth", positive, "m", "depth of the atmosphere"),
  };
}

Keys rhs_keys() {
  const KeyMaker<Rhs> key{"rhs", &Deck::rhs};
  const auto blob = [](const Deck& d) { return d.rhs.kind == RhsKind::blob; };
  return {
      key(&Rhs::kind, "kind", Choice<RhsKind>{}, "",
          "right side f: 1 in the middle quarter of the columns, 1, uniform in [-1, 1), "
          "a product of sines, a localised Gaussian, or read from a file"),
      used_with(
          "kind = \"random\"", [](const Deck& d) { return d.rhs.kind == RhsKind::random; },
          key(&Rhs::seed, "seed", Integer{0, INT64_MAX}, "",
              "seed; the numbers do not depend on the number of ranks")),
      used_with(
          "kind = \"file\"", [](const Deck& d) { return d.rhs.kind == RhsKind::file; },
          key(&Rhs::file, "file", Path{"the path of a NumPy file"}, "",
              "float64 array of shape (ny, nx, nz), the cell means of f; relative to the "
              "deck, with --set to the current directory")),
      used_with("kind = \"blob\"", blob,
                key(&Rhs::blob_centre, "blob_centre", NumberList{3, 3, fraction}, "",
                    "centre in x, y and z as fractions of the domain")),
      used_with("kind = \"blob\"", blob,
                key(&Rhs::blob_width, "blob_width", Number{'(', 0, 1, ']'}, "",
                    "distance at which the blob has fallen to 1/e, as a fraction of the domain")),
  };
}

Keys solver_keys() {
  const KeyMaker<Solver> key{"solver", &Deck::solver};
  return {
      key(&Solver::method, "method", Choice<Method>{}, "",
          "multigrid; CG with line relaxation in two fused kernels or in its textbook form; CG "
          "with a symmetric V-cycle as preconditioner; and, to compare with, the textbook CG and "
          "multigrid on stored matrices, CSR by Kokkos Kernels or ELLPACK-R"),
      key(&Solver::precision, "precision", Choice<PrecisionName>{}, "",
          "of fields and arithmetic; float-storage: float fields, double arithmetic; mixed: double "
          "solutions from V-cycles that are partly or wholly in float"),
      key(&Solver::tolerance, "tolerance", Number{'(', 0, 1, ')'}, "",
          "2-norm of the volume-integrated residual relative to that of the right side"),
      key(&Solver::max_iterations, "max_iterations", Integer{1, 1'000'000'000}, "",
          "iterations after which a solve gives up: V-cycles, steps of CG, or corrections of "
          "multigrid in mixed precision"),
      used_with(
          "method = \"multigrid\" and no corrections",
          [](const Deck& d) {
            return d.solver.method == Method::multigrid &&
                   (!d.is_mixed() || d.has_float_coarse_levels());
          },
          key(&Solver::check_after, "check_after", Integer{0, 1'000'000'000}, "",
              "no residual norm before that many V-cycles, for a count that is known")),
      used_with(
          "method = \"cg-multigrid\"",
          [](const Deck& d) { return d.solver.method == Method::cg_multigrid; },
          key(&Solver::flexible, "flexible", Boolean{}, "",
              "flexible CG, whose V-cycle needs not be symmetric")),
  };
}

Keys mixed_keys() {
  const KeyMaker<Mixed> key{"mixed", &Deck::mixed};
  return {
      used_with(
          "precision = \"mixed\"", [](const Deck& d) { return d.is_mixed(); },
          key(&Mixed::in_float, "in_float", Choice<FloatPart>{}, "",
              "cycles: whole V-cycles, between double residuals or as the preconditioner of a CG "
              "in "
              "double; coarse-levels: the V-cycles' levels below the finest")),
      used_with(
          "method = \"multigrid\", precision = \"mixed\" and mixed.in_float = \"cycles\"",
          [](const Deck& d) {
            return d.is_mixed() && !d.has_float_coarse_levels() &&
                   d.solver.method == Method::multigrid;
          },
          key(&Mixed::cycles, "cycles", IntegerList{1, 10, {1, 1000}}, "",
              "V-cycles in float before the first double residual, the second ...; the last number "
              "also counts for all later ones")),
      used_with(
          "precision = \"mixed\" and mixed.in_float = \"cycles\"",
          [](const Deck& d) { return d.is_mixed() && !d.has_float_coarse_levels(); },
          key(&Mixed::inner, "inner", Choice<InnerPrecision>{}, "",
              "of the V-cycles; float-storage: float fields, double arithmetic")),
  };
}

Keys multigrid_keys() {
  const KeyMaker<Multigrid> key{"multigrid", &Deck::multigrid};
  const auto smoother = [](const Deck& d) {
    return d.uses_multigrid() && d.multigrid.coarse_solver == CoarseSolverName::smoother;
  };
  const auto cg = [](const Deck& d) {
    return d.uses_multigrid() && d.multigrid.coarse_solver == CoarseSolverName::cg;
  };
  Keys keys = {
      key(&Multigrid::levels, "levels", Integer{1, 20}, "",
          "levels; each coarser one has half the columns in x and in y"),
      key(&Multigrid::smoother, "smoother", Choice<SmootherName>{}, "",
          "line relaxation of all columns at once, or of one colour of a chess board after the "
          "other"),
      key(&Multigrid::pre_relaxation, "pre_relaxation", NumberList{0, 10, relaxation}, "",
          "relaxation factor of each smoothing step before the coarse correction"),
      key(&Multigrid::post_relaxation, "post_relaxation", NumberList{0, 10, relaxation}, "",
          "relaxation factor of each smoothing step after it"),
      default_is("\"average\"; with method = \"cg-multigrid\" \"transpose\"",
                 key(&Multigrid::restriction, "restriction", Choice<RestrictionName>{}, "",
                     "cell average, or transpose of the prolongation")),
      key(&Multigrid::overcorrection, "overcorrection", Number{'[', 0.5, 2.0, ']'}, "",
          "factor on the correction from each coarse level, which answers smooth residuals with "
          "too little"),
      key(&Multigrid::merged_layers, "merged_layers", Integer{1, 4096}, "",
          "adjacent layers that are one on all levels below the finest; 1: all levels "
          "have "
          "n_z"),
      key(&Multigrid::start, "start", Choice<StartName>{}, "",
          "start from zero, or from the coarse levels' solutions (full multigrid)"),
      key(&Multigrid::coarse_solver, "coarse_solver", Choice<CoarseSolverName>{}, "",
          "solver on the coarsest level: smoothing steps, or CG"),
      key(&Multigrid::coarse_steps, "coarse_steps", Integer{1, 1'000'000}, "",
          "smoothing steps on the coarsest level; with CG its most iterations"),
  };
  for (Key& k : keys)
    k = used_with(
        "method = \"multigrid\", \"cg-multigrid\", \"multigrid-csr\" or \"multigrid-ell\"",
        [](const Deck& d) { return d.uses_multigrid(); }, std::move(k));
  keys.push_back(used_with("coarse_solver = \"smoother\"", smoother,
                           key(&Multigrid::coarse_relaxation, "coarse_relaxation", relaxation, "",
                               "relaxation factor on the coarsest level")));
  keys.push_back(
      used_with("coarse_solver = \"cg\"", cg,
                key(&Multigrid::coarse_tolerance, "coarse_tolerance", Number{'(', 0, 1, ')'}, "",
                    "relative residual at which CG on the coarsest level ends")));
  return keys;
}

Keys run_keys() {
  const KeyMaker<Decomposition> decomposition{"decomposition", &Deck::decomposition};
  const KeyMaker<Launch> launch{"launch", &Deck::launch};
  const KeyMaker<Run> run{"run", &Deck::run};
  const KeyMaker<Verification> verification{"verification", &Deck::verification};
  const KeyMaker<Output> output{"output", &Deck::output};
  const Path file{"the path of a file"};
  return {
      decomposition(&Decomposition::process_grid, "process_grid", RankGrid{}, "",
                    "ranks in x and y, their product the number of ranks; or chosen"),
      launch(&Launch::march, "march", MarchRules{}, "",
             "shape of the teams that solve columns, by size of a level and precision of the "
             "arithmetic; the first rule that fits a level counts, else the program's own table"),
      launch(&Launch::graph, "graph", Boolean{}, "",
             "give the device a cycle's coarse levels as one CUDA graph; where several ranks or CG "
             "on the coarsest level need the host in between, and while a Kokkos tool listens, "
             "kernels are launched one by one"),
      run(&Run::repeats, "repeats", Integer{1, 1'000'000}, "", "timed solves"),
      run(&Run::warmup, "warmup", Integer{0, 1'000'000}, "", "solves before them, not timed"),
      run(&Run::progress, "progress", Choice<Switch>{}, "",
          "lines about a long solve on standard error; auto: if that is a terminal"),
      run(&Run::kernel_timings, "kernel_timings", Boolean{}, "",
          "time each kernel on each level in an additional solve"),
      verification(&Verification::enabled, "enabled", Boolean{}, "",
                   "verify the solution; without it no result is valid"),
      default_is("no bound", verification(&Verification::iteration_bound, "iteration_bound",
                                          Integer{1, 1'000'000'000}, "",
                                          "most iterations with which a result is valid")),
      verification(&Verification::residual_agreement, "residual_agreement", Number{'(', 0, 1, ')'},
                   "",
                   "largest difference between the residual norm recomputed from the solution and "
                   "the solver's own, as a fraction of the tolerance and beside the rounding "
                   "errors of a residual; the tolerance itself holds whatever is set here"),
      output(&Output::report, "report", file, "",
             "report in JSON; paths of [output] are relative to the current directory"),
      output(&Output::solution, "solution", file, "",
             "solution, a NumPy float64 array of shape (ny, nx, nz)"),
      output(&Output::vtk, "vtk", Path{"the path of files, without extension"}, "",
             "solution and right side for ParaView: this path + .pvts and one .vts a rank"),
      output(&Output::unconverged, "unconverged", Choice<Unconverged>{}, "",
             "where these files go if the run is interrupted or misses the tolerance: beside the "
             "names given, as report.unconverged.json, so that a good result stays, or there"),
      used_with(
          "vtk", [](const Deck& d) { return !d.output.vtk.empty(); },
          output(&Output::vtk_stretch, "vtk_stretch", Number{'[', 1, 1e6, ']'}, "",
                 "factor by which heights are drawn larger in the VTK files")),
  };
}

} // namespace

const std::vector<Key>& keys() {
  static const Keys table = [] {
    Keys all;
    for (const Keys& part : {grid_keys(), fields_keys(), physics_keys(), rhs_keys(), solver_keys(),
                             mixed_keys(), multigrid_keys(), run_keys()})
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }();
  return table;
}

} // namespace isobar::deck

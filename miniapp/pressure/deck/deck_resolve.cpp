#include "pressure/deck/deck_resolve.hpp"
#include "deck/deck_merges.hpp"
#include "deck/deck_schema.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

/// How the values of a deck fit together.
namespace isobar {
namespace {

using namespace deck;

std::string list(const std::vector<double>& values) { return nlohmann::json(values).dump(); }

void resolve_time_step(Deck& deck) {
  if (deck.is_given("physics.time_step") && deck.is_given("physics.cfl"))
    throw InputError(fmt::format("{}: physics.time_step is given too ({}); expected one of the two",
                                 describe(deck, "physics.cfl"),
                                 nlohmann::json(*deck.physics.time_step).dump()));
  deck::Physics& physics = deck.physics;
  const auto time_step_of = [&](double cfl) {
    return cfl * deck.grid.mesh_width() * physics.radius / physics.sound_speed;
  };
  if (!physics.time_step)
    physics.time_step = physics.cfl ? time_step_of(*physics.cfl) : default_time_step(deck.grid.nx);
  if (!physics.cfl) physics.cfl = *physics.time_step / time_step_of(1.0);
}

void check_rhs(const Deck& deck) {
  const std::vector<double>& layers = deck.rhs.box_layers;
  if (layers[0] >= layers[1])
    throw InputError(describe(deck, "rhs.box_layers") +
                     ": from is not below to; expected the lower number first");
  if (deck.rhs.kind != RhsKind::file) return;
  if (deck.rhs.file.empty())
    throw InputError(describe(deck, "rhs.kind") +
                     ": rhs.file is missing; expected the path of a NumPy file");
  std::error_code ignored;
  if (!std::filesystem::exists(deck.rhs.file, ignored))
    throw InputError(fmt::format("{}: no such file ({}); expected a NumPy float64 array of shape "
                                 "({}, {}, {})",
                                 describe(deck, "rhs.file"), deck.rhs.file, deck.grid.ny,
                                 deck.grid.nx, deck.grid.nz));
}

/// Each repeat has one step's solution verified, and no file has room for them all.
void check_sequence(const Deck& deck) {
  if (!deck.sequence.is_given()) return;
  const std::vector<RhsKind>& sides = deck.sequence.right_sides;
  const bool of_rhs = sides.empty() && deck.rhs.kind == RhsKind::file;
  if (of_rhs || std::ranges::count(sides, RhsKind::file) > 0)
    throw InputError(describe(deck, of_rhs ? "rhs.kind" : "sequence.right_sides") +
                     ": a sequence reads no files; expected formulas, or 0 as sequence.steps");
  if (deck.run.repeats < deck.sequence.steps)
    throw InputError(fmt::format("{}: fewer than sequence.steps; expected at least {}, as each "
                                 "repeat has the solution of one step verified",
                                 describe(deck, "run.repeats"), deck.sequence.steps));
  const auto demand_none = [&](const char* key, const std::string& file) {
    if (!file.empty())
      throw InputError(describe(deck, key) + ": a sequence has a solution for each step; expected "
                                             "none, or 0 as sequence.steps");
  };
  demand_none("output.solution", deck.output.solution);
  demand_none("output.netcdf", deck.output.netcdf);
  demand_none("output.vtk", deck.output.vtk);
}

/// CG needs a symmetric preconditioner: a V- or a W-cycle, restriction the transpose of
/// prolongation, smoothing steps after the coarse correction in the reverse order of those before,
/// and a coarse solver that is linear. An F-cycle visits the coarse levels by an F-cycle first and
/// by a V-cycle then, which is not the same in reverse order.
void check_symmetric_cycle(const Deck& deck) {
  const MultigridOptions& m = deck.multigrid;
  const auto demand = [&](bool holds, const char* key, const std::string& expected) {
    if (!holds)
      throw InputError(fmt::format("{}: solver.method = \"cg-multigrid\" needs a symmetric "
                                   "cycle, or solver.flexible; expected {}",
                                   describe(deck, key), expected));
  };
  demand(m.cycle != CycleKind::f, "multigrid.cycle", "\"V\" or \"W\"");
  demand(m.start == Start::zero, "multigrid.start", "\"zero\"");
  demand(m.relaxation == Relaxation::jacobi, "multigrid.smoother", "\"jacobi\"");
  demand(m.restriction == Restriction::transpose, "multigrid.restriction", "\"transpose\"");
  demand(m.coarse_solver != CoarseSolver::cg, "multigrid.coarse_solver", "\"smoother\"");
  demand(m.finest_relaxation.empty(), "multigrid.finest_relaxation", "[]");
  const std::vector<double> reversed(m.pre_relaxation.rbegin(), m.pre_relaxation.rend());
  demand(m.post_relaxation == reversed, "multigrid.post_relaxation",
         list(reversed) + ", the reverse of multigrid.pre_relaxation");
}

void check_mixed(const Deck& deck) {
  if (deck.is_mixed() && !deck.uses_multigrid() && !deck.uses_modes())
    throw InputError(
        fmt::format("{}: solver.method = \"{}\" has nothing to do in float; expected "
                    "\"multigrid\", \"cg-multigrid\", \"bicgstab-multigrid\", \"modes\", "
                    "\"cg-modes\" or \"bicgstab-modes\" as solver.method",
                    describe(deck, "solver.precision"), word(*deck.solver.method)));
}

/// A fixed number of cycles has to be allowed.
void check_counts(const Deck& deck) {
  const Solver& s = deck.solver;
  if (s.check_after > s.max_iterations)
    throw InputError(fmt::format("{}: solver.max_iterations is {}; expected at most that",
                                 describe(deck, "solver.check_after"), s.max_iterations));
}

/// Levels that are merged have their own ranks, whose rows do not overlap.
const char* key_beside_merges(const MultigridOptions& m) {
  if (!m.overlap.value_or(Overlap()).empty()) return "multigrid.overlap_rows";
  return m.replicated_from.value_or(0) > 0 ? "multigrid.replicated_from" : nullptr;
}

void resolve_multigrid(Deck& deck) {
  MultigridOptions& m = deck.multigrid;
  const bool inside_cg = deck.solver.method == Method::cg_multigrid && !deck.solver.flexible;
  if (!deck.is_given("multigrid.restriction"))
    m.restriction = inside_cg ? Restriction::transpose : Restriction::average;
  if (!deck.uses_multigrid()) return;
  if (m.pre_relaxation.empty() && m.post_relaxation.empty())
    throw InputError(describe(deck, "multigrid.post_relaxation") +
                     ": pre_relaxation and post_relaxation are both empty; expected at least one "
                     "smoothing step");
  check_merges(deck, m.merges, key_beside_merges(m));
  if (inside_cg) check_symmetric_cycle(deck);
  if (deck.solver.method == Method::bicgstab_multigrid && m.coarse_solver == CoarseSolver::cg)
    throw InputError(describe(deck, "multigrid.coarse_solver") +
                     ": solver.method = \"bicgstab-multigrid\" needs a linear cycle, the same each "
                     "time; expected \"smoother\"");
}

/// The solvers on stored matrices have only what comparisons need.
void check_stored_matrix(const Deck& deck) {
  const auto demand = [&](bool holds, const char* key, const char* expected) {
    if (!holds)
      throw InputError(fmt::format("{}: not available with solver.method = \"{}\"; expected {}",
                                   describe(deck, key), word(*deck.solver.method), expected));
  };
  const PrecisionName precision = deck.solver.precision;
  demand(precision == PrecisionName::double_ || precision == PrecisionName::float_,
         "solver.precision",
         "\"double\" or \"float\", as stored matrices are read and computed with in one precision");
  if (!deck.uses_stored_multigrid()) return;
  demand(deck.multigrid.cycle == CycleKind::v, "multigrid.cycle", "\"V\"");
  demand(deck.multigrid.relaxation == Relaxation::jacobi, "multigrid.smoother", "\"jacobi\"");
  demand(deck.multigrid.restriction == Restriction::average, "multigrid.restriction",
         "\"average\"");
  demand(deck.multigrid.overcorrection == 1.0, "multigrid.overcorrection", "1");
  demand(deck.multigrid.merged_layers == 1, "multigrid.merged_layers", "1");
  demand(deck.multigrid.start == Start::zero, "multigrid.start", "\"zero\"");
  demand(deck.multigrid.overlap.value_or(Overlap()).empty(), "multigrid.overlap_rows", "[]");
  demand(deck.multigrid.replicated_from.value_or(0) == 0, "multigrid.replicated_from", "0");
  demand(deck.multigrid.merges.empty(), "multigrid.merge", "[]");
  demand(deck.multigrid.coarse_solver != CoarseSolver::cg, "multigrid.coarse_solver",
         "\"smoother\"");
}

/// Modes have one arithmetic with their fields.
void check_modes(const Deck& deck) {
  if (deck.uses_modes() && deck.solver.precision == PrecisionName::float_storage)
    throw InputError(fmt::format("{}: not available with solver.method = \"{}\"; expected "
                                 "\"double\", \"mixed\" or \"float\"",
                                 describe(deck, "solver.precision"), word(*deck.solver.method)));
}

/// z-fastest is there to compare with, for the solvers that need neither stored matrices nor two
/// precisions.
void check_layout(const Deck& deck) {
  if (deck.fields.layout == Layout::x_fastest) return;
  const auto demand = [&](bool holds, const char* key, std::string_view value,
                          const char* expected) {
    if (!holds)
      throw InputError(fmt::format("{}: not available with {} = \"{}\"; expected \"x-fastest\", or "
                                   "{} as {}",
                                   describe(deck, "fields.layout"), key, value, expected, key));
  };
  const Method method = *deck.solver.method;
  demand(method == Method::multigrid || method == Method::cg_fused || method == Method::cg_standard,
         "solver.method", word(method), "\"multigrid\", \"cg-fused\" or \"cg-standard\"");
  const PrecisionName precision = deck.solver.precision;
  demand(precision == PrecisionName::double_ || precision == PrecisionName::float_,
         "solver.precision", word(precision), "\"double\" or \"float\"");
}

/// All that depends on the method, which is known.
void resolve_method(Deck& deck) {
  check_mixed(deck);
  resolve_multigrid(deck);
  if (deck.uses_stored_matrix()) check_stored_matrix(deck);
  check_modes(deck);
  check_layout(deck);
}

} // namespace

Deck with_method(const Deck& deck, Method method) {
  Deck with = deck;
  with.solver.method = method;
  resolve_method(with);
  return with;
}

/// A method that is open does not make wrong keys of multigrid right.
void resolve(Deck& deck) {
  resolve_equation(deck);
  resolve_time_step(deck);
  check_rhs(deck);
  check_sequence(deck);
  check_counts(deck);
  if (deck.chooses_method()) deck.multigrid = with_method(deck, Method::multigrid).multigrid;
  else resolve_method(deck);
  note_unused(deck);
}

} // namespace isobar

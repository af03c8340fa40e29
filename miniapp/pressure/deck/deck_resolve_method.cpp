#include "deck/deck_merges.hpp"
#include "pressure/deck/deck_resolve.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

/// Checks whether the values of a deck fit its method.
namespace isobar {
namespace {

using namespace deck;

std::string list(const std::vector<double>& values) { return nlohmann::json(values).dump(); }

/// CG and CR need a symmetric preconditioner. This takes a V- or a W-cycle, a restriction
/// that is the transpose of the prolongation, and a linear coarse solver. Smoothing steps
/// after the coarse correction must be in the reverse order of the steps before it. An
/// F-cycle is not symmetric: it visits the coarse levels by an F-cycle and then by a V-cycle.
void check_symmetric_cycle(const Deck& deck) {
  const MultigridOptions& m = deck.multigrid;
  const char* way_out = deck.solver.method == Method::cg_multigrid ? ", or solver.flexible" : "";
  const auto demand = [&](bool holds, const char* key, const std::string& expected) {
    if (!holds)
      throw InputError(
          fmt::format("{}: solver.method = \"{}\" needs a symmetric cycle{}; expected {}",
                      describe(deck, key), word(*deck.solver.method), way_out, expected));
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
        fmt::format("{}: solver.method = \"{}\" has nothing to do in float; expected {} as "
                    "solver.method",
                    describe(deck, "solver.precision"), word(*deck.solver.method),
                    methods_text([](MethodParts m) {
                      return m.inside == Inside::multigrid || m.inside == Inside::modes;
                    })));
}

/// The ranks of merged levels do not compute rows of each other.
const char* key_beside_merges(const MultigridOptions& m) {
  if (!m.overlap.value_or(Overlap()).empty()) return "multigrid.overlap_rows";
  return m.replicated_from.value_or(0) > 0 ? "multigrid.replicated_from" : nullptr;
}

void resolve_multigrid(Deck& deck) {
  MultigridOptions& m = deck.multigrid;
  const bool symmetric = deck.needs_symmetric_cycle();
  if (!deck.is_given("multigrid.restriction"))
    m.restriction = symmetric ? Restriction::transpose : Restriction::average;
  if (!deck.uses_multigrid()) return;
  if (m.pre_relaxation.empty() && m.post_relaxation.empty())
    throw InputError(describe(deck, "multigrid.post_relaxation") +
                     ": pre_relaxation and post_relaxation are both empty; expected at least one "
                     "smoothing step");
  check_merges(deck, m.merges, key_beside_merges(m));
  if (symmetric) check_symmetric_cycle(deck);
  if (deck.is_multigrid_in_krylov() && !deck.may_use_coarse_cg() && !deck.has_levels_of_cells() &&
      m.coarse_solver == CoarseSolver::cg)
    throw InputError(fmt::format("{}: solver.method = \"{}\" needs a linear cycle, the same each "
                                 "time; expected \"smoother\"",
                                 describe(deck, "multigrid.coarse_solver"),
                                 word(*deck.solver.method)));
}

/// The solvers on stored matrices support only what comparisons need.
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

/// Levels of the couplings of cells support only what a Krylov method around them needs.
void check_levels_of_cells(const Deck& deck) {
  if (deck.multigrid.coefficients != LevelCoefficients::cells) return;
  const auto demand = [&](bool holds, const char* key, const std::string& expected) {
    if (!holds)
      throw InputError(fmt::format("{}: not available with multigrid.coefficients = \"cells\"; "
                                   "expected {}",
                                   describe(deck, key), expected));
  };
  const MultigridOptions& m = deck.multigrid;
  const PrecisionName precision = deck.solver.precision;
  demand(deck.is_multigrid_in_krylov(), "solver.method", methods_text([](MethodParts parts) {
           return parts.krylov != Krylov::none && parts.inside == Inside::multigrid;
         }));
  demand(precision == PrecisionName::double_ || precision == PrecisionName::float_,
         "solver.precision", "\"double\" or \"float\"");
  demand(!deck.grid.is_sphere(), "grid.domain", "another domain than the sphere");
  demand(deck.grid.flux == Flux::two_point, "grid.flux", "\"two-point\"");
  demand(m.relaxation == Relaxation::jacobi, "multigrid.smoother", "\"jacobi\"");
  demand(!deck.is_given("multigrid.restriction"), "multigrid.restriction",
         "none, as its transfers are constant on a coarse cell");
  demand(m.overcorrection == 1.0, "multigrid.overcorrection", "1");
  demand(m.merged_layers == 1, "multigrid.merged_layers", "1");
  demand(m.overlap.value_or(Overlap()).empty(), "multigrid.overlap_rows", "[]");
  demand(m.replicated_from.value_or(0) == 0, "multigrid.replicated_from", "0");
  demand(m.merges.empty(), "multigrid.merge", "[]");
  demand(m.coarse_solver != CoarseSolver::cg, "multigrid.coarse_solver", "\"smoother\"");
  const HaloOverlap overlap = deck.decomposition.overlap;
  demand(overlap == HaloOverlap::automatic || overlap == HaloOverlap::none, "decomposition.overlap",
         "\"auto\" or \"none\"");
}

/// Modes use the arithmetic of their fields.
void check_modes(const Deck& deck) {
  if (deck.uses_modes() && deck.solver.precision == PrecisionName::float_storage)
    throw InputError(fmt::format("{}: not available with solver.method = \"{}\"; expected "
                                 "\"double\", \"mixed\" or \"float\"",
                                 describe(deck, "solver.precision"), word(*deck.solver.method)));
}

/// In a symmetric sweep by colours no two columns of one colour may be neighbours.
void check_colours(const Deck& deck) {
  if (!deck.has_inside(Inside::sor)) return;
  const auto demand_even = [&](const char* key, int columns, bool around) {
    if (around && columns % 2 == 1)
      throw InputError(
          fmt::format("{}: two columns of one colour would touch where the domain closes, "
                      "with solver.method = \"cg-sor\"; expected an even number",
                      describe(deck, key)));
  };
  const Periodic closed = deck.boundaries.periodic();
  demand_even("grid.nx", deck.grid.nx, closed.x);
  demand_even("grid.ny", deck.grid.ny, closed.y);
}

/// A stencil of nine points cannot have two colours, and no matrix of it is stored.
void check_flux_of_method(const Deck& deck) {
  if (deck.grid.flux != Flux::vertex) return;
  const auto demand = [&](bool holds, const char* key, const std::string& expected) {
    if (!holds)
      throw InputError(fmt::format("{}: not available with grid.flux = \"vertex\"; expected {}",
                                   describe(deck, key), expected));
  };
  const auto has_nine_points = [](MethodParts m) {
    return m.inside != Inside::stored && m.inside != Inside::sor;
  };
  demand(has_nine_points(parts_of(*deck.solver.method)), "solver.method",
         methods_text(has_nine_points));
  demand(!deck.uses_multigrid() || deck.multigrid.relaxation == Relaxation::jacobi,
         "multigrid.smoother", "\"jacobi\"");
}

/// z-fastest is for comparison, with the solvers that need neither stored
/// matrices nor two precisions.
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

} // namespace

void resolve_method(Deck& deck) {
  check_mixed(deck);
  resolve_multigrid(deck);
  if (deck.uses_stored_matrix()) check_stored_matrix(deck);
  check_levels_of_cells(deck);
  check_modes(deck);
  check_flux_of_method(deck);
  check_colours(deck);
  check_layout(deck);
}

Deck with_method(const Deck& deck, deck::Method method, LevelCoefficients levels) {
  Deck with = deck;
  with.solver.method = method;
  with.multigrid.coefficients = levels;
  resolve_method(with);
  return with;
}

Deck with_method(const Deck& deck, deck::Method method) {
  return with_method(deck, method, deck.multigrid.coefficients);
}

} // namespace isobar

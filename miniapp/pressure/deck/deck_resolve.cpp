#include "pressure/deck/deck_resolve.hpp"
#include "deck/deck_schema.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

/// Checks whether the values of a deck fit together.
namespace isobar {
namespace {

using namespace deck;

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
                                 describe(deck, "rhs.file"), deck.rhs.file, deck.grid.rows(),
                                 deck.grid.nx, deck.grid.nz));
}

/// Each repeat verifies the solution of one step, and files have no room for all solutions.
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

/// A fixed or least number of iterations must not exceed the largest one allowed.
void check_counts(const Deck& deck) {
  const Solver& s = deck.solver;
  const auto demand_allowed = [&](const char* key, int count) {
    if (count > s.max_iterations)
      throw InputError(fmt::format("{}: solver.max_iterations is {}; expected at most that",
                                   describe(deck, key), s.max_iterations));
  };
  demand_allowed("solver.check_after", s.check_after);
  demand_allowed("solver.min_iterations", s.min_iterations);
}

/// The candidate that restricts multigrid's keys least, if the method is open.
Method least_asking(const Deck& deck) {
  return deck.multigrid.coefficients == LevelCoefficients::cells ? Method::bicgstab_multigrid
                                                                 : Method::multigrid;
}

} // namespace

/// Wrong keys of multigrid are refused even if the method is open.
void resolve(Deck& deck) {
  resolve_equation(deck);
  resolve_time_step(deck);
  check_rhs(deck);
  check_sequence(deck);
  check_counts(deck);
  if (deck.chooses_method()) deck.multigrid = with_method(deck, least_asking(deck)).multigrid;
  else resolve_method(deck);
  note_unused(deck);
}

} // namespace isobar

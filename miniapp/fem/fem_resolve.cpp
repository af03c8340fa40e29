#include "fem/fem_resolve.hpp"

#include "deck/deck_schema.hpp"

#include <bit>
#include <filesystem>
#include <fmt/format.h>

namespace isobar {
namespace {

using namespace fem;

void check_mesh(const FemDeck& deck) {
  const Mesh& m = deck.mesh;
  if (m.source == MeshSource::annulus && !(m.inner_radius < m.outer_radius))
    throw InputError(fmt::format("{}: mesh.outer_radius is {}; expected less",
                                 describe(deck, "mesh.inner_radius"), m.outer_radius));
  if (m.source != MeshSource::file) return;
  if (m.file.empty())
    throw InputError(
        describe(deck, "mesh.source") +
        ": mesh.file is missing; expected the path of a mesh in Gmsh's format 2.2 or 4.1");
  std::error_code ignored;
  if (!std::filesystem::exists(m.file, ignored))
    throw InputError(fmt::format(
        "{}: no such file ({}); expected the path of a mesh in Gmsh's format 2.2 or 4.1",
        describe(deck, "mesh.file"), m.file));
}

/// Throws if two of the values have the same name.
template <class Values, class Name>
void check_names_once(const FemDeck& deck, const char* key, const char* whose, const Values& values,
                      Name name) {
  for (std::size_t n = 0; n < values.size(); ++n)
    for (std::size_t before = 0; before < n; ++before)
      if (values[before].*name == values[n].*name)
        throw InputError(fmt::format("{}: \"{}\" is there twice; expected each {} once",
                                     describe(deck, key), values[n].*name, whose));
}

/// Throws if two keys of the deck set the same quantity.
void check_mesh_file_keys(const FemDeck& deck) {
  if (deck.mesh.source != MeshSource::file) return; // keys of a file have no effect
  const Problem& p = deck.problem;
  const auto excludes = [&](const char* key, bool used, std::initializer_list<const char*> others) {
    for (const char* other : others)
      if (used && deck.is_given(other))
        throw InputError(
            fmt::format("{}: {} says the same; expected one of both", describe(deck, key), other));
  };
  excludes("problem.rhs_view", !p.rhs_view.empty(), {"problem.rhs", "problem.solution"});
  excludes("problem.diffusion_view", !p.diffusion_view.empty(),
           {"problem.diffusion", "problem.solution", "problem.regions"});
  excludes("problem.regions", !p.regions.empty(), {"problem.diffusion", "problem.solution"});
}

/// Throws if the deck gives this boundary a value in addition to `key`.
void check_no_value(const FemDeck& deck, const char* key, const std::string& rim) {
  for (const RimValue& value : deck.problem.boundaries)
    if (value.rim == rim && !value.open)
      throw InputError(fmt::format("{}: problem.boundaries gives u on \"{}\"; expected \"none\" "
                                   "there, or a boundary without a value here",
                                   describe(deck, key), rim));
}

void check_open_rims(const FemDeck& deck) {
  const Problem& p = deck.problem;
  for (const RimFlux& flux : p.fluxes) {
    check_no_value(deck, "problem.fluxes", flux.rim);
    if (flux.of_solution && !p.solution)
      throw InputError(
          fmt::format("{}: \"{}\" has the flux of a known solution, and there is none; "
                      "expected a number or a function, or a problem.solution",
                      describe(deck, "problem.fluxes"), flux.rim));
  }
  for (const RimTransfer& transfer : p.transfers)
    check_no_value(deck, "problem.transfers", transfer.rim);
}

void check_problem(const FemDeck& deck) {
  const Problem& p = deck.problem;
  if (p.solution && p.diffusion.name)
    throw InputError(fmt::format("{}: problem.solution = \"{}\" gives a right side for the same "
                                 "coefficient everywhere; expected a number above 0",
                                 describe(deck, "problem.diffusion"), deck::word(*p.solution)));
  if (p.solution && p.reaction.name)
    throw InputError(fmt::format("{}: problem.solution = \"{}\" gives a right side for the same "
                                 "coefficient everywhere; expected a number from 0",
                                 describe(deck, "problem.reaction"), deck::word(*p.solution)));
  check_names_once(deck, "problem.boundaries", "boundary", p.boundaries, &RimValue::rim);
  check_names_once(deck, "problem.fluxes", "boundary", p.fluxes, &RimFlux::rim);
  check_names_once(deck, "problem.transfers", "boundary", p.transfers, &RimTransfer::rim);
  check_open_rims(deck);
  check_names_once(deck, "problem.regions", "region", p.regions, &RegionValue::region);
}

void check_steps(const FemDeck& deck) {
  if (deck.multigrid.before + deck.multigrid.after > 0) return;
  throw InputError(
      describe(deck, deck.is_given("multigrid.after") ? "multigrid.after" : "multigrid.before") +
      ": multigrid.before and multigrid.after are both 0; expected at least one "
      "smoothing step");
}

void check_relaxation(const FemDeck& deck) {
  if (!deck.multigrid.relaxation.by_eigenvalue || !deck.has_sweeps()) return;
  throw InputError(fmt::format("{}: not available with multigrid.smoother = \"{}\"; expected a "
                               "number in (0, 2), or the smoother \"jacobi\", \"l1-jacobi\" or "
                               "\"spai\"",
                               describe(deck, "multigrid.relaxation"),
                               deck::word(deck.multigrid.smoother)));
}

void check_coarsest_level(const FemDeck& deck) {
  const int level = deck.multigrid.coarsest_level.value_or(1);
  if (level == 1 || level < deck.mesh.levels) return;
  throw InputError(fmt::format(
      "{}: mesh.levels is {}; expected {}", describe(deck, "multigrid.coarsest_level"),
      deck.mesh.levels,
      deck.mesh.levels > 2 ? fmt::format("a level from 1 to {}", deck.mesh.levels - 1) : "1"));
}

void check_rows_by_macros(const FemDeck& deck) {
  if (!deck.has_rows_by_macros()) return;
  const std::string key =
      fmt::format("solver.matrix_format = \"{}\"", deck::word(*deck.solver.matrix_format));
  if (deck.is_given("space.numbering") && deck.space.numbering != Numbering::macro)
    throw InputError(fmt::format("{}: not available with {}; expected \"macro\" or no numbering",
                                 describe(deck, "space.numbering"), key));
  if (needs_stored_rows(deck.multigrid.smoother))
    throw InputError(fmt::format("{}: needs stored rows; not available with {}",
                                 describe(deck, "multigrid.smoother"), key));
  if (deck.has_bands() && deck.space.order != 1)
    throw InputError(fmt::format("{}: bands are there for order 1; expected \"macro\" or another "
                                 "format with space.order = {}",
                                 describe(deck, "solver.matrix_format"), deck.space.order));
}

/// Refuses choices that exist in the plane only.
void check_layers(const FemDeck& deck) {
  if (!deck.has_layers()) return;
  const auto refuse = [&](const char* key, const char* expected) {
    throw InputError(fmt::format("{}: not available with mesh.layers; expected {}",
                                 describe(deck, key), expected));
  };
  if (deck.has_rows_by_macros())
    refuse("solver.matrix_format", "\"csr\", \"ell\", \"sliced-ell\", \"ell-t\" or \"auto\"");
  if (deck.used_numbering() == Numbering::macro) refuse("space.numbering", "another numbering");
  if (deck.mesh.source == MeshSource::square && deck.mesh.elements != CellShape::quadrilaterals)
    refuse("mesh.elements", "\"quadrilaterals\"");
}

void check_row_threads(const FemDeck& deck) {
  if (std::has_single_bit(unsigned(deck.solver.row_threads))) return;
  throw InputError(fmt::format("{}: is no power of two; expected 1, 2, 4, 8, 16 or 32",
                               describe(deck, "solver.row_threads")));
}

void check_precision(const FemDeck& deck) {
  if (deck.is_mixed() && deck.solver.method != Method::cg_multigrid)
    throw InputError(fmt::format("{}: \"mixed\" is CG in double around cycles in float; expected "
                                 "solver.method = \"cg-multigrid\" with it",
                                 describe(deck, "solver.precision")));
}

} // namespace

void resolve(FemDeck& deck) {
  check_mesh(deck);
  check_problem(deck);
  check_mesh_file_keys(deck);
  check_steps(deck);
  check_relaxation(deck);
  check_coarsest_level(deck);
  check_rows_by_macros(deck);
  check_layers(deck);
  check_row_threads(deck);
  check_precision(deck);
  deck::note_unused(deck);
}

} // namespace isobar

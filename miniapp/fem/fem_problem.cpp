#include "fem/fem_problem.hpp"
#include "fem/fem_functions.hpp"
#include "fem/mesh_file_coefficients.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace isobar {
namespace {

using namespace fem;

std::string names_of(const QuadMesh& mesh) {
  std::string names;
  for (const Rim& rim : mesh.rims)
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", rim.name);
  return names;
}

/// Throws if a value belongs to a rim that the mesh does not have.
template <class Values>
void check_names(const FemDeck& deck, const char* key, const Values& values, const QuadMesh& mesh,
                 const GmshData& data) {
  for (const auto& value : values)
    if (std::ranges::count(mesh.rims, value.rim, &Rim::name) == 0)
      throw InputError(fmt::format("{}: the mesh has no boundary \"{}\"{}; expected {}",
                                   describe(deck, key), value.rim, group_of_name(data, value.rim),
                                   names_of(mesh)));
}

/// Whether a rim has edges. The bottom and the top of layers count as such, though they have none.
bool has_edges(const QuadMesh& mesh, const Rim& rim) {
  const int index = int(&rim - mesh.rims.data());
  if (mesh.layers && (index == mesh.layers.bottom_rim || index == mesh.layers.top_rim)) return true;
  return std::ranges::count(mesh.rim_edges, index, &RimEdge::rim) > 0;
}

/// The deck's entry for a rim; null if there is none.
template <class Values> auto given_for(const Values& values, const Rim& rim) {
  const auto found = std::ranges::find_if(values, [&](const auto& v) { return v.rim == rim.name; });
  return found == values.end() ? nullptr : &*found;
}

/// Throws if a rim has no edges, because the deck's entry would have no effect.
void require_edges(const FemDeck& deck, const char* key, const QuadMesh& mesh, const Rim& rim) {
  if (!has_edges(mesh, rim))
    throw InputError(
        fmt::format("{}: the boundary \"{}\" of the mesh has no edges; expected a mesh "
                    "with lines of this name",
                    describe(deck, key), rim.name));
}

/// The flux of the known solution through a rim.
FluxFunction solution_flux(const FemDeck& deck, double transfer) {
  return [known = known_function(*deck.problem.solution, deck.dimensions()),
          c = deck.problem.diffusion.number, transfer](Point p, Point normal) {
    const Point slope = known.gradient(p);
    return c * (slope.x * normal.x + slope.y * normal.y + slope.z * normal.z) +
           transfer * known.value(p);
  };
}

/// The condition on a rim without a value.
OpenRim open_rim(const FemDeck& deck, const QuadMesh& mesh, const Rim& rim) {
  OpenRim open;
  if (const auto* transfer = given_for(deck.problem.transfers, rim)) {
    require_edges(deck, "problem.transfers", mesh, rim);
    open.transfer = transfer->value;
  }
  const auto* const flux = given_for(deck.problem.fluxes, rim);
  if (!flux) return open;
  require_edges(deck, "problem.fluxes", mesh, rim);
  if (flux->of_solution) open.flux = solution_flux(deck, open.transfer);
  else
    open.flux = [value = function_of(flux->value, deck.dimensions())](Point p, Point) {
      return value(p);
    };
  return open;
}

/// The function g of a rim; empty for a rim without a value.
PointFunction rim_function(const FemDeck& deck, const QuadMesh& mesh, const Rim& rim) {
  const RimValue* const given = given_for(deck.problem.boundaries, rim);
  const bool is_given = given != nullptr;
  if (is_given && given->open) return {};
  if (given_for(deck.problem.fluxes, rim) || given_for(deck.problem.transfers, rim)) return {};
  if (!has_edges(mesh, rim)) {
    if (!is_given) return {};
    throw InputError(
        fmt::format("{}: the boundary \"{}\" of the mesh has no edges; expected \"none\" "
                    "for it, or a mesh with lines of this name",
                    describe(deck, "problem.boundaries"), rim.name));
  }
  if (is_given) return function_of(given->value, deck.dimensions());
  if (deck.problem.solution) return known_function(*deck.problem.solution, deck.dimensions()).value;
  throw InputError(fmt::format("{}: nothing is said of the boundary \"{}\"; expected a number, a "
                               "function or \"none\" for it",
                               describe(deck, "problem.boundaries"), rim.name));
}

} // namespace

std::optional<ExactFunction> exact_solution(const FemDeck& deck) {
  if (!deck.problem.solution) return {};
  return known_function(*deck.problem.solution, deck.dimensions());
}

FemProblem fem_problem(const FemDeck& deck, const QuadMesh& mesh, const GmshData& data) {
  const Problem& p = deck.problem;
  check_names(deck, "problem.boundaries", p.boundaries, mesh, data);
  check_names(deck, "problem.fluxes", p.fluxes, mesh, data);
  check_names(deck, "problem.transfers", p.transfers, mesh, data);
  FemProblem problem;
  problem.c = function_of(deck.problem.diffusion);
  problem.f = function_of(deck.problem.rhs, deck.dimensions());
  problem.reaction = reaction_of(p.reaction);
  problem.null_space = p.null_space;
  if (p.solution)
    problem.f = [known = known_function(*p.solution, deck.dimensions()), c = p.diffusion.number,
                 k = p.reaction.number](Point at) {
      return k > 0.0 ? k * known.value(at) - c * known.laplacian(at) : -c * known.laplacian(at);
    };
  for (const Rim& rim : mesh.rims) problem.dirichlet.push_back(rim_function(deck, mesh, rim));
  if (!p.fluxes.empty() || !p.transfers.empty())
    for (const Rim& rim : mesh.rims) problem.open.push_back(open_rim(deck, mesh, rim));
  return problem;
}

} // namespace isobar

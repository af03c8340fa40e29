#include "fem/fem_problem.hpp"

#include "fem/fem_functions.hpp"
#include "fem/fem_limits.hpp"
#include "fem/mesh_file_coefficients.hpp"
#include "input/input_file.hpp"

#include <isobar/core/mesh/extrusion.hpp>
#include <isobar/core/mesh/gmsh_file.hpp>
#include <isobar/core/mesh/mesh_generators.hpp>

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace isobar {
namespace {

using namespace fem;

QuadMesh read_file(const std::string& path, GmshData* data) {
  constexpr std::size_t most = std::size_t(1) << 30;
  const InputFile file = read_input_file(path, most);
  if (!file.problem.empty())
    throw std::invalid_argument(fmt::format("{}: cannot read it: {}", path, file.problem));
  std::istringstream text(file.text);
  return read_gmsh(text, path, data);
}

QuadMesh made_or_read(const Mesh& m, const std::string& vessel, GmshData* data) {
  switch (m.source) {
  case MeshSource::circle: break;
  case MeshSource::annulus: return annulus_mesh(m.inner_radius, m.outer_radius);
  case MeshSource::square:
    return square_mesh(m.cells, m.distortion, std::uint64_t(m.seed), m.elements);
  case MeshSource::vessel: return read_gmsh(vessel);
  case MeshSource::file: return read_file(m.file, data);
  }
  return circle_mesh(m.radius);
}

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

/// The bottom and the top of layers have none, and are there.
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

/// The flux of the known solution.
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

/// g of a rim; empty where it has no value.
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

MeshPartition dealt(const FemDeck& deck, const QuadMesh& mesh, int ranks) {
  const PartitionMethod method = deck.mesh.partition;
  if (ranks > 1 && method == PartitionMethod::metis && !has_metis())
    throw InputError(fmt::format("{}: this build has no METIS; expected \"auto\" or \"bisection\"",
                                 describe(deck, "mesh.partition")));
  try {
    return partition_mesh(mesh, deck.mesh.levels, ranks,
                          ranks > 1 ? method : PartitionMethod::bisection);
  } catch (const std::invalid_argument& e) {
    throw InputError(fmt::format("{}: {}", describe(deck, "mesh.levels"), e.what()));
  }
}

/// FemProblem::dirichlet_rims(), with errors that name the deck's key.
std::vector<int> fixing_rims(const FemDeck& deck, const FemSetting& c, const MeshOrigin& origin) {
  try {
    return c.problem.dirichlet_rims(c.mesh, origin);
  } catch (const std::invalid_argument& e) {
    if (deck.problem.null_space == NullSpace::constants)
      throw InputError(
          fmt::format("{}: {}; expected \"none\"", describe(deck, "problem.null_space"), e.what()));
    throw InputError(fmt::format("{}: {}; expected at least one boundary that is not \"none\"",
                                 describe(deck, "problem.boundaries"), e.what()));
  }
}

QuadMesh with_layers(const FemDeck& deck, QuadMesh mesh) {
  try {
    return extruded(std::move(mesh), deck.mesh.layers, deck.mesh.height);
  } catch (const std::invalid_argument& e) {
    throw InputError(fmt::format("{}: {}; expected a mesh of quadrilaterals without such a "
                                 "boundary, or no layers",
                                 describe(deck, "mesh.layers"), e.what()));
  }
}

} // namespace

QuadMesh fem_mesh(const FemDeck& deck, const std::string& vessel, GmshData* data) {
  const bool reads = deck.mesh.source == MeshSource::file;
  try {
    QuadMesh mesh = made_or_read(deck.mesh, vessel, data);
    if (!deck.has_layers()) return mesh;
    return with_layers(deck, std::move(mesh));
  } catch (const std::invalid_argument& e) {
    throw InputError(
        fmt::format("{}: {}", describe(deck, reads ? "mesh.file" : "mesh.source"), e.what()));
  }
}

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

Format stored_format(const FemDeck& deck) {
  constexpr Format of_device = on_host ? Format::csr : Format::sliced_ell;
  return deck.has_rows_by_macros() ? of_device : deck.solver.matrix_format.value_or(of_device);
}

Format matrix_format(const FemDeck& deck) {
  return deck.solver.matrix_format.value_or(stored_format(deck));
}

bool solves_directly(const FemSetting& c) {
  return c.deck.multigrid.coarse_solver != FemCoarseSolver::cg &&
         c.coarsest().unknowns <= most_direct_unknowns;
}

FemMultigridOptions fem_options(const FemDeck& deck) {
  const Multigrid& m = deck.multigrid;
  FemMultigridOptions o;
  o.format = MatrixFormat(stored_format(deck));
  o.row_threads = deck.solver.row_threads;
  o.rows = deck.has_bands()            ? FemRows::bands
           : deck.has_rows_by_macros() ? FemRows::macro
                                       : FemRows::stored;
  o.smoother = m.smoother;
  o.chebyshev_ratio = m.chebyshev_ratio;
  o.largest_eigenvalue = m.largest_eigenvalue;
  o.coarse_solver = m.coarse_solver;
  o.cycle.cycle = m.cycle;
  o.cycle.pre_relaxation.assign(std::size_t(m.before), deck.relaxation());
  o.cycle.post_relaxation.assign(std::size_t(m.after), deck.relaxation());
  o.cycle.coarse_tolerance = m.coarse_tolerance;
  if (deck.solver.method == Method::multigrid) o.cycle.start = m.start;
  return o;
}

std::string smoother_text(const FemDeck& deck) {
  const Multigrid& m = deck.multigrid;
  const bool factors = deck.has_chebyshev();
  return fmt::format("{}{}, {}({},{}){}", deck::word(m.smoother),
                     factors ? fmt::format(" of ratio {}", m.chebyshev_ratio)
                             : fmt::format(" {}", deck.relaxation()),
                     deck::word(m.cycle), m.before, m.after,
                     fem_options(deck).cycle.start == Start::full ? ", full multigrid start" : "");
}

FemSetting make_setting(const FemDeck& deck, const std::string& vessel, int ranks) {
  GmshData data;
  FemSetting c{deck, fem_mesh(deck, vessel, &data), {}, {}, {}};
  c.problem = fem_problem(deck, c.mesh, data);
  if (has_mesh_file_coefficients(deck)) take_mesh_file_coefficients(deck, data, c.problem);
  check_around(deck, c.mesh, data.origin);
  check_triangles(deck, c.mesh);
  c.dirichlet_rims = fixing_rims(deck, c, data.origin);
  c.counts = fem_counts(c.mesh, deck.space.order, deck.mesh.levels, c.dirichlet_rims);
  c.coarsest_level = deck.multigrid.coarsest_level.value_or(
      std::clamp(finest_direct_level(c.counts), 1, std::max(1, deck.mesh.levels - 1)));
  c.partition = dealt(deck, c.mesh, ranks);
  c.shares = rank_shares(c.mesh, c.partition);
  check_sizes(deck, c);
  return c;
}

} // namespace isobar

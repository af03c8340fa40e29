#include <isobar/core/fem/fem_problem.hpp>
#include <isobar/core/mesh/mesh_components.hpp>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace isobar {
namespace {

/// Throws std::invalid_argument if nothing fixes u on a component of the mesh.
void check_components(const QuadMesh& mesh, std::span<const int> rims, const MeshOrigin& origin) {
  const MeshComponent free = free_component(mesh, rims);
  if (free.empty()) return;
  std::ostringstream text;
  text << origin.place_of_quad(free.quads.front()) << "nothing fixes u on the component of "
       << origin.quad(free.quads.front()) << " (" << free.quads.size() << " of "
       << mesh.quads.size() << " quadrilaterals, x = " << free.low.x << " to " << free.high.x
       << ", y = " << free.low.y << " to " << free.high.y << "), whose boundaries are ";
  for (std::size_t n = 0; n < free.rims.size(); ++n)
    text << (n > 0 ? ", " : "") << '"' << mesh.rims[free.rims[n]].name << '"';
  text << ": u is known up to a constant there";
  throw std::invalid_argument(text.str());
}

/// Throws std::invalid_argument unless constants, and nothing else, solve the equation without right-hand side.
void check_null_space(const QuadMesh& mesh, std::span<const int> fixing, bool has_reaction) {
  if (has_reaction)
    throw std::invalid_argument("a null space of constants is declared, and the reaction fixes u");
  const auto check = [&](int rim) {
    if (std::ranges::count(fixing, rim) > 0)
      throw std::invalid_argument("a null space of constants is declared, and the boundary \"" +
                                  mesh.rims[rim].name + "\" fixes u");
  };
  for (const RimEdge& r : mesh.rim_edges) check(r.rim);
  if (mesh.layers)
    for (int rim : {mesh.layers.bottom_rim, mesh.layers.top_rim}) check(rim);
  if (free_component(mesh, {}).quads.size() < mesh.quads.size())
    throw std::invalid_argument("a null space of constants is declared, and the mesh has several "
                                "components, with a constant for each");
}

} // namespace

std::vector<int> FemProblem::dirichlet_rims(const QuadMesh& mesh, const MeshOrigin& origin) const {
  if (dirichlet.size() != mesh.rims.size())
    throw std::invalid_argument("the mesh has " + std::to_string(mesh.rims.size()) +
                                " boundaries, the problem says something of " +
                                std::to_string(dirichlet.size()));
  std::vector<int> rims;
  for (std::size_t r = 0; r < dirichlet.size(); ++r)
    if (dirichlet[r]) rims.push_back(int(r));
  std::vector<int> fixing = rims;
  for (std::size_t r = 0; r < open.size(); ++r)
    if (!dirichlet[r] && open[r].transfer > 0.0) fixing.push_back(int(r));
  if (null_space == NullSpace::constants) {
    check_null_space(mesh, fixing, bool(reaction));
    return rims;
  }
  if (reaction) return rims;
  const auto fixes = [&](int rim) { return std::ranges::count(fixing, rim) > 0; };
  if (mesh.layers && (fixes(mesh.layers.bottom_rim) || fixes(mesh.layers.top_rim))) return rims;
  if (fixing.empty())
    throw std::invalid_argument("no boundary has a Dirichlet value: u is known up to a constant");
  check_components(mesh, fixing, origin);
  return rims;
}

} // namespace isobar

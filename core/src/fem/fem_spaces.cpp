#include <isobar/core/fem/fem_problem.hpp>
#include <isobar/core/mesh/refinement.hpp>

#include <stdexcept>
#include <utility>

namespace isobar {
namespace {

void check_coarsest(const FemSpaceOptions& options) {
  if (options.coarsest < 1 || options.coarsest > options.levels)
    throw std::invalid_argument("level " + std::to_string(options.coarsest) +
                                " is to be the coarsest, of levels 1 to " +
                                std::to_string(options.levels));
}

/// Returns the space itself, or the space of hexahedra on it if there are layers.
FemSpace extruded(FemSpace plane, const Layers& layers, std::span<const int> dirichlet_rims) {
  if (!layers) return plane;
  return {std::move(plane), layers, dirichlet_rims};
}

} // namespace

std::vector<FemSpace> fem_spaces(const QuadMesh& coarsest, const FemSpaceOptions& options,
                                 std::span<const int> dirichlet_rims) {
  check_coarsest(options);
  std::vector<FemSpace> spaces;
  QuadMesh mesh = coarsest;
  for (int level = 1; level <= options.levels; ++level) {
    if (level > 1) mesh = refined(mesh);
    if (level < options.coarsest) continue;
    FemSpace space(mesh, options.order, options.numbering, dirichlet_rims, options.seed);
    spaces.push_back(extruded(std::move(space), mesh.layers, dirichlet_rims));
  }
  return spaces;
}

std::vector<FemSpace> fem_spaces(std::span<const MeshPart> parts, const FemSpaceOptions& options,
                                 std::span<const int> dirichlet_rims) {
  if (int(parts.size()) != options.levels)
    throw std::invalid_argument("there are parts of " + std::to_string(parts.size()) +
                                " levels, and " + std::to_string(options.levels) +
                                " are asked for");
  check_coarsest(options);
  std::vector<FemSpace> spaces;
  spaces.reserve(parts.size());
  for (const MeshPart& part : parts.subspan(std::size_t(options.coarsest) - 1)) {
    const FemSpace* const last = spaces.empty() ? nullptr : &spaces.back();
    const FemSpace* const coarser = last && last->plane() ? last->plane() : last;
    FemSpace space(part, options.order, options.numbering, dirichlet_rims, coarser, options.seed);
    spaces.push_back(extruded(std::move(space), part.mesh.layers, dirichlet_rims));
  }
  return spaces;
}

} // namespace isobar

#include "mesh/metis_partition.hpp"

#include <isobar/core/mesh/mesh_partition.hpp>

#include <algorithm>
#include <stdexcept>

#ifdef ISOBAR_HAS_METIS
#include <metis.h>
#endif

namespace isobar {

#ifdef ISOBAR_HAS_METIS

namespace {

/// Quadrilaterals that share an edge, in METIS's form: the neighbours of q from starts[q] on.
struct QuadGraph {
  std::vector<idx_t> starts{0}, beside;

  explicit QuadGraph(const QuadMesh& mesh) {
    std::vector<std::array<int, 2>> quads_of(mesh.edges.size(), {-1, -1});
    for (std::size_t q = 0; q < mesh.quads.size(); ++q)
      for (int e : present(mesh.quad_edges[q])) quads_of[e][quads_of[e][0] < 0 ? 0 : 1] = int(q);
    for (std::size_t q = 0; q < mesh.quads.size(); ++q) {
      for (int e : present(mesh.quad_edges[q]))
        for (int other : quads_of[e])
          if (other >= 0 && other != int(q)) beside.push_back(other);
      starts.push_back(idx_t(beside.size()));
    }
  }
};

} // namespace

bool has_metis() { return true; }

/// Uses recursive bisection: with few quadrilaterals, its parts are more even than those of the k-way method.
std::vector<int> metis_ranks(const QuadMesh& mesh, int ranks) {
  QuadGraph graph(mesh);
  idx_t quads = idx_t(mesh.quads.size()), constraints = 1, parts = ranks, cut = 0;
  std::vector<idx_t> weights;
  for (const auto& quad : mesh.quads) weights.push_back(partition_weight(quad));
  // Without weights METIS counts quadrilaterals, which gives the same parts if all are of one kind.
  const bool alike = std::ranges::count(weights, weights.front()) == std::ptrdiff_t(quads);
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  std::vector<idx_t> part(mesh.quads.size(), 0);
  const int outcome =
      METIS_PartGraphRecursive(&quads, &constraints, graph.starts.data(), graph.beside.data(),
                               alike ? nullptr : weights.data(), nullptr, nullptr, &parts, nullptr,
                               nullptr, options, &cut, part.data());
  if (outcome != METIS_OK)
    throw std::runtime_error("METIS failed to deal " + std::to_string(mesh.quads.size()) +
                             " quadrilaterals to " + std::to_string(ranks) + " ranks: error " +
                             std::to_string(outcome));
  return {part.begin(), part.end()};
}

#else

bool has_metis() { return false; }

std::vector<int> metis_ranks(const QuadMesh&, int) {
  throw std::runtime_error("this build has no METIS");
}

#endif

} // namespace isobar

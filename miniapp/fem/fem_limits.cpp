#include "fem/fem_limits.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace isobar {
namespace {

using namespace fem;

/// ELLPACK counts the entries of a row in a byte.
constexpr int most_ell_entries = std::numeric_limits<unsigned char>::max();

void check_coarse_solver(const FemDeck& deck, const FemSetting& c) {
  if (deck.multigrid.coarse_solver != FemCoarseSolver::direct || solves_directly(c)) return;
  const int finest = finest_direct_level(c.counts);
  if (finest > 0)
    throw InputError(fmt::format("{}: level {} has {} unknowns, and a direct solve takes up to {}; "
                                 "expected a level up to {}, or coarse_solver = \"cg\"",
                                 describe(deck, "multigrid.coarsest_level"), c.coarsest_level,
                                 c.coarsest().unknowns, most_direct_unknowns, finest));
  throw InputError(fmt::format("{}: the coarsest level has {} unknowns; expected up to {}, or "
                               "\"cg\"",
                               describe(deck, "multigrid.coarse_solver"), c.coarsest().unknowns,
                               most_direct_unknowns));
}

} // namespace

void check_around(const FemDeck& deck, const QuadMesh& mesh, const MeshOrigin& origin) {
  std::vector<int> around(mesh.vertices.size(), 0);
  for (const auto& quad : mesh.quads)
    for (int v : present(quad)) ++around[v];
  const auto most = std::ranges::max_element(around);
  if (*most <= FemSpace::most_around) return;
  const int v = int(most - around.begin());
  const bool reads = deck.mesh.source == MeshSource::file;
  throw InputError(fmt::format("{}: {}{} quadrilaterals meet in {}; expected up to {}",
                               describe(deck, reads ? "mesh.file" : "mesh.source"),
                               origin.place_of_vertex(v), *most, origin.vertex(v),
                               FemSpace::most_around));
}

void check_triangles(const FemDeck& deck, const QuadMesh& mesh) {
  if (mesh.triangles() == 0) return;
  const std::string which =
      describe(deck, deck.mesh.source == MeshSource::file ? "mesh.file" : "mesh.elements");
  if (deck.used_numbering() == Numbering::macro)
    throw InputError(fmt::format("{}: triangles are not available with the numbering \"macro\"; "
                                 "expected quadrilaterals, or another numbering and format",
                                 which));
}

void check_sizes(const FemDeck& deck, const FemSetting& c) {
  const FemCounts& finest = c.counts.back();
  constexpr Int64 most = std::numeric_limits<int>::max();
  const auto of_a_rank = [&](Int64 count) { return Int64(double(count) * c.largest_part()); };
  if (of_a_rank(std::max({finest.unknowns, finest.edges, deck.nodes() * finest.elements})) > most)
    throw InputError(fmt::format("{}: {} unknowns are more than indices of 32 bits can count; "
                                 "expected fewer levels{}",
                                 describe(deck, "mesh.levels"), finest.unknowns,
                                 c.ranks() > 1 ? " or more ranks" : ""));
  check_coarse_solver(deck, c);
  const bool is_csr = stored_format(deck) == Format::csr;
  if (!is_csr && finest.longest > most_ell_entries)
    throw InputError(fmt::format("{}: a row of the matrix has {} entries; expected \"csr\", or a "
                                 "mesh with rows of up to {}",
                                 describe(deck, "solver.matrix_format"), finest.longest,
                                 most_ell_entries));
  const bool spai = deck.has_spai();
  if (spai && finest.longest > most_spai_entries)
    throw InputError(fmt::format("{}: a row of the matrix has {} entries; expected another "
                                 "smoother, or a mesh with rows of up to {}",
                                 describe(deck, "multigrid.smoother"), finest.longest,
                                 most_spai_entries));
}

} // namespace isobar

#pragma once
#include "fem/fem_deck.hpp"
#include "fem/fem_shares.hpp"

#include <isobar/comm/communicators/transport_choice.hpp>
#include <isobar/core/fem/fem_error.hpp>
#include <isobar/core/fem/fem_multigrid.hpp>
#include <isobar/core/mesh/gmsh_file.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

/// From the deck's words to a mesh, an equation and a solver's options. Nothing here needs a running Kokkos.
namespace isobar {

/// The coarsest mesh. `vessel` is the path of the mesh that comes with the program, and `data` takes what a deck's file says of its
/// quadrilaterals. Throws InputError for a mesh that cannot be
/// read or is none.
QuadMesh fem_mesh(const FemDeck& deck, const std::string& vessel, GmshData* data = nullptr);

/// The equation on a mesh; `data` is what its file says. Throws InputError for a rim that the mesh does not have, for one of which the deck says
/// nothing, and for a value on one that has no edges.
FemProblem fem_problem(const FemDeck& deck, const QuadMesh& mesh, const GmshData& data = {});
/// The known solution, if there is one.
std::optional<ExactFunction> exact_solution(const FemDeck& deck);

/// How matrices are stored in this build.
fem::Format matrix_format(const FemDeck& deck);
/// That of the matrices that are stored whatever it is.
fem::Format stored_format(const FemDeck& deck);
FemMultigridOptions fem_options(const FemDeck& deck);
/// Smoother, steps and cycle in words.
std::string smoother_text(const FemDeck& deck);

/// What a deck and its mesh say together.
struct FemSetting {
  const FemDeck& deck;
  QuadMesh mesh; ///< the coarsest
  FemProblem problem;
  std::vector<int> dirichlet_rims;
  std::vector<FemCounts> counts; ///< of all levels on all ranks, the coarsest first
  int coarsest_level = 1;        ///< on which cycles end, of levels from 1
  MeshPartition partition{};
  std::vector<RankShare> shares{}; ///< of the ranks

  int ranks() const { return partition.ranks; }
  Int64 unknowns() const { return counts.back().unknowns; }
  const FemCounts& coarsest() const { return counts[std::size_t(coarsest_level) - 1]; }
  /// The largest rank's part of the elements.
  double largest_part() const {
    const auto largest = std::ranges::max_element(shares, {}, &RankShare::quads);
    return double(largest->quads) / double(partition.rank_of.size());
  }
  /// Those that a rank owns.
  UnknownsOfRanks rank_unknowns() const {
    return unknowns_of_ranks(shares, deck.space.order, deck.mesh.levels - 1 - partition.level);
  }
};
/// Whether the level on which cycles end is solved directly.
bool solves_directly(const FemSetting& setting);
/// Throws InputError as above, where numbers of unknowns or rows are beyond what spaces and matrices take, and where the mesh cannot be dealt
/// to so many ranks.
FemSetting make_setting(const FemDeck& deck, const std::string& vessel, int ranks = 1);

/// What a run of isobar_fem is made from.
struct FemContext : FemSetting {
  const MpiComm& comm;
  TransportWish wish{};
  TransportChoice transport{}; ///< once there are spaces to measure with
  FemProblem scaled{};         ///< once there are spaces: what is solved (fem_scaling.hpp)
};

} // namespace isobar

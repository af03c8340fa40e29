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

/// Makes a mesh, an equation and solver options from a deck. Nothing here needs a running Kokkos.
namespace isobar {

/// The coarsest mesh. `vessel` is the path of the mesh that comes with the program. `data` receives the data
/// of quadrilaterals from the deck's file. Throws InputError if the file cannot be read or is not a
/// valid mesh.
QuadMesh fem_mesh(const FemDeck& deck, const std::string& vessel, GmshData* data = nullptr);

/// The equation on a mesh; `data` comes from its file. Throws InputError if the mesh lacks a rim,
/// if the deck does not mention a rim, or if a rim without edges has a value.
FemProblem fem_problem(const FemDeck& deck, const QuadMesh& mesh, const GmshData& data = {});
/// The known solution, if there is one.
std::optional<ExactFunction> exact_solution(const FemDeck& deck);

/// The format of matrices in this build.
fem::Format matrix_format(const FemDeck& deck);
/// The format of matrices that are stored even with macro or bands.
fem::Format stored_format(const FemDeck& deck);
FemMultigridOptions fem_options(const FemDeck& deck);
/// Smoother, steps and cycle as text for the screen.
std::string smoother_text(const FemDeck& deck);

/// A deck, its mesh, and quantities that follow from both.
struct FemSetting {
  const FemDeck& deck;
  QuadMesh mesh; ///< the coarsest mesh
  FemProblem problem;
  std::vector<int> dirichlet_rims;
  std::vector<FemCounts> counts; ///< counts of all levels on all ranks, coarsest first
  int coarsest_level = 1;        ///< the level where cycles end, from 1 on
  MeshPartition partition{};
  std::vector<RankShare> shares{}; ///< the ranks' shares

  int ranks() const { return partition.ranks; }
  /// The number of unknowns of the finest level above one point of the plane.
  Int64 column_unknowns() const {
    return deck.has_layers()
               ? (Int64(deck.space.order * deck.mesh.layers) << (deck.mesh.levels - 1)) + 1
               : 1;
  }
  Int64 unknowns() const { return counts.back().unknowns; }
  const FemCounts& coarsest() const { return counts[std::size_t(coarsest_level) - 1]; }
  /// The largest rank's fraction of the elements, by their weights.
  double largest_part() const {
    Int64 largest = 0, all = 0;
    for (const RankShare& share : shares) {
      largest = std::max(largest, share.weight);
      all += share.weight;
    }
    return double(largest) / double(all);
  }
  /// The largest and smallest number of unknowns that a rank owns.
  UnknownsOfRanks rank_unknowns() const {
    const UnknownsOfRanks in_plane =
        unknowns_of_ranks(shares, deck.space.order, deck.mesh.levels - 1 - partition.level);
    return {in_plane.most * column_unknowns(), in_plane.least * column_unknowns()};
  }
};
/// Whether the coarsest level is solved directly.
bool solves_directly(const FemSetting& setting);
/// Makes the setting of a deck. Throws InputError as fem_mesh and fem_problem do. Throws it also if
/// unknowns or rows exceed the limits of spaces and matrices, or if the mesh cannot be distributed
/// to so many ranks.
FemSetting make_setting(const FemDeck& deck, const std::string& vessel, int ranks = 1);

/// The setting, ranks and transports of a run of isobar_fem.
struct FemContext : FemSetting {
  const MpiComm& comm;
  TransportWish wish{};
  TransportChoice transport{}; ///< set after the spaces, which measure it
  FemProblem scaled{};         ///< set after the spaces: the scaled equation (fem_scaling.hpp)
};

} // namespace isobar

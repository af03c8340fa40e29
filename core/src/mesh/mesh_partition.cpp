#include "mesh/metis_partition.hpp"

#include <isobar/core/mesh/mesh_partition.hpp>
#include <isobar/core/mesh/refinement.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <stdexcept>

namespace isobar {
namespace {

/// Halves the quadrilaterals recursively, by their weights. The first half gets at most its share, but at least a
/// quadrilateral for each of its ranks.
class Bisection {
public:
  Bisection(const QuadMesh& mesh, int ranks) : rank_of_(mesh.quads.size(), 0) {
    for (const auto& quad : mesh.quads) {
      Point centre;
      const double part = 1.0 / corners(quad);
      for (int v : present(quad)) {
        centre.x += part * mesh.vertices[v].x;
        centre.y += part * mesh.vertices[v].y;
      }
      centres_.push_back(centre);
      weights_.push_back(partition_weight(quad));
    }
    std::vector<int> all(mesh.quads.size());
    std::iota(all.begin(), all.end(), 0);
    divide(all, 0, ranks);
  }
  std::vector<int> ranks() && { return std::move(rank_of_); }

private:
  void divide(std::span<int> quads, int first_rank, int ranks) {
    if (ranks == 1) {
      for (int q : quads) rank_of_[q] = first_rank;
      return;
    }
    const int left = ranks / 2;
    const double Point::*const axis = longer_side(quads);
    std::ranges::sort(quads, {}, [&](int q) { return std::pair(centres_[q].*axis, q); });
    const std::size_t middle = std::clamp(count_of_share(quads, left, ranks), std::size_t(left),
                                          quads.size() - std::size_t(ranks - left));
    divide(quads.first(middle), first_rank, left);
    divide(quads.subspan(middle), first_rank + left, ranks - left);
  }
  /// Returns how many quadrilaterals, from the first on, together have at most the share of `left` out of `ranks` ranks in the
  /// weight.
  std::size_t count_of_share(std::span<const int> quads, int left, int ranks) const {
    std::int64_t rest = 0;
    for (int q : quads) rest += weights_[q];
    rest = rest * left / ranks;
    std::size_t count = 0;
    for (; count < quads.size() && weights_[quads[count]] <= rest; ++count)
      rest -= weights_[quads[count]];
    return count;
  }
  double Point::*longer_side(std::span<const int> quads) const {
    const auto length = [&](double Point::*axis) {
      const auto [least, most] =
          std::ranges::minmax(quads, {}, [&](int q) { return centres_[q].*axis; });
      return centres_[most].*axis - centres_[least].*axis;
    };
    return length(&Point::x) >= length(&Point::y) ? &Point::x : &Point::y;
  }

  std::vector<Point> centres_;
  std::vector<int> weights_;
  std::vector<int> rank_of_;
};

bool all_have_some(const std::vector<int>& rank_of, int ranks) {
  return std::set<int>(rank_of.begin(), rank_of.end()).size() == std::size_t(ranks);
}

/// Returns the level to distribute, as partition_mesh() describes it.
int distributed_level(const QuadMesh& coarsest, int levels, int ranks, int enough) {
  auto quads = std::int64_t(coarsest.quads.size());
  const int triangles = coarsest.triangles();
  const bool of_one_kind = triangles == 0 || triangles == quads;
  const auto is_even = [&] { return ranks == 1 || (of_one_kind && quads % ranks == 0); };
  int level = 0;
  for (; level < levels - 1 && !is_even() && quads < std::int64_t(enough) * ranks; ++level)
    quads *= 4;
  if (quads < ranks)
    throw std::invalid_argument("a mesh of " + std::to_string(quads) +
                                " quadrilaterals on its finest level cannot be distributed to " +
                                std::to_string(ranks) +
                                " ranks: take more levels or at most so many ranks");
  return level;
}

} // namespace

std::string_view to_string(PartitionMethod method) {
  switch (method) {
  case PartitionMethod::metis: return "metis";
  case PartitionMethod::bisection: return "bisection";
  case PartitionMethod::automatic: break;
  }
  return "automatic";
}

int partition_weight(const std::array<int, 4>& quad) { return corners(quad) == 4 ? 2 : 1; }

MeshPartition partition_mesh(const QuadMesh& coarsest, int levels, int ranks,
                             PartitionMethod method, int enough) {
  if (ranks < 1 || levels < 1)
    throw std::invalid_argument("a partition needs at least 1 rank and 1 level, not " +
                                std::to_string(ranks) + " and " + std::to_string(levels));
  if (method == PartitionMethod::metis && !has_metis())
    throw std::invalid_argument("a partition by METIS is asked for, which this build has not: "
                                "install libmetis-dev, or take bisection");
  MeshPartition partition;
  partition.ranks = ranks;
  partition.level = distributed_level(coarsest, levels, ranks, enough);
  const QuadMesh mesh = refinements(coarsest, partition.level + 1).back();
  if (method != PartitionMethod::bisection && has_metis() && ranks > 1) {
    partition.rank_of = metis_ranks(mesh, ranks);
    partition.method = PartitionMethod::metis;
    if (all_have_some(partition.rank_of, ranks)) return partition;
  }
  partition.rank_of = Bisection(mesh, ranks).ranks();
  partition.method = PartitionMethod::bisection;
  return partition;
}

} // namespace isobar

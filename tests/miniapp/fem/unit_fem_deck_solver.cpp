// Finite elements on many ranks, which one process checks: together they equal those of one rank.
#include "support_fem_ranks.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

namespace isobar {
namespace {

constexpr std::array<int, 2> orders{1, 2};

TEST(FemDeckSolver, EachUnknownIsOwnedOnceAndGhostsByWhomTheySay) {
  for_some_parts([](const AllRanks& all) {
    for (std::size_t l = 0; l < all.whole.size(); ++l) {
      std::vector<int> owner(std::size_t(all.whole[l].unknowns()), -1);
      for (int rank = 0; rank < all.ranks(); ++rank) {
        const DistributedNumbers& distributed = all.spaces[rank][l].distributed();
        for (int n = 0; n < distributed.owned; ++n) {
          ASSERT_EQ(owner[distributed.ids[n]], -1);
          owner[distributed.ids[n]] = rank;
        }
      }
      EXPECT_EQ(std::ranges::count(owner, -1), 0);
      for (int rank = 0; rank < all.ranks(); ++rank) {
        const DistributedNumbers& distributed = all.spaces[rank][l].distributed();
        EXPECT_TRUE(std::ranges::is_sorted(distributed.owners));
        for (int g = 0; g < distributed.ghosts(); ++g)
          ASSERT_EQ(owner[distributed.ids[distributed.owned + g]], distributed.owners[g]);
      }
    }
  });
}

/// Checks that a part's rows equal those of the whole matrix to the last bit. Their columns are owned unknowns and ghosts.
template <class T>
void expect_rows(const CsrRows<T>& found, const FemSpace& rows, const FemSpace& columns,
                 const CsrRows<T>& whole) {
  const HostRows<T> expected(whole), part(found);
  ASSERT_EQ(part.count, rows.owned());
  EXPECT_EQ(found.source_size, columns.owned() + columns.distributed().ghosts());
  for (int n = 0; n < part.count; ++n) {
    std::map<int, double> row;
    for (const auto& [column, value] : part.rows[n]) {
      ASSERT_LT(column, found.source_size);
      row[int(columns.distributed().ids[column])] = value;
    }
    ASSERT_EQ(row, expected.rows[rows.distributed().ids[n]]);
  }
}

template <class T> struct FemPartRows : testing::Test {};
TYPED_TEST_SUITE(FemPartRows, FemNumberTypes, FemNumberNames);

TYPED_TEST(FemPartRows, AreThoseOfOneRankToTheLastBit) {
  using T = TypeParam;
  for_some_parts([](const AllRanks& all) {
    for (std::size_t l = 0; l < all.whole.size(); ++l)
      for (int rank = 0; rank < all.ranks(); ++rank) {
        const FemSpace &space = all.spaces[rank][l], &whole = all.whole[l];
        const auto a = assemble_stiffness<T>(space), a_whole = assemble_stiffness<T>(whole);
        expect_rows(a, space, space, a_whole);
        if (l == 0) continue;
        const FemSpace &coarse = all.spaces[rank][l - 1], &coarse_whole = all.whole[l - 1];
        expect_rows(assemble_prolongation<T>(coarse, space), space, coarse,
                    assemble_prolongation<T>(coarse_whole, whole));
        expect_rows(assemble_restriction<T>(coarse, space), coarse, space,
                    assemble_restriction<T>(coarse_whole, whole));
      }
  });
}

/// Normal equations of a row are summed in the order of columns, so they are equal only up to rounding.
TYPED_TEST(FemPartRows, OfApproximateInversesReadCompleteRowsOfGhosts) {
  using T = TypeParam;
  const double tolerance = std::is_same_v<T, float> ? 1e-3 : 1e-10;
  for (int order : orders) {
    const AllRanks all(vessel_mesh(), blood_problem(), {2, order}, 4);
    const HostRows<T> expected(spai(assemble_stiffness<T>(all.whole[1])));
    for (int rank = 0; rank < 4; ++rank) {
      const FemSpace& space = all.spaces[rank][1];
      const HostRows<T> found(spai(assemble_all_rows<T>(space), assemble_stiffness<T>(space)));
      ASSERT_EQ(found.count, space.owned());
      const auto& ids = space.distributed().ids;
      for (int n = 0; n < found.count; ++n)
        for (const auto& [column, value] : found.rows[n])
          ASSERT_NEAR(value, expected(int(ids[n]), int(ids[column])), tolerance);
    }
  }
}

/// Along an interface of n elements both ranks together have about 2 n ghosts of order 1 and 8 n of
/// order 2 (docs/fem-design.md).
TEST(FemDeckSolver, GhostsLieAlongTheInterface) {
  const int levels = 6, n = 64;
  FemProblem problem;
  problem.dirichlet.resize(4);
  problem.dirichlet[0] = [](Point) { return 0.0; };
  for (int order : orders) {
    const AllRanks all(square_mesh(2), problem, {levels, order}, 2, PartitionMethod::bisection);
    int ghosts = 0;
    for (const auto& spaces : all.spaces) ghosts += spaces.back().distributed().ghosts();
    const int expected = order == 1 ? 2 * n : 8 * n;
    EXPECT_GE(ghosts, expected);
    EXPECT_LE(ghosts, expected + 24);
  }
}

/// Three quarters of a square, in 12 quadrilaterals. One in the middle has a vertex on the rim, but no edge there.
QuadMesh corner_mesh() {
  const QuadMesh square = square_mesh(4);
  std::vector<int> number(square.vertices.size(), -1);
  std::vector<Point> vertices;
  std::vector<std::array<int, 4>> quads;
  std::map<int, int> quads_of_edge;
  const auto is_cut = [&](std::size_t q) { return q % 4 >= 2 && q / 4 >= 2; };
  for (std::size_t q = 0; q < square.quads.size(); ++q) {
    if (is_cut(q)) continue;
    quads.push_back(square.quads[q]);
    for (int& v : quads.back()) {
      if (number[v] < 0) {
        number[v] = int(vertices.size());
        vertices.push_back(square.vertices[v]);
      }
      v = number[v];
    }
    for (int e : square.quad_edges[q]) ++quads_of_edge[e];
  }
  std::vector<RimSegment> segments;
  for (const auto& [e, count] : quads_of_edge)
    if (count == 1)
      segments.push_back({{number[square.edges[e][0]], number[square.edges[e][1]]}, 0});
  return make_mesh(vertices, quads, segments, {{.name = "rim"}});
}

/// Rows of ghosts have zeros in the columns of vertices on a rim, even if the part has no edge of the rim.
TEST(FemDeckSolver, ApproximateInversesKnowRimsBeyondTheirPart) {
  const QuadMesh mesh = corner_mesh();
  const auto whole = fem_spaces(mesh, {2, 1}, std::array{0});
  const HostRows<double> expected(spai(assemble_stiffness<double>(whole[1])));
  for (int turn = 0; turn < 4; ++turn) {
    MeshPartition partition{12, 0, PartitionMethod::bisection, {}};
    for (int q = 0; q < 12; ++q) partition.rank_of.push_back((q + 3 * turn) % 12);
    for (int rank = 0; rank < 12; ++rank) {
      const auto spaces = fem_spaces(mesh_parts(mesh, 2, partition, rank), {2, 1}, std::array{0});
      const HostRows<double> found(
          spai(assemble_all_rows<double>(spaces[1]), assemble_stiffness<double>(spaces[1])));
      const auto& ids = spaces[1].distributed().ids;
      for (int n = 0; n < found.count; ++n)
        for (const auto& [column, value] : found.rows[n])
          ASSERT_NEAR(value, expected(int(ids[n]), int(ids[column])), 1e-12);
    }
  }
}

TEST(FemDeckSolver, InterfacesAreDistributedEvenly) {
  const AllRanks all(vessel_mesh(), blood_problem(), {2, 1}, 2, PartitionMethod::bisection);
  std::map<std::int64_t, std::set<int>> around;
  std::map<std::int64_t, int> owner;
  for (int rank : {0, 1}) {
    const MeshPart& part = all.parts[rank][0]; // whole
    for (std::size_t q = 0; q < part.mesh.quads.size(); ++q)
      for (int v : part.mesh.quads[q]) around[v].insert(part.quads.owners[q]);
    for (std::size_t v = 0; v < part.vertices.ids.size(); ++v) owner[v] = part.vertices.owners[v];
  }
  int shared = 0, of_first = 0;
  for (const auto& [v, ranks] : around) {
    shared += ranks.size() == 2;
    of_first += ranks.size() == 2 && owner[v] == 0;
  }
  EXPECT_GT(of_first, shared / 4);
  EXPECT_LT(of_first, 3 * shared / 4);
}

TEST(FemDeckSolver, RightHandSidesAndLiftsAreThoseOfOneRank) {
  FemProblem problem = circle_problem();
  problem.f = [](Point p) { return std::exp(p.x) - p.y; };
  problem.c = [](Point p) { return 2.0 + p.x; };
  for (PointFunction& g : problem.dirichlet) g = [](Point p) { return std::cos(p.x) + p.y; };
  for (int order : orders)
    for (int ranks : {2, 6}) {
      const AllRanks all(circle_mesh(), problem, {5, order, Numbering::hierarchical}, ranks);
      const auto whole_lift = smooth_lift(all.whole, problem);
      const auto expected = Kokkos::create_mirror_view_and_copy(
          HostSpace(), right_hand_side<double>(all.whole.back(), problem, whole_lift));
      const auto lift = Kokkos::create_mirror_view_and_copy(HostSpace(), whole_lift);
      for (const std::vector<FemSpace>& spaces : all.spaces) {
        const auto g = smooth_lift(spaces, problem);
        const auto found = Kokkos::create_mirror_view_and_copy(
            HostSpace(), right_hand_side<double>(spaces.back(), problem, g));
        const auto own_lift = Kokkos::create_mirror_view_and_copy(HostSpace(), g);
        const DistributedNumbers& distributed = spaces.back().distributed();
        ASSERT_EQ(int(found.extent(0)), distributed.owned);
        for (int n = 0; n < distributed.owned + distributed.ghosts(); ++n)
          ASSERT_NEAR(own_lift(n), lift(distributed.ids[n]), 1e-14);
        for (int n = 0; n < distributed.owned; ++n)
          ASSERT_NEAR(found(n), expected(distributed.ids[n]), 1e-14);
      }
    }
}

TEST(FemDeckSolver, NumberingsOrderEachRanksOwnUnknowns) {
  const AllRanks all(vessel_mesh(), blood_problem(), {3, 2, Numbering::coordinate}, 4);
  for (const auto& spaces : all.spaces) {
    const FemSpace& space = spaces.back();
    const auto own = std::span(space.table().points).first(std::size_t(space.owned()));
    EXPECT_TRUE(std::ranges::is_sorted(own, {}, &Point::x));
  }
}

} // namespace
} // namespace isobar

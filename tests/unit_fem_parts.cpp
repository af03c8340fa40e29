// Parts of meshes and of finite elements on many ranks, all of them looked at by one process: together they are what one rank has.
#include "support_fem_ranks.hpp"

#include <algorithm>
#include <set>

namespace isobar {
namespace {

constexpr std::array<int, 2> orders{1, 2};

std::vector<PartitionMethod> methods() {
  if (!has_metis()) return {PartitionMethod::bisection};
  return {PartitionMethod::bisection, PartitionMethod::metis};
}

/// Quadrilaterals of each rank.
std::vector<int> counts(const MeshPartition& partition) {
  std::vector<int> of_rank(std::size_t(partition.ranks), 0);
  for (int rank : partition.rank_of) ++of_rank.at(rank);
  return of_rank;
}

TEST(MeshPartitions, DealAllQuadrilateralsEvenly) {
  for (PartitionMethod method : methods())
    for (const QuadMesh& mesh : {circle_mesh(), vessel_mesh(), square_mesh(7, 0.2)})
      for (int ranks = 1; ranks <= 12; ++ranks) {
        const MeshPartition partition = partition_mesh(mesh, 4, ranks, method);
        const auto of_rank = counts(partition);
        EXPECT_EQ(partition.rank_of.size(), mesh.quads.size() << (2 * partition.level));
        EXPECT_GT(std::ranges::min(of_rank), 0);
        const double most = partition.method == PartitionMethod::bisection ? 1.0 : 1.1;
        EXPECT_LT(std::ranges::max(of_rank), most * double(partition.rank_of.size()) / ranks + 1)
            << ranks;
      }
}

TEST(MeshPartitions, BisectionMakesHalvesOfASquare) {
  const MeshPartition partition = partition_mesh(square_mesh(8), 1, 4, PartitionMethod::bisection);
  const QuadMesh mesh = square_mesh(8);
  for (std::size_t q = 0; q < mesh.quads.size(); ++q) {
    const Point p = mesh.vertices[mesh.quads[q][0]];
    EXPECT_EQ(partition.rank_of[q], 2 * (p.x >= 0.5) + (p.y >= 0.5));
  }
}

TEST(MeshPartitions, MetisCutsFewEdges) {
  if (!has_metis()) GTEST_SKIP() << "no METIS in this build";
  const QuadMesh mesh = refined(vessel_mesh());
  const MeshPartition partition = partition_mesh(mesh, 1, 8);
  EXPECT_EQ(partition.method, PartitionMethod::metis);
  std::vector<std::set<int>> ranks_of(mesh.edges.size());
  for (std::size_t q = 0; q < mesh.quads.size(); ++q)
    for (int e : mesh.quad_edges[q]) ranks_of[e].insert(partition.rank_of[q]);
  EXPECT_LT(std::ranges::count_if(ranks_of, [](const auto& r) { return r.size() > 1; }), 200);
}

TEST(MeshPartitions, RefinedLevelsAreDealtWhereThereAreTooFewQuadrilaterals) {
  EXPECT_EQ(partition_mesh(circle_mesh(), 5, 8).level, 0); // one for each
  EXPECT_EQ(partition_mesh(circle_mesh(), 5, 6).level, 2); // 128: at least 16 for each
  EXPECT_EQ(partition_mesh(circle_mesh(), 2, 6).level, 1); // the finest
  EXPECT_EQ(partition_mesh(circle_mesh(), 5, 6, PartitionMethod::automatic, 1).level, 0);
  EXPECT_EQ(partition_mesh(square_mesh(1), 5, 64).level, 3);
}

/// The line of an error.
template <class Call> std::string message_of(const Call& call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

TEST(MeshPartitions, WrongInputIsRefusedInOneLine) {
  EXPECT_EQ(message_of([] { partition_mesh(circle_mesh(), 1, 9); }),
            "a mesh of 8 quadrilaterals on its finest level cannot be dealt to 9 ranks: take more "
            "levels or at most so many ranks");
  EXPECT_NE(message_of([] { partition_mesh(circle_mesh(), 1, 0); }).find("1 rank"),
            std::string::npos);
  if (!has_metis()) {
    const auto message =
        message_of([] { partition_mesh(circle_mesh(), 1, 2, PartitionMethod::metis); });
    EXPECT_NE(message.find("libmetis-dev"), std::string::npos);
  }
  const MeshPartition partition = partition_mesh(circle_mesh(), 3, 4);
  EXPECT_THROW(mesh_parts(circle_mesh(), 3, partition, 4), std::invalid_argument);
  EXPECT_THROW(mesh_parts(vessel_mesh(), 3, partition, 0), std::invalid_argument);
  const MeshPartition later = partition_mesh(circle_mesh(), 3, 6);
  EXPECT_THROW(mesh_parts(circle_mesh(), later.level, later, 0), std::invalid_argument);
  const auto parts = mesh_parts(circle_mesh(), 3, partition, 0);
  EXPECT_THROW(fem_spaces(parts, {4, 1}, {}), std::invalid_argument);
}

/// Parts of all ranks, and spaces on them.
struct AllRanks {
  MeshPartition partition;
  std::vector<std::vector<MeshPart>> parts;  ///< (rank, level)
  std::vector<std::vector<FemSpace>> spaces; ///< (rank, level)
  std::vector<QuadMesh> meshes;              ///< whole, of one rank
  std::vector<FemSpace> whole;

  AllRanks(const QuadMesh& mesh, const FemProblem& problem, const FemSpaceOptions& options,
           int ranks, PartitionMethod method = PartitionMethod::automatic)
      : partition(partition_mesh(mesh, options.levels, ranks, method)),
        meshes(refinements(mesh, options.levels)) {
    const auto rims = problem.dirichlet_rims(mesh);
    for (int rank = 0; rank < ranks; ++rank) {
      parts.push_back(mesh_parts(mesh, options.levels, partition, rank));
      spaces.push_back(fem_spaces(parts.back(), options, rims));
    }
    whole = fem_spaces(mesh, {options.levels, options.order}, rims);
  }
  int ranks() const { return partition.ranks; }
};

/// Meshes on which the coarsest level is dealt and ones on which a finer one is.
template <class Use> void for_some_parts(const Use& use) {
  for (int order : orders)
    for (int ranks : {1, 2, 4, 6}) {
      use(AllRanks(circle_mesh(), circle_problem(), {4, order}, ranks));
      use(AllRanks(vessel_mesh(), blood_problem(), {2, order, Numbering::random}, ranks));
    }
  for (int order :
       orders) // an element for each rank, of which some own no unknown on the coarsest level
    use(AllRanks(circle_mesh(), circle_problem(), {3, order}, 8));
}

TEST(MeshParts, HaveTheNumbersAndPlacesOfTheWholeMesh) {
  for_some_parts([](const AllRanks& all) {
    for (std::size_t l = 0; l < all.meshes.size(); ++l) {
      const QuadMesh& mesh = all.meshes[l];
      std::vector<int> owned_quads(mesh.quads.size(), 0);
      for (int rank = 0; rank < all.ranks(); ++rank) {
        const MeshPart& part = all.parts[rank][l];
        EXPECT_EQ(part.all_vertices, std::int64_t(mesh.vertices.size()));
        EXPECT_EQ(part.all_edges, std::int64_t(mesh.edges.size()));
        EXPECT_EQ(part.all_quads, std::int64_t(mesh.quads.size()));
        for (std::size_t v = 0; v < part.mesh.vertices.size(); ++v)
          ASSERT_EQ(part.mesh.vertices[v], mesh.vertices[part.vertices.ids[v]]);
        for (std::size_t q = 0; q < part.mesh.quads.size(); ++q) {
          const auto id = part.quads.ids[q];
          owned_quads[id] += part.owns_quad(int(q));
          for (int k = 0; k < 4; ++k) {
            ASSERT_EQ(part.vertices.ids[part.mesh.quads[q][k]], mesh.quads[id][k]);
            ASSERT_EQ(part.edges.ids[part.mesh.quad_edges[q][k]], mesh.quad_edges[id][k]);
          }
        }
      }
      const int owners = int(l) < all.partition.level ? all.ranks() : 1;
      EXPECT_EQ(std::ranges::count(owned_quads, owners), std::ptrdiff_t(mesh.quads.size()));
    }
  });
}

TEST(MeshParts, HoldLittleMoreThanTheirOwn) {
  const int levels = 5;
  const MeshPartition partition = partition_mesh(vessel_mesh(), levels, 4);
  for (int rank = 0; rank < 4; ++rank) {
    const MeshPart part = mesh_parts(vessel_mesh(), levels, partition, rank).back();
    int own = 0;
    for (int q = 0; q < int(part.quads.ids.size()); ++q) own += part.owns_quad(q);
    EXPECT_GT(own, 0);
    EXPECT_LT(double(part.mesh.quads.size()), 1.2 * own);
  }
}

TEST(FemParts, EachUnknownIsOwnedOnceAndGhostsByWhomTheySay) {
  for_some_parts([](const AllRanks& all) {
    for (std::size_t l = 0; l < all.whole.size(); ++l) {
      std::vector<int> owner(std::size_t(all.whole[l].unknowns()), -1);
      for (int rank = 0; rank < all.ranks(); ++rank) {
        const DealtNumbers& dealt = all.spaces[rank][l].dealt();
        for (int n = 0; n < dealt.owned; ++n) {
          ASSERT_EQ(owner[dealt.ids[n]], -1);
          owner[dealt.ids[n]] = rank;
        }
      }
      EXPECT_EQ(std::ranges::count(owner, -1), 0);
      for (int rank = 0; rank < all.ranks(); ++rank) {
        const DealtNumbers& dealt = all.spaces[rank][l].dealt();
        EXPECT_TRUE(std::ranges::is_sorted(dealt.owners));
        for (int g = 0; g < dealt.ghosts(); ++g)
          ASSERT_EQ(owner[dealt.ids[dealt.owned + g]], dealt.owners[g]);
      }
    }
  });
}

/// Rows of a part are those of the whole matrix to the last bit, its columns owned unknowns and ghosts.
template <class T>
void expect_rows(const CsrRows<T>& found, const FemSpace& rows, const FemSpace& columns,
                 const CsrRows<T>& whole) {
  const HostRows<T> expected(whole), part(found);
  ASSERT_EQ(part.count, rows.owned());
  EXPECT_EQ(found.source_size, columns.owned() + columns.dealt().ghosts());
  for (int n = 0; n < part.count; ++n) {
    std::map<int, double> row;
    for (const auto& [column, value] : part.rows[n]) {
      ASSERT_LT(column, found.source_size);
      row[int(columns.dealt().ids[column])] = value;
    }
    ASSERT_EQ(row, expected.rows[rows.dealt().ids[n]]);
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

/// Sums of a row's normal equations are added in the order of columns, so that they are equal up to rounding only.
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
      const auto& ids = space.dealt().ids;
      for (int n = 0; n < found.count; ++n)
        for (const auto& [column, value] : found.rows[n])
          ASSERT_NEAR(value, expected(int(ids[n]), int(ids[column])), tolerance);
    }
  }
}

/// What docs/fem.md says of messages: along an interface of n elements both ranks together have about 2 n ghosts of order 1 and 8 n of
/// order 2.
TEST(FemParts, GhostsLieAlongTheInterface) {
  const int levels = 6, n = 64;
  FemProblem problem;
  problem.dirichlet.resize(4);
  problem.dirichlet[0] = [](Point) { return 0.0; };
  for (int order : orders) {
    const AllRanks all(square_mesh(2), problem, {levels, order}, 2, PartitionMethod::bisection);
    int ghosts = 0;
    for (const auto& spaces : all.spaces) ghosts += spaces.back().dealt().ghosts();
    const int expected = order == 1 ? 2 * n : 8 * n;
    EXPECT_GE(ghosts, expected);
    EXPECT_LE(ghosts, expected + 24);
  }
}

/// Three quarters of a square, in 12 quadrilaterals. The one in the middle has a vertex on the rim and no edge there.
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

/// Rows of ghosts have zeros in the columns of vertices on a rim, also where no edge of the rim belongs to the part.
TEST(FemParts, ApproximateInversesKnowRimsBeyondTheirPart) {
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
      const auto& ids = spaces[1].dealt().ids;
      for (int n = 0; n < found.count; ++n)
        for (const auto& [column, value] : found.rows[n])
          ASSERT_NEAR(value, expected(int(ids[n]), int(ids[column])), 1e-12);
    }
  }
}

TEST(FemParts, InterfacesAreDealtEvenly) {
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

TEST(FemParts, RightHandSidesAndLiftsAreThoseOfOneRank) {
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
        const DealtNumbers& dealt = spaces.back().dealt();
        ASSERT_EQ(int(found.extent(0)), dealt.owned);
        for (int n = 0; n < dealt.owned + dealt.ghosts(); ++n)
          ASSERT_NEAR(own_lift(n), lift(dealt.ids[n]), 1e-14);
        for (int n = 0; n < dealt.owned; ++n) ASSERT_NEAR(found(n), expected(dealt.ids[n]), 1e-14);
      }
    }
}

TEST(FemParts, NumberingsOrderEachRanksOwnUnknowns) {
  const AllRanks all(vessel_mesh(), blood_problem(), {3, 2, Numbering::coordinate}, 4);
  for (const auto& spaces : all.spaces) {
    const FemSpace& space = spaces.back();
    const auto own = std::span(space.table().points).first(std::size_t(space.owned()));
    EXPECT_TRUE(std::ranges::is_sorted(own, {}, &Point::x));
  }
}

} // namespace
} // namespace isobar

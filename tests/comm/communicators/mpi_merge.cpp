// Merges of a level: exactly the right numbers move, by every transport, in stages too.
#include "support_fields.hpp"
#include "support_sphere.hpp"
#include "support_transport.hpp"

#include <isobar/comm/communicators/merged_communicators.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace merge_test {

using namespace isobar;

namespace {

constexpr double untouched = -1.0;
constexpr int nz = 3;

/// A number that tells a column's cell from all others, those beyond the domain too; exact in float.
double cell_value(const Partition& p, int i, int k, int j) {
  return 1 + k + 4.0 * (p.first_i + i + 1 + (p.global_nx + 2) * double(p.first_j + j + 1));
}

/// Cells that `has(at)` says hold cell_value, all others `untouched`.
template <class P, class Has> FieldOf<P> numbered(const Partition& p, const Has& has) {
  FieldOf<P> f("f", p.nx, p.ny, nz);
  const auto host = Kokkos::create_mirror_view(f.flat());
  for (std::size_t n = 0; n < host.size(); ++n) {
    const CellOfNumber at = cell_of(f.shape(), Int64(n));
    host(n) =
        typename P::storage(!at.padding && has(at) ? cell_value(p, at.i, at.k, at.j) : untouched);
  }
  Kokkos::deep_copy(f.flat(), host);
  return f;
}
const auto owned_cells = [](const CellOfNumber& at) { return at.owned; };
const auto every_cell = [](const CellOfNumber&) { return true; };
const auto no_cell = [](const CellOfNumber&) { return false; };

/// Numbers of the whole memory that differ.
template <class T> int differing(const FieldMemory<T>& a, const FieldMemory<T>& b) {
  const auto x = Kokkos::create_mirror_view_and_copy(HostSpace(), a.flat()),
             y = Kokkos::create_mirror_view_and_copy(HostSpace(), b.flat());
  int count = 0;
  for (std::size_t n = 0; n < x.size(); ++n) count += x(n) != y(n);
  return count;
}

struct Size {
  int nx, ny;
  Periodic periodic = {};
};
constexpr Size sizes[] = {
    {24, 24}, {48, 12}, {13, 27}, {24, 24, {true, false}}, {16, 24, {true, true}}};

/// Onto all (0), onto one, and onto some.
std::vector<int> ranks_behind(int ranks) {
  if (ranks == 1) return {0};
  if (ranks == 2) return {0, 1};
  return {0, 1, ranks / 2, ranks - 1};
}

} // namespace

template <class P> class MergeTest : public testing::Test {
protected:
  using T = typename P::storage;

  /// Visits of one merge in front of level 1, by wrong numbers.
  int wrong_numbers(const RankStages& stages, const TransportPlan& transport, int visits = 3) {
    const MergeParts parts = stages.parts(1);
    RankMerge<T> merge(world, parts, nz, transport, P::layout, 1);
    const Partition part = parts.parts[std::size_t(world.rank())];
    const auto& merged = parts.merged[std::size_t(world.rank())];
    EXPECT_EQ(merge.has_level(), merged.has_value());
    int wrong = 0;
    for (int visit = 0; visit < visits; ++visit) {
      const auto f = numbered<P>(part, owned_cells), u = numbered<P>(part, no_cell);
      const auto merged_f = merged ? numbered<P>(*merged, no_cell) : FieldOf<P>();
      const auto merged_u = merged ? numbered<P>(*merged, every_cell) : FieldOf<P>();
      merge.gather(f, merged_f);
      merge.scatter(merged_u, u);
      if (merged) wrong += differing(merged_f, numbered<P>(*merged, owned_cells));
      wrong += differing(u, numbered<P>(part, every_cell));
      wrong += differing(f, numbered<P>(part, owned_cells));
    }
    merge.check();
    return wrong;
  }
  RankStages stages_of(const Size& s, int behind) const {
    const Decomposition front({s.nx, s.ny, 2, world.size(), {}, s.periodic}, world.rank());
    return {front, {{1, behind}}, 2};
  }

  MpiComm world{MPI_COMM_WORLD};
};
using Numbers = testing::Types<Float, Double, ZFastest<Double>>;
TYPED_TEST_SUITE(MergeTest, Numbers, PrecisionNames);

TYPED_TEST(MergeTest, MovesEachCellToItsPlaceAndNothingElseThroughAllTransports) {
  const std::vector<TransportPlan> plans = all_transports(this->world);
  for (const TransportPlan& transport : plans)
    for (const Size& s : sizes)
      for (const int behind : ranks_behind(this->world.size())) {
        if (transport != plans[0] && (s.nx != 13 || behind > 1))
          continue; // one size is enough there
        EXPECT_EQ(this->wrong_numbers(this->stages_of(s, behind), transport), 0)
            << s.nx << " x " << s.ny << " onto " << behind << ", " << to_string(transport.inside)
            << ", " << to_string(transport.between);
      }
}

// On the sphere patches are cut anew: whole panels, smaller patches, and other shapes of them.
TYPED_TEST(MergeTest, MovesPatchesOfTheSphereThroughAllTransports) {
  using T = typename TypeParam::storage;
  constexpr Layout layout = TypeParam::layout;
  const int ranks = this->world.size();
  if (24 % patches_of_panel(ranks) != 0) GTEST_SKIP() << "ranks that do not cut the panels";
  const Decomposition front({.nx = 24, .ny = 24, .levels = 2, .ranks = ranks, .sphere = true},
                            this->world.rank());
  const oracle::Array cells = random_on_sphere(12, nz, 7);
  const auto with_halo = [&](const Partition& p) {
    const auto f = sphere_field<T, layout>(cells, p);
    with_cube_corners(f, p);
    return f;
  };
  const auto owned = [&](const Partition& p) {
    return sphere_field<T, layout>(cells, p, SphereHalo::zero);
  };
  for (const TransportPlan& transport : all_transports(this->world))
    for (int behind = 0; behind < ranks; ++behind) {
      if (behind > 0 && 12 % patches_of_panel(behind) != 0) continue;
      const MergeParts parts = RankStages(front, {{1, behind}}, 2).parts(1);
      RankMerge<T> merge(this->world, parts, nz, transport, layout, 1);
      const Partition part = parts.parts[std::size_t(this->world.rank())];
      const auto& merged = parts.merged[std::size_t(this->world.rank())];
      const auto f = owned(part),
                 u = sphere_field<T, layout>(oracle::Array(12, 72, nz), part, SphereHalo::zero);
      const auto merged_f =
          merged ? sphere_field<T, layout>(oracle::Array(12, 72, nz), *merged, SphereHalo::zero)
                 : FieldOf<TypeParam>();
      const auto merged_u = merged ? with_halo(*merged) : FieldOf<TypeParam>();
      for (int visit = 0; visit < 3; ++visit) {
        merge.gather(f, merged_f);
        merge.scatter(merged_u, u);
      }
      merge.check();
      if (merged) EXPECT_EQ(differing(merged_f, owned(*merged)), 0) << "onto " << behind;
      const auto a = contents(u), b = contents(with_halo(part));
      for (std::size_t m = 0; m < a.size(); ++m)
        if (!cell_of(u.shape(), Int64(m)).padding) ASSERT_EQ(a[m], b[m]) << "onto " << behind;
    }
}

// The two buffers of peers take turns without an acknowledgement.
TYPED_TEST(MergeTest, PeersMayRunAheadInManyVisits) {
  if (!may_be_peers(this->world)) GTEST_SKIP() << "ranks share a GPU";
  if (this->world.size() == 1) GTEST_SKIP() << "one rank has nothing to merge";
  for (const int behind : ranks_behind(this->world.size()))
    EXPECT_EQ(this->wrong_numbers(this->stages_of({24, 24}, behind),
                                  {Transport::peer, Transport::staged}, 20),
              0);
}

TYPED_TEST(MergeTest, RefusesFieldsOfOtherShapes) {
  if (this->world.size() == 1) GTEST_SKIP() << "one rank has nothing to merge";
  const RankStages stages = this->stages_of({24, 24}, 1);
  const MergeParts parts = stages.parts(1);
  RankMerge<typename TypeParam::storage> merge(this->world, parts, nz, Transport::staged,
                                               TypeParam::layout, 1);
  const FieldOf<TypeParam> other("other", 5, 7, nz);
  EXPECT_THROW(merge.gather(other, other), std::logic_error);
}

// Six ranks: 6 -> 3 -> 1, four: 4 -> 2 -> 1.
TYPED_TEST(MergeTest, StagesHaveCommunicatorsOfTheirLevelsAlone) {
  const int ranks = this->world.size();
  if (ranks < 4) GTEST_SKIP() << "too few ranks for stages";
  const Decomposition front({48, 48, 2, ranks, {}}, this->world.rank());
  const RankStages stages(front, {{1, ranks / 2}, {2, 1}}, 4);
  MergedCommunicators<typename TypeParam::storage> all(
      this->world, stages, LayerCounts(nz), best_transport(this->world), TypeParam::layout);
  const int rank = this->world.rank();
  EXPECT_EQ(all.merge(1).has_level(), rank % 2 == 0);
  EXPECT_THROW(all.merge(3), std::invalid_argument);
  if (rank % 2 == 0) {
    double ones = 1.0;
    all.on(1).sum({&ones, 1});
    EXPECT_EQ(ones, ranks / 2);
    EXPECT_EQ(all.merge(2).has_level(), rank == 0);
  } else {
    EXPECT_THROW(all.on(1), std::invalid_argument);
    EXPECT_THROW(all.merge(2), std::invalid_argument);
  }
  if (rank == 0) EXPECT_TRUE(all.on(3).alone());
  else EXPECT_THROW(all.on(3), std::invalid_argument);
  double ones = 1.0;
  all.on(0).sum({&ones, 1});
  EXPECT_EQ(ones, ranks);
}

} // namespace merge_test

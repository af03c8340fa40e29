// Views that share one allocation: where they lie, how long it lives, and that a solver fits into the bytes it says it takes.
#include "support_problem.hpp"

#include <isobar/core/base/shared_block.hpp>

namespace isobar {
namespace {

using Numbers = Kokkos::View<double*, MemorySpace>;

bool lies_in(const void* p, const SharedBlock& block) {
  const auto* const at = static_cast<const std::byte*>(p);
  return at >= block.memory().data() && at < block.memory().data() + block.memory().size();
}

TEST(SharedBlock, GivesOutAlignedPlacesOneBehindTheOther) {
  const SharedBlock block(10000);
  const auto a = make_view<Numbers>("a", 3), b = make_view<Numbers>("b", 5);
  EXPECT_TRUE(lies_in(a.data(), block));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.data()) % 256, 0u);
  EXPECT_EQ(b.data() - a.data(), 32);
  EXPECT_EQ(b.extent(0), 5u);
}

TEST(SharedBlock, LeavesToTheDriverWhatDoesNotFit) {
  const SharedBlock block(100);
  const auto large = make_view<Numbers>("large", 1 << 20);
  EXPECT_FALSE(lies_in(large.data(), block));
  EXPECT_EQ(large.use_count(), 1);
  EXPECT_TRUE(lies_in(make_view<Numbers>("small", 3).data(), block));
}

TEST(SharedBlock, IsNotUsedBeforeAndBehindItsLife) {
  EXPECT_EQ(SharedBlock::current(), nullptr);
  {
    const SharedBlock outer(1000);
    {
      const SharedBlock inner(1000);
      EXPECT_TRUE(lies_in(make_view<Numbers>("x", 3).data(), inner));
    }
    EXPECT_TRUE(lies_in(make_view<Numbers>("x", 3).data(), outer));
  }
  EXPECT_EQ(SharedBlock::current(), nullptr);
  EXPECT_EQ(memory_of_views().data(), nullptr);
  EXPECT_EQ(make_view<Numbers>("x", 3).use_count(), 1);
}

TEST(SharedBlock, APartLeavesTheRestToOthers) {
  EXPECT_FALSE(SharedBlock::part_of_current(100));
  const SharedBlock outer(10000);
  Numbers kept;
  {
    const auto part = SharedBlock::part_of_current(1000);
    ASSERT_TRUE(part);
    EXPECT_EQ(SharedBlock::current(), &*part);
    kept = make_view<Numbers>("small", 3);
    EXPECT_TRUE(lies_in(kept.data(), *part));
    EXPECT_TRUE(lies_in(kept.data(), outer));
    EXPECT_FALSE(lies_in(make_view<Numbers>("large", 150).data(), outer));
  }
  const auto behind = make_view<Numbers>("behind", 1000);
  EXPECT_TRUE(lies_in(behind.data(), outer));
  EXPECT_GE(behind.data() - kept.data(), 1000 / 8);
  EXPECT_FALSE(SharedBlock::part_of_current(1 << 20));
  EXPECT_FALSE(SharedBlock::part_of_current(0));
}

TEST(SharedBlock, LivesAsLongAsAFieldInIt) {
  BlockMemory memory;
  Field<double> copy;
  {
    const SharedBlock block(100000);
    const Field<double> field("x", 5, 4, 3);
    EXPECT_TRUE(lies_in(field.view().data(), block));
    memory = block.memory();
    copy = field;
  }
  EXPECT_EQ(memory.use_count(), 2);
  Kokkos::deep_copy(copy.view(), 7.0);
  EXPECT_EQ(owned(copy)(2, 4, 2), 7.0);
  copy = {};
  EXPECT_EQ(memory.use_count(), 1);
}

template <class P> struct SharedSolver : testing::Test {};
TYPED_TEST_SUITE(SharedSolver, Precisions, PrecisionNames);

TYPED_TEST(SharedSolver, FitsIntoItsBytesAndDoesTheSame) {
  using P = TypeParam;
  const Problem problem{{Domain::panel, LayerSpacing::graded, test_physics, 6}, 20, 12};
  MultigridOptions options;
  options.levels = 3;
  const oracle::Array f = oracle::random(20, 12, 6, 1);
  const auto cycle = [&] {
    SelfCommunicators<typename P::storage> self;
    Multigrid<P> multigrid(problem.setup(), options, self);
    return owned(multigrid(problem.field_of<P>(f)));
  };
  const oracle::Array alone = cycle();
  const Int64 bytes = Multigrid<P>::bytes(problem.setup(), options);
  const SharedBlock block(bytes + field_bytes<P>(problem.setup()));
  EXPECT_EQ(cycle().values, alone.values);
  EXPECT_GE(Int64(block.taken()), bytes);
}

} // namespace
} // namespace isobar

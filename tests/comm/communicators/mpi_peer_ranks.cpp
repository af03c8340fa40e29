// Memory of peers outlives the halos in it: it is as new for those that come next, and nobody maps it again.
#include "support_transport.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/comm/transport/peer_ranks.hpp>

#include <gtest/gtest.h>

using namespace isobar;

namespace {

PeerPlace place() { return PeerPlace::device; }

struct AddOne {
  std::byte* memory;
  KOKKOS_FUNCTION void operator()(std::size_t n) const {
    memory[n] = std::byte(unsigned(memory[n]) + 1);
  }
};
struct CountOthers {
  const std::byte* memory;
  std::byte value;
  KOKKOS_FUNCTION void operator()(std::size_t n, int& count) const { count += memory[n] != value; }
};
using Bytes = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>;

int others_than(int value, const PeerMemory& memory, int rank) {
  int count = 0;
  Kokkos::parallel_reduce("count", Bytes(0, memory.bytes()),
                          CountOthers{memory.of(rank), std::byte(value)}, count);
  return count;
}

/// Whether each rank has the numbers of its southern and northern neighbours after some exchanges, and all ranks' sum.
bool halos_arrive(const MpiComm& world, const TransportPlan& plan, int nz) {
  const Decomposition d({8, 4 * world.size(), 1, world.size(), ProcessGrid{1, world.size()}},
                        world.rank());
  MpiCommunicators<double> communicators(world, d, nz, plan);
  const Partition p = d.partition();
  const Field<double> field("f", p.nx, p.ny, nz);
  bool good = true;
  for (int n = 1; n <= 3; ++n) {
    Kokkos::deep_copy(field.view(), double(100 * n + world.rank()));
    exchange(communicators.on(0), field);
    const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), field.view());
    const auto row = [&](int j) {
      return host(std::size_t(field.shape().offset), 0, std::size_t(j + 1));
    };
    const int rank = world.rank();
    if (rank > 0) good = good && row(-1) == 100 * n + rank - 1;
    if (rank + 1 < world.size()) good = good && row(p.ny) == 100 * n + rank + 1;
  }
  double ranks = 1.0;
  communicators.on(0).sum({&ranks, 1});
  return good && ranks == world.size();
}

} // namespace

TEST(PeerRanks, GiveMemoryOutAgainOnceItIsLetGo) {
  const MpiComm world(MPI_COMM_WORLD);
  if (!may_be_peers(world)) GTEST_SKIP() << "ranks share a GPU";
  PeerRanks ranks(world);
  const int own = ranks.hosts().own().rank(), next = (own + 1) % ranks.hosts().own().size();
  auto first = ranks.memory(1000, place());
  const auto second = ranks.memory(1000, place());
  EXPECT_NE(first->of(own), second->of(own));
  EXPECT_EQ(others_than(0, *first, next), 0);
  check_mpi(MPI_Barrier(world.get()), "MPI_Barrier");
  Kokkos::parallel_for("add", Bytes(0, 1000), AddOne{first->of(next)});
  Kokkos::fence();
  check_mpi(MPI_Barrier(world.get()), "MPI_Barrier");
  EXPECT_EQ(others_than(1, *first, own), 0);
  const std::byte* const before = first->of(own);
  check_mpi(MPI_Barrier(world.get()), "MPI_Barrier");
  first.reset();
  const auto larger = ranks.memory(2000, place());
  EXPECT_EQ(ranks.made(), 3u);
  const auto again = ranks.memory(500, place());
  EXPECT_EQ(ranks.made(), 3u);
  EXPECT_EQ(again->of(own), before);
  for (int rank = 0; rank < ranks.hosts().own().size(); ++rank)
    EXPECT_EQ(others_than(0, *again, rank), 0);
}

TEST(PeerRanks, AreThoseOfAnotherCommunicator) {
  const MpiComm world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  const PeerRanks ranks(world);
  EXPECT_TRUE(ranks.are_those_of(MpiComm(world)));
  EXPECT_EQ(ranks.are_those_of(self), world.size() == 1);
}

// Halos of other sizes come to lie where flags were before.
TEST(PeerRanks, ServeOneHierarchyAfterTheOther) {
  const MpiComm world(MPI_COMM_WORLD);
  if (world.size() == 1 || !may_be_peers(world)) GTEST_SKIP() << "one rank, or ranks share a GPU";
  for (const int ranks_per_host : {0, 2}) {
    TransportPlan plan(Transport::peer, best_transport(world).between, ranks_per_host);
    plan.peers = std::make_shared<PeerRanks>(world, ranks_per_host);
    EXPECT_TRUE(halos_arrive(world, plan, 9));
    const std::size_t made = plan.peers->made();
    for (const int nz : {3, 9, 1, 5}) EXPECT_TRUE(halos_arrive(world, plan, nz)) << nz;
    EXPECT_EQ(plan.peers->made(), made);
  }
}

// A run's plan brings the ranks along; a plan without them, or of other ranks, makes its own.
TEST(PeerRanks, ComeWithTheChoiceOfATransport) {
  const MpiComm world(MPI_COMM_WORLD);
  if (world.size() == 1 || !may_be_peers(world)) GTEST_SKIP() << "one rank, or ranks share a GPU";
  TransportPlan plan = choose_transport(world, {Transport::peer}).plan;
  ASSERT_NE(plan.peers, nullptr);
  EXPECT_TRUE(halos_arrive(world, plan, 2));
  EXPECT_EQ(plan.peers->made(), 2u); // of halos and of sums
  EXPECT_EQ(plan.peers.use_count(), 1);
  EXPECT_EQ(choose_transport(world, {Transport::staged}).plan.peers, nullptr);
  plan.peers = nullptr;
  EXPECT_TRUE(halos_arrive(world, plan, 2));
}

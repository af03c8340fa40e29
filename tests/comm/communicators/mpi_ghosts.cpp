// Ghosts of vectors distributed by lists: exactly the right numbers move, by every transport.
#include "support_fem_ranks.hpp"
#include "support_transport.hpp"

#include <isobar/comm/communicators/rank_ghosts.hpp>

#include <algorithm>

using namespace isobar;

template <class T> class RankGhostsTest : public testing::Test {
protected:
  std::vector<FemSpace> circle(int levels, int order) const {
    return spaces_of_rank({circle_mesh(), circle_problem(), {levels, order}}, world.rank(),
                          world.size());
  }
  std::vector<FemSpace> blood(int levels, int order) const {
    return spaces_of_rank({vessel_mesh(), blood_problem(), {levels, order}}, world.rank(),
                          world.size());
  }

  MpiComm world{MPI_COMM_WORLD};
};
TYPED_TEST_SUITE(RankGhostsTest, FemNumberTypes, FemNumberNames);

namespace {

/// Vectors whose numbers say whose they are, exchanged through a plan; numbers that are wrong afterwards.
template <class T>
int wrong_numbers(const MpiComm& world, const std::vector<const DistributedNumbers*>& levels,
                  const TransportPlan& plan, int exchanges) {
  RankGhosts<T> ranks(world, levels, plan);
  int wrong = 0;
  for (int round = 0; round < exchanges; ++round)
    for (int level = 0; level < int(levels.size()); ++level) {
      const DistributedNumbers& distributed = *levels[std::size_t(level)];
      Ghosts<T>& ghosts = ranks.on(level);
      EXPECT_GE(ghosts.room(), distributed.ghosts());
      const std::size_t all =
          std::size_t(distributed.owned + ghosts.room()) + 1; // one more, which stays
      const Kokkos::View<T*, MemorySpace> memory("x", all);
      const auto host = Kokkos::create_mirror_view(memory);
      for (std::size_t n = 0; n < all; ++n)
        host(n) = n < std::size_t(distributed.owned) ? T(distributed.ids[n] + round) : T(-1);
      Kokkos::deep_copy(memory, host);
      const Kokkos::View<T*, MemorySpace> x =
          Kokkos::subview(memory, std::pair(std::size_t(0), std::size_t(distributed.owned)));
      if (round % 2 == 0) ghosts.exchange(x);
      else {
        ghosts.start(x);
        ghosts.finish(x);
      }
      Kokkos::deep_copy(host, memory);
      for (std::size_t n = 0; n < distributed.ids.size(); ++n)
        wrong += host(n) != T(distributed.ids[n] + round);
      wrong += host(all - 1) != T(-1);
    }
  ranks.check();
  return wrong;
}

} // namespace

TYPED_TEST(RankGhostsTest, GhostsArriveThroughAllTransports) {
  for (const TransportPlan& plan : all_transports(this->world))
    for (int order : {1, 2}) {
      const auto spaces = this->blood(3, order);
      EXPECT_EQ(wrong_numbers<TypeParam>(this->world, distributed_numbers(spaces), plan, 8), 0)
          << to_string(plan.inside) << ", " << to_string(plan.between);
    }
}

/// Both ends of each message know its length, and nobody has a neighbour that does not know it.
TYPED_TEST(RankGhostsTest, ListsAgreeBetweenNeighbours) {
  const auto spaces = this->blood(3, 2);
  RankGhosts<TypeParam> ranks(this->world, distributed_numbers(spaces), Transport::staged);
  const int size = this->world.size();
  for (int level = 0; level < 3; ++level) {
    std::vector<int> sent(std::size_t(size), 0), to_receive(std::size_t(size), 0);
    int ghosts = 0;
    for (const GhostNeighbour& n : ranks.lists(level).neighbours) {
      sent[std::size_t(n.rank)] = int(n.sent.size());
      EXPECT_EQ(n.first, ghosts);
      ghosts += n.received;
      EXPECT_TRUE(std::ranges::all_of(
          n.sent, [&](int place) { return place >= 0 && place < ranks.lists(level).owned; }));
    }
    EXPECT_EQ(ghosts, ranks.lists(level).ghosts);
    check_mpi(
        MPI_Alltoall(sent.data(), 1, MPI_INT, to_receive.data(), 1, MPI_INT, this->world.get()),
        "MPI_Alltoall");
    for (const GhostNeighbour& n : ranks.lists(level).neighbours)
      EXPECT_EQ(to_receive[std::size_t(n.rank)], n.received);
    EXPECT_EQ(ranks.lists(level).neighbours.empty(), size == 1);
  }
  EXPECT_EQ(ranks.bytes().total() > 0, size > 1);
}

TYPED_TEST(RankGhostsTest, PeerThatDoesNotComeIsAnErrorAndNoHang) {
  if (this->world.size() == 1) GTEST_SKIP() << "one rank exchanges nothing";
  if (!may_be_peers(this->world)) GTEST_SKIP() << "ranks share a GPU";
  const auto spaces = this->circle(3, 1);
  TransportPlan impatient(Transport::peer, Transport::staged);
  impatient.most_looks = 1000;
  RankGhosts<TypeParam> ranks(this->world, distributed_numbers(spaces), impatient);
  EXPECT_NO_THROW(ranks.check());
  if (this->world.rank() == 0) {
    const DistributedNumbers& distributed = spaces.back().distributed();
    ranks.on(0).exchange(vector_with_ghosts<TypeParam>("x", std::size_t(distributed.owned),
                                                       std::size_t(ranks.on(0).room())));
    ExecutionSpace().fence();
    EXPECT_THROW(ranks.check(), EnvironmentError);
  }
  this->world.min(0); // memory stays until all have finished
}

TYPED_TEST(RankGhostsTest, WrongUseIsRefused) {
  const auto spaces = this->circle(3, 1);
  RankGhosts<TypeParam> ranks(this->world, distributed_numbers(spaces), Transport::staged);
  EXPECT_THROW(ranks.on(3), std::invalid_argument);
  EXPECT_THROW(ranks.on(-1), std::invalid_argument);
  const Kokkos::View<TypeParam*, MemorySpace> other("other", 100000);
  EXPECT_THROW(ranks.on(0).start(other), std::logic_error);
}

/// More numbers than a team carries at once, from places all over the vector, and to all other ranks.
TYPED_TEST(RankGhostsTest, LongListsArriveThroughAllTransports) {
  constexpr int owned = 3000, wanted = 1300;
  const int rank = this->world.rank(), size = this->world.size();
  DistributedNumbers numbers;
  numbers.owned = owned;
  for (int n = 0; n < owned; ++n) numbers.ids.push_back(owned * rank + (n * 7) % owned);
  for (int other = 0; other < size; ++other)
    for (int n = 0; other != rank && n < wanted + other; ++n) {
      numbers.ids.push_back(owned * other + 2 * n + rank);
      numbers.owners.push_back(other);
    }
  for (const TransportPlan& plan : all_transports(this->world))
    EXPECT_EQ(wrong_numbers<TypeParam>(this->world, {&numbers}, plan, 4), 0)
        << to_string(plan.inside) << ", " << to_string(plan.between);
}

/// Rank 0 owns what all others read, and reads nothing: it may not run ahead of them. The others own nothing.
TYPED_TEST(RankGhostsTest, NumbersOfOneRankArriveThroughAllTransports) {
  DistributedNumbers numbers;
  for (int id = 0; id < 5; ++id) numbers.ids.push_back(id);
  if (this->world.rank() == 0) numbers.owned = 5;
  else numbers.owners.assign(5, 0);
  for (const TransportPlan& plan : all_transports(this->world))
    EXPECT_EQ(wrong_numbers<TypeParam>(this->world, {&numbers}, plan, 300), 0)
        << to_string(plan.inside) << ", " << to_string(plan.between);
}

namespace {

/// The line that all ranks get for these numbers.
std::string refusal(const MpiComm& comm, const DistributedNumbers& numbers) {
  try {
    ghost_lists(comm, numbers);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

} // namespace

TEST(GhostLists, OfNumbersThatDoNotFitAreRefusedOnAllRanks) {
  const MpiComm world(MPI_COMM_WORLD);
  if (world.size() == 1) GTEST_SKIP() << "one rank has no ghosts";
  const int rank = world.rank();
  const DistributedNumbers good{1, {rank, rank == 0 ? 1 : 0}, {rank == 0 ? 1 : 0}};
  EXPECT_EQ(refusal(world, good), "");
  const auto expect = [&](const DistributedNumbers& of_last, const std::string& what) {
    const std::string line = refusal(world, rank == world.size() - 1 ? of_last : good);
    EXPECT_NE(line.find(what), std::string::npos) << line;
  };
  expect({1, {rank}, {0}}, "and ids of 1");
  expect({1, {rank, 0}, {rank}}, "belongs to rank");
  expect({1, {rank, 0}, {world.size()}}, "belongs to rank");
  expect({1, {rank, 99}, {0}}, "takes number 99 for one of rank 0, which does not own it");
}

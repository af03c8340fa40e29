// Which way halos take, with ranks.
#include "support_transport.hpp"

#include <gtest/gtest.h>

using namespace isobar;

TEST(TransportChoice, IsTheSameOnAllRanks) {
  const MpiComm world(MPI_COMM_WORLD);
  for (const auto& way : {std::optional<Transport>{}, {Transport::staged}}) {
    const TransportChoice choice = choose_transport(world, {way});
    for (const int transport : {int(choice.plan.inside), int(choice.plan.between)}) {
      EXPECT_EQ(world.min(transport), transport);
      EXPECT_EQ(world.min(-transport), -transport);
    }
    EXPECT_FALSE(choice.reason.empty());
    if (on_host && world.size() > 1 && !way) { // nothing to measure with
      EXPECT_EQ(choice.reason, "device: MPI's messages");
      EXPECT_EQ(choice.plan, TransportPlan(Transport::device));
    }
  }
}

TEST(TransportChoice, MeasuresEveryPlanAlikeOnAllRanks) {
  const MpiComm world(MPI_COMM_WORLD);
  const Decomposition d({32, 32, 2, world.size(), {}}, world.rank());
  const std::vector<TransportPlan> plans = all_transports(world);
  const std::vector<double> times = exchange_times(world, {d, 3}, plans);
  ASSERT_EQ(times.size(), plans.size());
  for (const double t : times) {
    EXPECT_GT(t, 0.0);
    double most = t;
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, world.get()),
              "MPI_Allreduce");
    EXPECT_EQ(t, most);
  }
}

TEST(TransportChoice, MeasuresWhatWorksAndTakesOneOfIt) {
  const MpiComm world(MPI_COMM_WORLD);
  if (world.size() == 1) GTEST_SKIP() << "one rank needs none";
  const Decomposition d({32, 32, 2, world.size(), {}}, world.rank());
  const TransportChoice choice = choose_transport(world, {}, {{d, 3}});
  EXPECT_NE(choice.reason.find(to_string(choice.plan.inside)), std::string::npos);
  if (may_be_peers(world)) {
    EXPECT_NE(choice.reason.find("us (peer)"), std::string::npos) << choice.reason;
  }
  if (may_use_nccl(world) && !on_host && !may_be_peers(world)) {
    EXPECT_NE(choice.reason.find("us (nccl)"), std::string::npos) << choice.reason;
  }
  EXPECT_EQ(choice.plan.nccl != nullptr, choice.plan.takes(Transport::nccl));
}

TEST(TransportChoice, TakesNcclWhereItIsAskedFor) {
  const MpiComm world(MPI_COMM_WORLD);
  if (!may_use_nccl(world)) GTEST_SKIP() << no_nccl;
  const TransportChoice choice = choose_transport(world, {Transport::nccl});
  EXPECT_EQ(choice.reason, "nccl: asked for, and the self-test passed");
  EXPECT_TRUE(choice.plan.inside == Transport::nccl && choice.plan.between == Transport::nccl);
  EXPECT_NE(choice.plan.nccl, nullptr);
}

TEST(TransportChoice, FindsNoFaultInWaysThatWork) {
  const MpiComm world(MPI_COMM_WORLD);
  for (const TransportPlan& plan : all_transports(world))
    EXPECT_EQ(transport_problem(world, plan), "") << to_string(plan.inside);
}

TEST(TransportChoice, SaysWhyThereIsNoNccl) {
  const MpiComm world(MPI_COMM_WORLD);
  if (world.size() == 1 || may_use_nccl(world)) GTEST_SKIP() << "nothing to say";
  try {
    choose_transport(world, {Transport::nccl});
    ADD_FAILURE() << "no error";
  } catch (const TransportError& error) {
    const std::string text = error.what();
    EXPECT_EQ(text.find("--transport nccl was asked for, but "), 0U) << text;
    EXPECT_NE(text.find(on_host ? "NCCL is for GPUs" : "NCCL"), std::string::npos) << text;
  }
}

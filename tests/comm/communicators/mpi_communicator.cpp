#include "support_transport.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/comm/transport/device.hpp>
#include <isobar/comm/transport/gpu_aware.hpp>
#include <isobar/core/columns/multigrid.hpp>
#include <isobar/core/columns/pcg.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

using namespace isobar;

namespace {

/// Returns the text of what a call throws, or "".
template <class E, class F> std::string error_of(const F& call) {
  try {
    call();
  } catch (const E& e) {
    return e.what();
  }
  return "";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

MpiCommunicators<double> make_communicators(const MpiComm& world) {
  return {world, Decomposition({12, 12, 1, world.size(), {}}, world.rank()), 2,
          best_transport(world)};
}

} // namespace

TEST(MpiCommunicatorSum, AddsAllValuesOverAllRanks) {
  const MpiComm world(MPI_COMM_WORLD);
  auto communicators = make_communicators(world);
  Communicator<double>& communicator = communicators.on(0);
  std::vector<double> values = {1.0, double(world.rank()), -0.5};
  communicator.sum(values);
  const int n = world.size();
  EXPECT_EQ(values, (std::vector<double>{double(n), n * (n - 1) / 2.0, -0.5 * n}));
}

TEST(MpiCommunicatorSum, IsTheSameToTheLastBitOnAllRanks) {
  const MpiComm world(MPI_COMM_WORLD);
  auto communicators = make_communicators(world);
  Communicator<double>& communicator = communicators.on(0);
  for (int count : {1, 2, 100}) {
    std::vector<double> values(std::size_t(count), 0.0);
    // Terms of mixed size and sign, so that another order of adding gives other digits.
    for (int n = 0; n < count; ++n)
      values[std::size_t(n)] =
          std::sin(1.0 + 7 * world.rank() + n) * std::pow(10.0, world.rank() % 4);
    communicator.sum(values);
    std::vector<double> of_first = values;
    check_mpi(MPI_Bcast(of_first.data(), count, MPI_DOUBLE, 0, world.get()), "MPI_Bcast");
    EXPECT_EQ(std::memcmp(values.data(), of_first.data(), sizeof(double) * std::size_t(count)), 0);
  }
}

TEST(MpiCommunicatorSum, PassesNanOn) {
  const MpiComm world(MPI_COMM_WORLD);
  auto communicators = make_communicators(world);
  Communicator<double>& communicator = communicators.on(0);
  double value = world.rank() == world.size() - 1 ? std::nan("") : 1.0;
  communicator.sum({&value, 1});
  EXPECT_TRUE(std::isnan(value));
}

TEST(MpiCommunicatorSetup, RejectsTheDecompositionOfAnotherRun) {
  const MpiComm world(MPI_COMM_WORLD);
  const Decomposition other({12, 12, 1, world.size() + 1, {}}, world.rank());
  EXPECT_TRUE(contains(error_of<DecompositionError>(
                           [&] { MpiCommunicators<double>(world, other, 2, Transport::device); }),
                       "a decomposition for rank"));
}

TEST(MpiCommunicatorSetup, RefusesSolversOfAnotherGrid) {
  const MpiComm world(MPI_COMM_WORLD);
  const auto refusal = [&](int made_for, int levels) {
    const Decomposition d({16, 16, made_for, world.size(), {}}, world.rank());
    MpiCommunicators<double> communicators(world, d, 2, best_transport(world));
    MultigridOptions options;
    options.levels = levels;
    const GridSetup setup{
        {Domain::flat, LayerSpacing::uniform, {0.01, 0.01, 0.1}, 3}, d.partition(), {}};
    return error_of<std::invalid_argument>(
        [&] { Multigrid<Double>(setup, options, communicators); });
  };
  // Communicators are made by all ranks together, so each refusal is asked for once. Where parts are odd,
  // they are met first.
  const std::string level = refusal(1, 2), fields = refusal(1, 1);
  EXPECT_TRUE(contains(level, "level 1 is asked for of a decomposition with levels 0 to 0") ||
              contains(level, "a decomposition made for as many levels"))
      << level;
  EXPECT_TRUE(contains(fields, "do not fit the communicator of their level")) << fields;
}

TEST(MpiCommunicatorSetup, RefusesCgOfAnotherGrid) {
  const MpiComm world(MPI_COMM_WORLD);
  const Decomposition d({16, 16, 1, world.size(), {}}, world.rank());
  MpiCommunicators<double> communicators(world, d, 2, best_transport(world));
  const GridSetup setup{
      {Domain::flat, LayerSpacing::uniform, {0.01, 0.01, 0.1}, 3}, d.partition(), {}};
  const auto grid = make_grid<Double>(setup);
  const auto refusal = [](const auto& make) { return error_of<std::invalid_argument>(make); };
  for (const std::string& text :
       {refusal([&] { FusedPcg<Double>(grid, communicators.on(0)); }), refusal([&] {
          StandardPcg<Double>(grid, communicators.on(0), ColumnPreconditioner<Double>(grid));
        })})
    EXPECT_TRUE(contains(text, "do not fit the communicator of their level")) << text;
}

TEST(CheckedMpi, FailingCallIsReportedByName) {
  const MpiComm world(MPI_COMM_WORLD);
  const std::string text = error_of<MpiError>([&] {
    const int value = 0;
    check_mpi(MPI_Send(&value, 1, MPI_INT, world.size() + 3, 0, world.get()), "MPI_Send");
  });
  EXPECT_TRUE(contains(text, "MPI_Send failed: ")) << text;
  EXPECT_TRUE(contains(text, "rank")) << text;
}

TEST(CheckedMpi, FirstTextIsThatOfTheLowestRankThatHasOne) {
  const MpiComm world(MPI_COMM_WORLD);
  const int last = world.size() - 1;
  EXPECT_EQ(world.first_text(""), "");
  EXPECT_EQ(world.first_text(world.rank() == last ? "far away" : ""), "far away");
  EXPECT_EQ(world.first_text("rank " + std::to_string(world.rank())), "rank 0");
}

TEST(CheckedMpi, NodeHasThisRank) {
  const MpiComm world(MPI_COMM_WORLD);
  const MpiComm node = world.node();
  EXPECT_GE(node.size(), 1);
  EXPECT_LE(node.size(), world.size());
  EXPECT_EQ(world.min(10 + world.rank()), 10);
}

TEST(GpuAware, SelfTestPassesWhereMpiKnowsTheMemory) {
  const MpiComm world(MPI_COMM_WORLD);
  if (!on_host) GTEST_SKIP() << "may crash with an MPI that does not know device memory";
  EXPECT_TRUE(device_messages_arrive(world));
}

void expect_sums_to_the_last_bit(const MpiComm& world, const TransportPlan& transport) {
  const Decomposition d({16, 16, 1, world.size(), {}}, world.rank());
  MpiCommunicators<double> communicators(world, d, 2, transport);
  ASSERT_TRUE(communicators.on(0).sums_on_device());
  const CgScalars scalars;
  for (int n = 0; n < 100; ++n) {
    scalars.host().sums = {0.1 * (world.rank() + 1) + n, 1e-3 * n};
    scalars.to_device();
    communicators.on(0).sum_on_device(scalars.device(), CgStep::none);
    const Sums found = scalars.to_host().sums;
    Sums expected;
    for (int r = 0; r < world.size(); ++r) expected += {0.1 * (r + 1) + n, 1e-3 * n};
    EXPECT_EQ(found.first, expected.first);
    EXPECT_EQ(found.second, expected.second);
  }
}

// The sums of a rank that is alone among peers, and of many, in the order of the ranks.
TEST(DeviceSums, AreThoseOfAllPeersToTheLastBit) {
  const MpiComm world(MPI_COMM_WORLD);
  if (world.size() == 1 || !may_be_peers(world)) GTEST_SKIP() << "no peers";
  expect_sums_to_the_last_bit(world, {Transport::peer, Transport::staged});
}
TEST(DeviceSums, AreThoseOfAllRanksThroughNccl) {
  const MpiComm world(MPI_COMM_WORLD);
  if (!may_use_nccl(world)) GTEST_SKIP() << no_nccl;
  expect_sums_to_the_last_bit(world, Transport::nccl);
}

TEST(GpuAware, LibraryAnswers) {
#if defined(OPEN_MPI) || defined(MPICH)
  EXPECT_NE(gpu_mpi_hint().answer, GpuMpiHint::Answer::unknown) << gpu_mpi_hint().text;
#endif
  EXPECT_FALSE(gpu_mpi_hint().text.empty());
}

TEST(Device, OneForEachRankOrAWarning) {
  const MpiComm world(MPI_COMM_WORLD);
  const DeviceSelection s = select_device(world);
  EXPECT_EQ(s.ranks_on_device > 1, !s.warning.empty());
  if (on_host) {
    EXPECT_EQ(s.device, -1);
  } else {
    EXPECT_GE(s.device, 0);
  }
}

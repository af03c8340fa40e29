// A host's tests see a device's queue: numbers that have not left, results that have not arrived.
#include "support_device.hpp"

#include <isobar/core/base/device_array.hpp>
#include <isobar/core/base/pinned_number.hpp>
#include <isobar/core/multigrid/cg_state.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace isobar {
namespace {

void store(int* place, int number) {
  Kokkos::parallel_for("store", Kokkos::RangePolicy<ExecutionSpace>(0, 1), Store{place, number});
}

struct SetAlpha {
  CgState* state;
  KOKKOS_FUNCTION void operator()(int) const { state->alpha = 7.0; }
};

struct EmulatedQueueOfHosts : testing::Test {
  void SetUp() override {
    if (!EmulatedQueue::is_on()) GTEST_SKIP() << "a device has a queue of its own";
  }
};

TEST(ToDevice, IsGatheredByABatchWhereverTestsRun) {
  const Numbers numbers = on_device("numbers", std::vector<int>{1, 2, 3});
  EXPECT_EQ(contents(numbers), std::vector<int>({1, 2, 3})); // no batch
  CopyBatch::around([&] {
    to_device({4, 5, 6}, numbers);
    EXPECT_EQ(contents(numbers), std::vector<int>({1, 2, 3}));
  });
  EXPECT_EQ(contents(numbers), std::vector<int>({4, 5, 6}));
}

// Bytes that are no whole words, and more numbers than the staging memory holds, do not wait for the batch.
TEST(ToDevice, TakesNumbersOfAnySize) {
  const Kokkos::View<unsigned char*, MemorySpace> bytes =
      on_device("bytes", std::vector<unsigned char>{1, 2, 3});
  const std::vector<int> many(StagingRing::of_process().most() / sizeof(int) + 1, 5);
  const Numbers numbers("numbers", many.size());
  to_device(std::vector<int>(), Numbers("none", 0));
  CopyBatch::around([&] {
    to_device({4, 5, 6}, bytes);
    to_device(many, numbers);
    EXPECT_EQ(contents(numbers), many);
  });
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), bytes);
  EXPECT_EQ(host(2), 6);
}

TEST_F(EmulatedQueueOfHosts, ShowsPinnedNumbersAfterAWait) {
  const PinnedNumber<int> number(3), copy = number;
  store(number.data(), 7);
  EXPECT_EQ(number(), 3);
  EXPECT_EQ(number.so_far(), 7);
  const PinnedNumber<int> other(4); // shows itself alone
  EXPECT_EQ(other(), 4);
  EXPECT_EQ(copy(), 3);
  wait_for_device();
  EXPECT_EQ(number(), 7);
  EXPECT_EQ(copy(), 7);
}

// A mark that was set before the launch is passed by a wait before it.
TEST_F(EmulatedQueueOfHosts, ShowsNothingForAMarkThatWasSetTooEarly) {
  const PinnedNumber<int> number(3);
  const DeviceMark early = DeviceMark::here();
  wait_for_device();
  store(number.data(), 7);
  early.wait();
  EXPECT_EQ(number(), 3);
  DeviceMark::here().wait();
  EXPECT_EQ(number(), 7);
}

TEST_F(EmulatedQueueOfHosts, KeepsCgScalarsOfTheHostApart) {
  const CgScalars scalars;
  scalars.begin({1e-3}, 2.0);
  Kokkos::parallel_for("alpha", Kokkos::RangePolicy<ExecutionSpace>(0, 1),
                       SetAlpha{scalars.device()});
  EXPECT_EQ(scalars.host().alpha, 2.0);
  EXPECT_EQ(scalars.to_host().alpha, 7.0);
}

} // namespace
} // namespace isobar

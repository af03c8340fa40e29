// Means that save a host's waits for its device. They are marks that one wait passes, numbers that
// go there through pinned memory, and numbers that it leaves in pinned memory.
#include "support_device.hpp"

#include <isobar/core/base/pinned_number.hpp>
#include <isobar/core/base/staging_ring.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <stdexcept>
#include <vector>

namespace isobar {
namespace {

TEST(DeviceMark, IsPassedByAWaitThatBeginsBehindIt) {
  const DeviceMark first = DeviceMark::here(), second = DeviceMark::here();
  EXPECT_FALSE(first.passed());
  first.wait();
  EXPECT_TRUE(first.passed());
  EXPECT_TRUE(second.passed()); // the same wait
  const DeviceMark third = DeviceMark::here();
  EXPECT_FALSE(third.passed());
  second.wait(); // none
  EXPECT_FALSE(third.passed());
  wait_for_device();
  EXPECT_TRUE(third.passed());
  EXPECT_TRUE(DeviceMark().passed());
}

TEST(StagingRing, CopiesNumbersThatMayChangeAtOnce) {
  StagingRing ring(512);
  std::vector<Numbers> copies;
  for (int n = 0; n < 20; ++n) { // round the ring several times
    std::vector<int> numbers(std::size_t(1 + n), 100 * n);
    numbers.back() = n;
    copies.emplace_back("copy", numbers.size());
    ring.copy(numbers.data(), numbers.size() * sizeof(int), copies.back().data());
    numbers.assign(numbers.size(), -1);
  }
  for (int n = 0; n < 20; ++n) {
    std::vector<int> expected(std::size_t(1 + n), 100 * n);
    expected.back() = n;
    EXPECT_EQ(contents(copies[std::size_t(n)]), expected);
  }
}

// Four pieces of 64 bytes, two in each half.
TEST(StagingRing, WaitsOnlyForAHalfThatTheDeviceMayNotHaveRead) {
  StagingRing ring(256);
  const Numbers target("target", 16);
  const std::vector<int> numbers(16, 1);
  const auto copy = [&] { ring.copy(numbers.data(), 64, target.data()); };
  const DeviceMark begin = DeviceMark::here();
  for (int n = 0; n < 4; ++n) copy();
  EXPECT_FALSE(begin.passed());
  copy(); // where the first one was
  EXPECT_TRUE(begin.passed());
  copy();
  wait_for_device(); // for another reason
  const DeviceMark later = DeviceMark::here();
  copy(); // where the third one was
  EXPECT_FALSE(later.passed());
}

TEST(StagingRing, RefusesWhatDoesNotFit) {
  StagingRing ring(256);
  const Numbers target("target", 64);
  const std::vector<int> numbers(64, 1);
  EXPECT_EQ(ring.most(), 128u);
  EXPECT_THROW(ring.copy(numbers.data(), 132, target.data()), std::logic_error);
}

TEST(PinnedNumber, IsWrittenByKernelsAndSharedByItsCopies) {
  const PinnedNumber<int> number(3), other(4), copy = number;
  EXPECT_EQ(number(), 3);
  Kokkos::parallel_for("store", Kokkos::RangePolicy<ExecutionSpace>(0, 1), Store{number.data(), 7});
  DeviceMark::here().wait();
  EXPECT_EQ(copy(), 7);
  EXPECT_EQ(other(), 4);
}

// A kernel may write to a place whose number is gone; it is not given out before there are no others.
TEST(PinnedNumber, PlacesThatWereLeftAreTakenLast) {
  std::set<const int*> seen;
  for (int n = 0; n < 100; ++n) EXPECT_TRUE(seen.insert(PinnedNumber<int>(n).data()).second);
}

} // namespace
} // namespace isobar

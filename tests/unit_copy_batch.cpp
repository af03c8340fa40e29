// Small copies that go to the device together, and launches that read them. What to_device leaves to a batch on a device is
// handed to it here, so that hosts run the same.
#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/base/device_mark.hpp>
#include <isobar/core/base/staging_ring.hpp>

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace isobar {
namespace {

using Numbers = Kokkos::View<int*, MemorySpace>;

std::vector<int> contents(const Numbers& numbers) {
  std::vector<int> all(numbers.size());
  Kokkos::deep_copy(Kokkos::View<int*, HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                        all.data(), all.size()),
                    numbers);
  return all;
}

bool take(const std::vector<int>& numbers, const Numbers& to) {
  return CopyBatch::take(numbers.data(), numbers.size() * sizeof(int), to.data());
}

struct Double {
  const int* from;
  int* to;
  KOKKOS_FUNCTION void operator()(int n) const { to[n] = 2 * from[n]; }
};

// More pieces than a launch takes, of several lengths; the numbers change before they are sent.
TEST(CopyBatch, TakesAllNumbersToTheirPlaces) {
  constexpr int count = 75;
  std::vector<Numbers> places;
  CopyBatch batch;
  for (int n = 0; n < count; ++n) {
    std::vector<int> numbers(std::size_t(1 + 7 * n), n);
    numbers.back() = -n;
    places.emplace_back("place", numbers.size());
    ASSERT_TRUE(take(numbers, places.back()));
    numbers.assign(numbers.size(), 1000);
  }
  batch.send();
  for (int n = 0; n < count; ++n) {
    std::vector<int> expected(std::size_t(1 + 7 * n), n);
    expected.back() = -n;
    EXPECT_EQ(contents(places[std::size_t(n)]), expected);
  }
}

TEST(CopyBatch, LaunchesBehindTheCopiesAndInOrder) {
  const Numbers numbers("numbers", 3), doubled("doubled", 3), again("again", 3);
  const auto twice = [](const Numbers& from, const Numbers& to) {
    CopyBatch::launch([from, to] {
      Kokkos::parallel_for("double", Kokkos::RangePolicy<ExecutionSpace>(0, 3),
                           Double{from.data(), to.data()});
    });
  };
  CopyBatch batch;
  twice(numbers, doubled); // before what it reads is there
  twice(doubled, again);
  ASSERT_TRUE(take({1, 2, 3}, numbers));
  EXPECT_EQ(contents(again), std::vector<int>({0, 0, 0}));
  batch.send();
  EXPECT_EQ(contents(again), std::vector<int>({4, 8, 12}));
}

TEST(CopyBatch, IsSentByAWait) {
  const Numbers numbers("numbers", 2);
  CopyBatch batch;
  ASSERT_TRUE(take({5, 6}, numbers));
  DeviceMark::here().wait();
  EXPECT_EQ(contents(numbers), std::vector<int>({5, 6}));
}

TEST(CopyBatch, GoesBeforeACopyThatIsMadeAtOnce) {
  const Numbers numbers("numbers", 2);
  const std::vector<int> later{7, 8};
  CopyBatch batch;
  ASSERT_TRUE(take({5, 6}, numbers));
  StagingRing::of_process().copy(later.data(), 2 * sizeof(int), numbers.data());
  batch.send();
  EXPECT_EQ(contents(numbers), later);
}

TEST(CopyBatch, WithinAnotherSendsForBoth) {
  const Numbers first("first", 1), second("second", 1), third("third", 1);
  CopyBatch outer;
  ASSERT_TRUE(take({1}, first));
  {
    CopyBatch inner;
    ASSERT_TRUE(take({2}, second));
    inner.send();
  }
  EXPECT_EQ(contents(first), std::vector<int>({1}));
  EXPECT_EQ(contents(second), std::vector<int>({2}));
  ASSERT_TRUE(take({3}, third)); // the outer one goes on
  outer.send();
  EXPECT_EQ(contents(third), std::vector<int>({3}));
}

TEST(CopyBatch, DropsWhatAnExceptionLeft) {
  const Numbers numbers("numbers", 1);
  bool launched = false;
  const auto failing = [&] {
    CopyBatch batch;
    EXPECT_TRUE(take({1}, numbers));
    CopyBatch::launch([&] { launched = true; });
    throw std::runtime_error("in the middle");
  };
  EXPECT_THROW(failing(), std::runtime_error);
  CopyBatch::send();
  EXPECT_FALSE(launched);
  EXPECT_EQ(contents(numbers), std::vector<int>({0}));
}

TEST(CopyBatch, TakesNothingThatItCannotCarry) {
  const Numbers numbers("numbers", 4);
  EXPECT_FALSE(take({1}, numbers)); // no batch
  const CopyBatch batch;
  const std::vector<int> many(StagingRing::of_process().most() / sizeof(int) + 1);
  EXPECT_FALSE(take(many, numbers));
  EXPECT_FALSE(CopyBatch::take(many.data(), 7, numbers.data())); // no whole words
  auto* const bytes = reinterpret_cast<std::byte*>(numbers.data());
  EXPECT_FALSE(CopyBatch::take(many.data(), 4, bytes + 2));
  EXPECT_TRUE(take({1}, numbers));
}

// As much as the staging memory holds, and more.
TEST(CopyBatch, SendsBeforeItIsFull) {
  const std::size_t most = StagingRing::of_process().most() / sizeof(int);
  const std::vector<int> many(most - 8, 4), few(64, 5);
  const Numbers first("first", many.size()), second("second", few.size());
  CopyBatch batch;
  ASSERT_TRUE(take(many, first));
  ASSERT_TRUE(take(few, second));
  EXPECT_EQ(contents(first), many);
  EXPECT_EQ(contents(second), std::vector<int>(64, 0));
  batch.send();
  EXPECT_EQ(contents(second), few);
}

} // namespace
} // namespace isobar

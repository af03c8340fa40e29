// Small copies that go to the device together, and launches that read them.
#include "support_device.hpp"

#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/base/device_mark.hpp>
#include <isobar/core/base/staging_ring.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace isobar {
namespace {

bool take(const std::vector<int>& numbers, const Numbers& to) {
  return CopyBatch::take(numbers.data(), numbers.size() * sizeof(int), to.data());
}

struct Doubling {
  const int* from;
  int* to;
  KOKKOS_FUNCTION void operator()(int n) const { to[n] = 2 * from[n]; }
};

void launch_doubling(const Numbers& from, const Numbers& to) {
  Kokkos::parallel_for("double", Kokkos::RangePolicy<ExecutionSpace>(0, int(to.size())),
                       Doubling{from.data(), to.data()});
}

// More pieces than a launch takes, of several lengths; the numbers change before they are sent.
TEST(CopyBatch, TakesAllNumbersToTheirPlaces) {
  constexpr int count = 150;
  std::vector<Numbers> places;
  CopyBatch::around([&] {
    for (int n = 0; n < count; ++n) {
      std::vector<int> numbers(std::size_t(1 + 7 * n), n);
      numbers.back() = -n;
      places.emplace_back("place", numbers.size());
      ASSERT_TRUE(take(numbers, places.back()));
      numbers.assign(numbers.size(), 1000);
    }
  });
  for (int n = 0; n < count; ++n) {
    std::vector<int> expected(std::size_t(1 + 7 * n), n);
    expected.back() = -n;
    EXPECT_EQ(contents(places[std::size_t(n)]), expected);
  }
}

TEST(CopyBatch, SendsAtItsEndAndReturnsWhatTheWorkReturns) {
  const Numbers numbers("numbers", 2);
  const int result = CopyBatch::around([&] {
    EXPECT_TRUE(take({5, 6}, numbers));
    EXPECT_EQ(contents(numbers), std::vector<int>({0, 0}));
    return 7;
  });
  EXPECT_EQ(result, 7);
  EXPECT_EQ(contents(numbers), std::vector<int>({5, 6}));
}

// A kernel that is launched before its numbers are sent reads the old ones.
TEST(CopyBatch, LeavesOldNumbersToKernelsThatAreLaunchedTooEarly) {
  const Numbers numbers("numbers", 2), doubled("doubled", 2);
  CopyBatch::around([&] {
    ASSERT_TRUE(take({5, 6}, numbers));
    launch_doubling(numbers, doubled);
  });
  EXPECT_EQ(contents(numbers), std::vector<int>({5, 6}));
  EXPECT_EQ(contents(doubled), std::vector<int>({0, 0}));
}

TEST(CopyBatch, LaunchesBehindTheCopiesAndInOrder) {
  const Numbers numbers("numbers", 3), doubled("doubled", 3), again("again", 3);
  CopyBatch::around([&] {
    ASSERT_TRUE(take({1, 2, 3}, numbers));
    CopyBatch::launch([&] { launch_doubling(numbers, doubled); });
    CopyBatch::launch([&] { launch_doubling(doubled, again); });
    EXPECT_EQ(contents(again), std::vector<int>({0, 0, 0}));
  });
  EXPECT_EQ(contents(again), std::vector<int>({4, 8, 12}));
}

/// Launches that join if their letters are equal. Each send leaves a word.
class Letters final : public GatheredLaunch {
public:
  Letters(char letter, std::vector<std::string>& words) : word_(1, letter), words_(words) {}
  bool join(GatheredLaunch& later) override {
    auto* const other = dynamic_cast<Letters*>(&later);
    if (other == nullptr || other->word_[0] != word_[0] || word_.size() == 3) return false;
    word_ += other->word_;
    return true;
  }
  void launch() override { words_.push_back(word_); }

private:
  std::string word_;
  std::vector<std::string>& words_;
};

TEST(CopyBatch, JoinsLaunches) {
  std::vector<std::string> words;
  const auto launch = [&](const std::string& letters) {
    for (const char letter : letters) CopyBatch::launch(std::make_unique<Letters>(letter, words));
  };
  CopyBatch::around([&] {
    launch("aba");
    CopyBatch::launch([&] { words.emplace_back("function"); });
    launch("aabb");
    EXPECT_TRUE(words.empty());
  });
  EXPECT_EQ(words, std::vector<std::string>({"aaa", "bbb", "function", "a"}));
  launch("aa"); // without a batch there is nothing to join
  EXPECT_EQ(std::vector<std::string>(words.begin() + 4, words.end()),
            std::vector<std::string>({"a", "a"}));
}

// A launch of the outer batch does not keep what an exception has dropped with the inner one.
TEST(CopyBatch, DropsLaunchesThatWouldHaveJoined) {
  std::vector<std::string> words;
  const auto failing = [&] {
    CopyBatch::launch(std::make_unique<Letters>('a', words));
    throw std::runtime_error("in the middle");
  };
  CopyBatch::around([&] {
    CopyBatch::launch(std::make_unique<Letters>('a', words));
    EXPECT_THROW(CopyBatch::around(failing), std::runtime_error);
  });
  EXPECT_EQ(words, std::vector<std::string>({"a"}));
}

TEST(CopyBatch, IsSentByAWait) {
  const Numbers numbers("numbers", 2);
  CopyBatch::around([&] {
    ASSERT_TRUE(take({5, 6}, numbers));
    DeviceMark::here().wait();
    EXPECT_EQ(contents(numbers), std::vector<int>({5, 6}));
  });
}

TEST(CopyBatch, GoesBeforeACopyThatIsMadeAtOnce) {
  const Numbers numbers("numbers", 2);
  const std::vector<int> later{7, 8};
  CopyBatch::around([&] {
    ASSERT_TRUE(take({5, 6}, numbers));
    StagingRing::of_process().copy(later.data(), 2 * sizeof(int), numbers.data());
  });
  EXPECT_EQ(contents(numbers), later);
}

// Pieces of one kernel are in no order, so what is older is sent before.
TEST(CopyBatch, LeavesTheLastOfSeveralNumbersInOnePlace) {
  const Numbers numbers("numbers", 3);
  const Numbers middle = Kokkos::subview(numbers, std::pair(1, 2));
  CopyBatch::around([&] {
    ASSERT_TRUE(take({1, 2, 3}, numbers));
    ASSERT_TRUE(take({4}, middle));
    EXPECT_EQ(contents(numbers), std::vector<int>({1, 2, 3}));
  });
  EXPECT_EQ(contents(numbers), std::vector<int>({1, 4, 3}));
}

TEST(CopyBatch, WithinAnotherIsSentWithIt) {
  const Numbers first("first", 1), second("second", 1), third("third", 1);
  CopyBatch::around([&] {
    ASSERT_TRUE(take({1}, first));
    CopyBatch::around([&] { ASSERT_TRUE(take({2}, second)); });
    EXPECT_EQ(contents(second), std::vector<int>({0}));
    CopyBatch::send();
    EXPECT_EQ(contents(first), std::vector<int>({1}));
    EXPECT_EQ(contents(second), std::vector<int>({2}));
    ASSERT_TRUE(take({3}, third)); // the outer one goes on
  });
  EXPECT_EQ(contents(third), std::vector<int>({3}));
}

TEST(CopyBatch, DropsWhatAnExceptionLeft) {
  const Numbers numbers("numbers", 1);
  bool launched = false;
  const auto failing = [&] {
    CopyBatch::around([&] {
      EXPECT_TRUE(take({1}, numbers));
      CopyBatch::launch([&] { launched = true; });
      throw std::runtime_error("in the middle");
    });
  };
  EXPECT_THROW(failing(), std::runtime_error);
  CopyBatch::send();
  EXPECT_FALSE(launched);
  EXPECT_EQ(contents(numbers), std::vector<int>({0}));
}

// The numbers of an inner batch may belong to memory that its exception has freed; those of the outer one do not.
TEST(CopyBatch, DropsOnlyWhatAnInnerExceptionLeft) {
  for (const bool sent_between : {false, true}) {
    const Numbers outer("outer", 1), inner("inner", 1), later("later", 1);
    bool launched = false, dropped = true;
    const auto failing = [&] {
      if (sent_between) CopyBatch::send();
      ASSERT_TRUE(take({2}, inner));
      CopyBatch::launch([&] { dropped = false; });
      throw std::runtime_error("in the middle");
    };
    CopyBatch::around([&] {
      ASSERT_TRUE(take({1}, outer));
      CopyBatch::launch([&] { launched = true; });
      EXPECT_THROW(CopyBatch::around(failing), std::runtime_error);
      ASSERT_TRUE(take({3}, later));
    });
    EXPECT_EQ(contents(outer), std::vector<int>({1}));
    EXPECT_EQ(contents(inner), std::vector<int>({0}));
    EXPECT_EQ(contents(later), std::vector<int>({3}));
    EXPECT_TRUE(launched);
    EXPECT_TRUE(dropped);
  }
}

// As a launch that fails does; the next batch is sent again.
TEST(CopyBatch, PassesOnWhatASendThrows) {
  const Numbers first("first", 1), second("second", 1);
  const auto failing = [&] {
    CopyBatch::around([&] {
      ASSERT_TRUE(take({1}, first));
      CopyBatch::launch([] { throw std::runtime_error("no launch"); });
    });
  };
  EXPECT_THROW(failing(), std::runtime_error);
  EXPECT_FALSE(take({2}, second)); // no batch is left
  CopyBatch::around([&] { ASSERT_TRUE(take({2}, second)); });
  EXPECT_EQ(contents(second), std::vector<int>({2}));
}

// Numbers that a launch gathers while its batch is being sent go with the next one.
TEST(CopyBatch, KeepsWhatIsGatheredWhileItIsSent) {
  const Numbers numbers("numbers", 1), later("later", 1);
  CopyBatch::around([&] {
    ASSERT_TRUE(take({1}, numbers));
    CopyBatch::launch([&] { ASSERT_TRUE(take({2}, later)); });
    CopyBatch::send();
    EXPECT_EQ(contents(later), std::vector<int>({0}));
  });
  EXPECT_EQ(contents(later), std::vector<int>({2}));
}

TEST(CopyBatch, TakesNothingThatItCannotCarry) {
  const Numbers numbers("numbers", 4);
  EXPECT_FALSE(take({1}, numbers)); // no batch
  const std::vector<int> many(StagingRing::of_process().most() / sizeof(int) + 1);
  CopyBatch::around([&] {
    EXPECT_FALSE(take(many, numbers));
    EXPECT_FALSE(CopyBatch::take(many.data(), 7, numbers.data())); // no whole words
    auto* const bytes = reinterpret_cast<std::byte*>(numbers.data());
    EXPECT_FALSE(CopyBatch::take(many.data(), 4, bytes + 2));
    EXPECT_TRUE(take({1}, numbers));
  });
}

// As much as the staging memory holds, and more.
TEST(CopyBatch, SendsBeforeItIsFull) {
  const std::size_t most = StagingRing::of_process().most() / sizeof(int);
  const std::vector<int> many(most - 8, 4), few(64, 5);
  const Numbers first("first", many.size()), second("second", few.size());
  CopyBatch::around([&] {
    ASSERT_TRUE(take(many, first));
    ASSERT_TRUE(take(few, second));
    EXPECT_EQ(contents(first), many);
    EXPECT_EQ(contents(second), std::vector<int>(64, 0));
  });
  EXPECT_EQ(contents(second), few);
}

} // namespace
} // namespace isobar

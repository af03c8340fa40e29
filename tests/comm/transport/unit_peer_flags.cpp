// The protocol of peers between threads. A rank writes, and then sets a flag. The other one sees
// the flag, and then reads. Two buffers take turns, without an acknowledgement. The thread
// sanitizer sees what is missing (CONTRIBUTING.md); values alone show it where threads run beside
// each other.
#include "transport/system_flags.hpp"

#include <gtest/gtest.h>

#include <array>
#include <thread>

namespace isobar {
namespace {

constexpr int numbers = 100, exchanges = 2000;
constexpr Int64 patience = 100'000'000;
constexpr auto nobody_failed = [] { return false; };

/// The memory of one of two ranks that the other writes into.
struct Inbox {
  std::array<std::array<double, numbers>, 2> buffers{};
  Epoch arrived = 0;
};

double sent(int rank, Epoch epoch, int n) { return rank + 2.0 * (n + numbers * double(epoch)); }

/// Numbers that did not come as they were sent.
int exchange_often(int rank, Inbox& own, Inbox& others) {
  int wrong = 0;
  for (Epoch epoch = 1; epoch <= exchanges; ++epoch) {
    for (int n = 0; n < numbers; ++n) others.buffers[epoch & 1][n] = sent(rank, epoch, n);
    set_flag(&others.arrived, epoch);
    if (!wait_for(&own.arrived, epoch, patience, nobody_failed)) return numbers * exchanges;
    for (int n = 0; n < numbers; ++n)
      wrong += read_written(&own.buffers[epoch & 1][n]) != sent(1 - rank, epoch, n);
  }
  return wrong;
}

TEST(PeerFlags, CarryTwoBuffersInTurn) {
  std::array<Inbox, 2> inboxes;
  std::array<int, 2> wrong{-1, -1};
  std::thread other([&] { wrong[1] = exchange_often(1, inboxes[1], inboxes[0]); });
  wrong[0] = exchange_often(0, inboxes[0], inboxes[1]);
  other.join();
  EXPECT_EQ(wrong, (std::array{0, 0}));
}

TEST(PeerFlags, AreGivenUpAfterSoManyLooks) {
  Epoch flag = 4;
  EXPECT_TRUE(wait_for(&flag, 4, 1, nobody_failed));
  EXPECT_FALSE(wait_for(&flag, 5, 1000, nobody_failed));
}

TEST(PeerFlags, GoOnWhereEpochsGoRound) {
  Epoch flag = 0;
  set_flag(&flag, 2); // after 2^32 - 1 and 0 and 1
  EXPECT_TRUE(has_come(&flag, 0xffffffffu));
  EXPECT_FALSE(has_come(&flag, 3));
}

} // namespace
} // namespace isobar

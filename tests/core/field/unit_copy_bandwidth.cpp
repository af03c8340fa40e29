// Ways to copy, and the choice of the fastest.
#include "field/ways_to_copy.hpp"

#include <gtest/gtest.h>
#include <isobar/core/base/kokkos_compat.hpp>

#include <algorithm>
#include <chrono>
#include <thread>

namespace isobar {
namespace {

using Bytes = Kokkos::View<unsigned char*, MemorySpace>;

/// All ways that can run here: a host runs a device's kernels, too.
std::vector<CopyWay> all_ways() {
  std::vector<CopyWay> ways = ways_of_devices();
  if (on_host)
    for (const CopyWay& way : ways_of_hosts()) ways.push_back(way);
  return ways;
}

/// Numbers of which no neighbours are alike, and none is 255.
Bytes pattern(std::size_t size) {
  Bytes view("bytes", size);
  const auto host = Kokkos::create_mirror_view(view);
  for (std::size_t n = 0; n < size; ++n) host(n) = (unsigned char)((n * 37 + n / 251) % 255);
  Kokkos::deep_copy(view, host);
  return view;
}

/// Looks for wrong bytes among `size` bytes that were copied and the 256 after them, which were not.
testing::AssertionResult copies(const CopyWay& way, std::size_t size) {
  const std::size_t behind = 256;
  const Bytes source = pattern(size + behind), target("target", size + behind);
  Kokkos::deep_copy(target, 255);
  way.copy({target.data(), source.data(), Int64(size)});
  Kokkos::fence();
  const auto is = Kokkos::create_mirror_view_and_copy(HostSpace(), target);
  const auto expected = Kokkos::create_mirror_view_and_copy(HostSpace(), source);
  for (std::size_t n = 0; n < size + behind; ++n)
    if (is(n) != (n < size ? expected(n) : 255))
      return testing::AssertionFailure() << way.name << ": byte " << n << " of " << size;
  return testing::AssertionSuccess();
}

TEST(CopyWays, CopyEveryByteAndNoOther) {
  // A team of 256 threads with four words of 16 bytes copies 16384 bytes.
  for (const CopyWay& way : all_ways())
    for (const std::size_t size : {0, 1, 3, 4, 15, 16, 17, 127, 128, 129, 1000, 4095, 4096, 16383,
                                   16384, 16385, 3 * 16384 - 1, 100003})
      EXPECT_TRUE(copies(way, size));
}

TEST(CopyWays, OfDevicesHaveThreeWidthsAndUpToFourWordsInFlight) {
  std::vector<std::string> names;
  for (const CopyWay& way : ways_of_devices()) names.push_back(way.name);
  for (const char* name :
       {"deep_copy", "4 bytes x 1", "4 bytes x 4", "8 bytes x 2", "16 bytes x 1", "16 bytes x 4"})
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
  EXPECT_EQ(names.size(), 10u);
}

void nothing(const CopyTask&) {}
void pause(const CopyTask&) { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

TEST(CopyBandwidths, LeaveAWayThatIsFarBehindAfterOneSample) {
  const Bytes source = pattern(4096), target("target", 4096);
  const CopyBandwidth measured = measure({{"first", Stores::ordinary, nothing},
                                          {"slow", Stores::ordinary, pause},
                                          {"slow, of another kind", Stores::streaming, pause}},
                                         {target.data(), source.data(), 4096}, one_rank, 3);
  ASSERT_EQ(measured.ways.size(), 3u);
  EXPECT_EQ(measured.ways[0].samples, 3);
  EXPECT_EQ(measured.ways[1].samples, 1);
  EXPECT_EQ(measured.ways[2].samples, 3);
  EXPECT_EQ(measured.best().way, "first");
  EXPECT_LT(measured.ways[2].bytes_per_second, 2 * 4096 / 2e-3);
}

TEST(CopyBandwidths, AddUpOverRanks) {
  const Bytes source = pattern(4096), target("target", 4096);
  const auto rate = [&](const SumOverRanks& sum) {
    return measure({{"slow", Stores::ordinary, pause}}, {target.data(), source.data(), 4096}, sum,
                   3)
        .best()
        .bytes_per_second;
  };
  EXPECT_GT(rate([](double x) { return 1e3 * x; }), 100 * rate(one_rank));
  EXPECT_EQ(rate([](double) { return 0.0; }), 0.0);
}

TEST(CopyBandwidths, KnowTheBestOfAllAndTheBestWithOrdinaryStores) {
  const CopyBandwidth some{{{"a", Stores::ordinary, 3.0, 7},
                            {"b", Stores::library, 4.0, 7},
                            {"c", Stores::streaming, 5.0, 7},
                            {"d", Stores::ordinary, 2.0, 1}}};
  EXPECT_EQ(some.best().way, "c");
  EXPECT_EQ(some.best_ordinary().way, "a");
  EXPECT_EQ(CopyBandwidth{}.best().bytes_per_second, 0.0);
}

TEST(CopyBandwidths, OfFieldsListTheMachinesWays) {
  for (const CopyBandwidth& measured :
       {copy_bandwidth<double>(8, 8, 8), copy_bandwidth<float>(9, 5, 3, one_rank, 2)}) {
    EXPECT_EQ(measured.ways.size(), (on_host ? ways_of_hosts() : ways_of_devices()).size());
    for (const CopyRate& way : measured.ways) {
      EXPECT_GT(way.bytes_per_second, 0.0) << way.way;
      EXPECT_GE(way.samples, 1) << way.way;
      EXPECT_GE(measured.best().bytes_per_second, way.bytes_per_second) << way.way;
    }
    EXPECT_EQ(measured.best_ordinary().stores, Stores::ordinary);
  }
}

TEST(CopyBandwidths, TriadsMoveTheirBytesOnAllRanks) {
  EXPECT_GE(last_cache_bytes(), 0);
  for (const Int64 bytes : {Int64(1), Int64(1) << 16}) {
    EXPECT_GT(triad_bandwidth<double>(bytes), 0.0);
    EXPECT_GT(triad_bandwidth<float>(bytes, one_rank, 1), 0.0);
  }
  EXPECT_EQ(triad_bandwidth<double>(4096, [](double) { return 7.0; }), 7.0);
}

} // namespace
} // namespace isobar

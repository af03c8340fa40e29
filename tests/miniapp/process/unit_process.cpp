// The facts that this process learns about itself, and texts of the kernel and the loader that it reads.
#include "process/clock_times.hpp"
#include "process/code_in_memory.hpp"
#include "process/code_origin.hpp"
#include "process/mapped_files.hpp"
#include "process/process_files.hpp"
#include "process/processor_counter.hpp"
#include "process/system_calls.hpp"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <thread>
#include <unistd.h>

namespace isobar {
namespace {

TEST(Process, MapsFilesWithCode) {
  const std::vector<MappedFile> files = mapped_files(
      "55d0-55e0 r-xp 00001000 fd:01 12 /home/me/a program\n"
      "55e0-55f0 r--p 00001000 fd:01 12 /home/me/data\n"
      "7f00-7f10 r-xp 00000000 00:00 0 \n"
      "7f10-7f20 r-xp 00000000 00:00 0                          [vdso]\n"
      "7f20-7f30 rwxp 00000000 00:05 3 /dev/nvidiactl\n"
      "7f30-7f40 r-xp 00000000 00:05 3 /memfd:code (deleted)\n"
      "7f40-7f50 r-xp 00000000 fd:01 99                         /tmp/gone.so (deleted)\n");
  ASSERT_EQ(files.size(), 4u);
  EXPECT_EQ(files[0].first, 0x55d0u);
  EXPECT_EQ(files[0].end, 0x55e0u);
  EXPECT_EQ(files[0].path, "/home/me/a program");
  EXPECT_EQ(files[3].path, "/tmp/gone.so (deleted)");
  std::vector<bool> on_disk;
  for (const MappedFile& file : files) on_disk.push_back(is_path_of_file(file.path));
  EXPECT_EQ(on_disk, (std::vector{true, false, false, true}));
  EXPECT_TRUE(is_path_of_file("/dev/shm/libfast.so"));
  EXPECT_TRUE(mapped_files("nonsense\n\n").empty());
}

TEST(Process, KnowsItsOwnCode) {
  const ProcessCode code = process_code();
#if defined(__linux__)
  ASSERT_GT(code.files.size(), 2u);
  EXPECT_EQ(code.files[0].path, process_link("exe"));
  EXPECT_EQ(hash_of_executable(code).size(), 64u);
  EXPECT_EQ(hash_of_executable(code), hash_of_code(code.files[0].path, std::int64_t(1) << 32));
  EXPECT_TRUE(code.unknown.empty());
  EXPECT_EQ(changed_bytes_of_code(), 0);
  const std::vector<CodeOrigin> origins = code_origins(code.files);
  EXPECT_EQ(origins[0], CodeOrigin::executable);
  for (const ForeignCode& foreign : foreign_code(code, places_of_this_machine()))
    ADD_FAILURE() << foreign.name << " " << foreign.found;
#endif
  EXPECT_EQ(hash_of_code("/nonexistent"), "");
}

/// A cache with entries {name, path}.
std::string cache_of(const std::vector<std::pair<std::string, std::string>>& entries) {
  const auto number = [](std::uint32_t n) {
    std::string bytes(sizeof n, '\0');
    std::memcpy(bytes.data(), &n, sizeof n);
    return bytes;
  };
  std::string table, texts;
  const auto place = [&](const std::string& text) {
    const auto at = std::uint32_t(48 + 24 * entries.size() + texts.size());
    texts += text + '\0';
    return number(at);
  };
  for (const auto& [name, path] : entries)
    table += number(3) + place(name) + place(path) + number(0) + std::string(8, '\0');
  std::string head = "glibc-ld.so.cache1.1" + number(std::uint32_t(entries.size()));
  head.resize(48, '\0');
  return head + table + texts;
}

TEST(Process, ReadsTheLoadersCache) {
  using Paths = std::vector<std::string>;
  const std::string cache = cache_of({{"libz.so.1", "/lib/libz.so.1"},
                                      {"libm.so.6", "/lib/libm.so.6"},
                                      {"libz.so.1", "/opt/v3/libz.so.1"}});
  EXPECT_EQ(places_in_cache(cache, "libz.so.1"), (Paths{"/lib/libz.so.1", "/opt/v3/libz.so.1"}));
  EXPECT_EQ(places_in_cache("an older format" + cache, "libm.so.6"), (Paths{"/lib/libm.so.6"}));
  EXPECT_TRUE(places_in_cache(cache, "libz.so").empty());
  for (std::size_t length = 0; length < cache.size(); ++length) // none reads past its end
    EXPECT_LE(places_in_cache(cache.substr(0, length), "libz.so.1").size(), 2u);
}

TEST(Process, HasTheEnvironmentThatWasGiven) {
#if defined(__linux__)
  const auto given = given_environment();
  ASSERT_FALSE(given.empty());
  ASSERT_EQ(setenv("ISOBAR_NEW_VARIABLE", "1", 1), 0);
  EXPECT_EQ(given_environment(), given);
  unsetenv("ISOBAR_NEW_VARIABLE");
#endif
}

/// When a clock is read, between two readings of the C++ library's.
struct Reading {
  using Steady = std::chrono::steady_clock;
  Steady::time_point before, after;
  double seconds;
  template <class Clock> explicit Reading(const Clock& clock) {
    before = Steady::now();
    seconds = clock();
    after = Steady::now();
  }
};

/// However long other processes keep this one from reading the next clock.
template <class Clock> void expect_steady(const Clock& clock) {
  const Reading first(clock);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  const Reading last(clock);
  const std::chrono::duration<double> least = last.before - first.after,
                                      most = last.after - first.before;
  EXPECT_GE(last.seconds - first.seconds, 0.99 * least.count());
  EXPECT_LE(last.seconds - first.seconds, 1.01 * most.count());
}

TEST(Process, ClocksAgree) {
  expect_steady([] { return kernel_seconds(); });
  if (counter_frequency() > 0.0)
    expect_steady([] { return double(counter_now()) / counter_frequency(); });
}

TEST(Process, DisagreementIsRelativeToEachOtherClock) {
  EXPECT_DOUBLE_EQ((ClockTimes{1.0, 2.0, 0.0}.disagreement()), 0.5);
  EXPECT_DOUBLE_EQ((ClockTimes{1.0, 1.0, 0.8}.disagreement()), 0.25);
  EXPECT_DOUBLE_EQ((ClockTimes{1.0, 0.0, 0.0}.disagreement()), 0.0);
  EXPECT_NEAR((ClockTimes{1.0, 1.03125, 0.0, 0.03125}.disagreement()), 0.0, 1e-15)
      << "time passed between";
  EXPECT_DOUBLE_EQ((ClockTimes{1.0, 2.0, 0.0, 0.5}.disagreement()), 0.45) << "a part of it counts";
  EXPECT_GT((ClockTimes{std::numeric_limits<double>::quiet_NaN(), 1.0, 0.0}.disagreement()), 1.0);
  ClockTimes sum{1.0, 2.0, 3.0, 4.0};
  sum += {0.5, 0.25, 0.125, 1.0};
  EXPECT_EQ(sum.between, 5.0);
  EXPECT_EQ(to_text(sum), "MPI_Wtime 1.5 s, kernel 2.25 s, processor 3.125 s");
}

TEST(Process, ClocksAreReadAgainAfterAnInterruption) {
  int readings = 0;
  const auto second_is_short = [&] {
    const double takes = ++readings == 1 ? 0.1 : 1e-7;
    return ClockReading{double(readings), 0.0, readings + takes, 0};
  };
  EXPECT_EQ(uninterrupted(second_is_short).first, 2.0);
  readings = 0;
  const auto all_take_long = [&] {
    return ClockReading{double(++readings), 0.0, readings + 0.1, 0};
  };
  EXPECT_EQ(uninterrupted(all_take_long).first, double(most_readings))
      << "a clock that waits does not hang the run";
}

TEST(Process, MemoryIsThatOfTheSystem) {
#if defined(__linux__)
  const double pages = double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGE_SIZE));
  EXPECT_NEAR(double(kernel_memory()), pages, 0.01 * pages);
#endif
}

} // namespace
} // namespace isobar

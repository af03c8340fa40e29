// Main of the tests of one rank: Kokkos, no MPI, and a device's queue that hosts emulate. Before each test, the memory that
// a host's kernels take for scratch holds NaN. So a kernel that reads what it has not written fails in its own test.
#include <isobar/core/base/emulated_queue.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace {

/// Fills a team's scratch memory with NaN.
struct FillWithNaN {
  static constexpr int numbers = 1 << 16;
  KOKKOS_FUNCTION void operator()(const isobar::Member& team) const {
    auto* const memory = static_cast<double*>(
        team.team_scratch(1).get_shmem_aligned(numbers * sizeof(double), alignof(double)));
    for (int n = 0; n < numbers; ++n) memory[n] = NAN;
  }
};

/// Spoils the scratch memory before each test. On a host Kokkos hands the same memory to the next kernel.
class SpoiltScratch final : public testing::EmptyTestEventListener {
public:
  void OnTestStart(const testing::TestInfo&) override {
    if (!isobar::on_host) return;
    isobar::TeamPolicy policy(1, 1, 1);
    policy.set_scratch_size(1, Kokkos::PerTeam(int((FillWithNaN::numbers + 1) * sizeof(double))));
    Kokkos::parallel_for("isobar/spoil", policy, FillWithNaN());
  }
};

} // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  // ctest asks for the list on machines that may lack the device.
  if (testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  const Kokkos::ScopeGuard kokkos(argc, argv);
  isobar::EmulatedQueue::switch_on();
  testing::UnitTest::GetInstance()->listeners().Append(new SpoiltScratch);
  return RUN_ALL_TESTS();
}

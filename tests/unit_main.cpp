// Main of the tests of one rank: Kokkos, no MPI, and a device's queue that hosts emulate.
#include <isobar/core/base/emulated_queue.hpp>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  // ctest asks for the list on machines that may lack the device.
  if (testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  const Kokkos::ScopeGuard kokkos(argc, argv);
  isobar::EmulatedQueue::switch_on();
  return RUN_ALL_TESTS();
}

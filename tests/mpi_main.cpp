// Main of the tests of many ranks. All ranks run all tests, rank 0 prints, and every rank ends with
// the result of the worst one. Hosts emulate a device's queue.
#include "support_transport.hpp"

#include <isobar/comm/transport/device.hpp>
#include <isobar/core/base/emulated_queue.hpp>

#include <gtest/gtest.h>

#include <cstdio>

namespace {

/// Failures of the ranks that do not print otherwise.
class FailurePrinter : public testing::EmptyTestEventListener {
public:
  explicit FailurePrinter(int rank) : rank_(rank) {}
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (result.failed())
      std::fprintf(stderr, "rank %d: %s:%d: %s\n", rank_, result.file_name(), result.line_number(),
                   result.summary());
  }

private:
  int rank_;
};

int run_tests(const isobar::MpiComm& world) {
  const isobar::DeviceSelection device = isobar::select_device(world);
  const Kokkos::ScopeGuard kokkos(isobar::kokkos_settings(device));
  isobar::EmulatedQueue::switch_on();
  if (world.rank() != 0) {
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    delete listeners.Release(listeners.default_xml_generator());
    listeners.Append(new FailurePrinter(world.rank()));
  }
  const int worst = -world.min(-RUN_ALL_TESTS());
  isobar::nccl_of_world().reset();
  return worst;
}

} // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  isobar::MpiSession session(argc, argv);
  try {
    return run_tests(isobar::MpiComm(MPI_COMM_WORLD));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    session.abort(3);
  }
}

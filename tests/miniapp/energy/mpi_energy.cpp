// The energy of several devices, and of those that ranks share.
#include "energy/energy_meter.hpp"
#include "run/timed_solves.hpp"

#include <isobar/comm/transport/device.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

#include <chrono>
#include <gtest/gtest.h>
#include <thread>

namespace isobar {
namespace {

/// A counter that grows by half a step with each reading, so by one from renewed() to renewed(), and fails once it is told to.
class StandIn : public EnergyCounter {
public:
  StandIn(std::string device, std::uint64_t step, int readings)
      : device_(std::move(device)), step_(step), readings_(readings) {}
  std::string device() const override { return device_; }
  std::uint64_t microjoules() const override {
    if (--readings_ < 0) throw EnergyUnknown("lost " + device_);
    return (value_ += step_ / 2) % range();
  }
  std::uint64_t range() const override { return 10'000'000; }

private:
  std::string device_;
  std::uint64_t step_;
  mutable int readings_;
  mutable std::uint64_t value_ = 8'000'000;
};

using Counter = std::unique_ptr<EnergyCounter>;

Counter stand_in(const std::string& device, std::uint64_t step = 1'000'000, int readings = 1000) {
  return std::make_unique<StandIn>(device, step, readings);
}

template <class... More> EnergyCounters counters(Counter first, More... more) {
  EnergyCounters all{"stand-in"};
  all.counters.push_back(std::move(first));
  (all.counters.push_back(std::move(more)), ...);
  return all;
}

EnergyUse measured(const MpiComm& comm, EnergyCounters counters) {
  EnergyMeter meter(comm, std::move(counters));
  meter.start();
  return meter.stop(1.0 + comm.rank(), 4);
}

TEST(Energy, OfRanksThatShareADevice) {
  const MpiComm comm(MPI_COMM_WORLD);
  const EnergyUse own = measured(comm, counters(stand_in("gpu " + std::to_string(comm.rank()))));
  EXPECT_EQ(own.devices, comm.size());
  EXPECT_DOUBLE_EQ(own.joules, comm.size());
  EXPECT_DOUBLE_EQ(own.seconds, comm.size()); // of the slowest rank
  const EnergyUse shared = measured(comm, counters(stand_in("package 0"), stand_in("package 1")));
  EXPECT_EQ(shared.devices, 2);
  EXPECT_DOUBLE_EQ(shared.joules, 2.0);
}

TEST(Energy, DevicesAreRanksOnHosts) {
  const MpiComm comm(MPI_COMM_WORLD);
  const int devices = count_devices(comm);
  if (on_host) EXPECT_EQ(devices, comm.size());
  else EXPECT_EQ(devices, comm.size() / select_device(comm).ranks_on_device);
}

TEST(Energy, AMeterSumsItsDevices) {
  const MpiComm self(MPI_COMM_SELF);
  EnergyMeter meter(self, counters(stand_in("a", 3'000'000), stand_in("b", 500'000)));
  ASSERT_TRUE(meter.can_read());
  meter.start();
  const EnergyUse use = meter.stop(0.7, 10); // a's counter passed its end
  ASSERT_TRUE(use.is_known()) << use.reason;
  EXPECT_EQ(use.source, "stand-in");
  EXPECT_EQ(use.devices, 2);
  EXPECT_NEAR(use.joules, 3.5, 1e-12);
  EXPECT_NEAR(use.watts(), 5.0, 1e-12);
  EXPECT_NEAR(use.joules_per_solve(), 0.35, 1e-12);
  EXPECT_NEAR(use.microjoules_per_unknown(7), 50'000.0, 1e-8);
}

TEST(Energy, AMeterSaysWhatItDoesNotKnow) {
  const MpiComm self(MPI_COMM_SELF);
  EnergyMeter lost(self, counters(stand_in("a", 2, 3)));
  lost.start();
  EXPECT_EQ(lost.stop(1.0, 1).reason, "lost a");
  EnergyMeter hasty(self, counters(stand_in("a", 2)));
  hasty.start();
  EXPECT_EQ(hasty.stop(0.4, 1).reason,
            "0.400 s of solves are too short for the counter; 0.5 s would do");
  const EnergyMeter none(self, {"RAPL", {}, "no counter"});
  EXPECT_FALSE(none.can_read());
  EXPECT_EQ(none.without_numbers().reason, "no counter");
}

/// A solver that takes 0.3 s.
struct SlowParts {
  int solves = 0;
  void put(const HostField&) {}
  void get(const HostField&) const {}
  SolveReport solve(const SolveControls&) {
    ++solves;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    return {};
  }
};

TEST(Energy, OfSolvesWithoutAnythingInBetween) {
  const MpiComm comm(MPI_COMM_WORLD);
  deck::Run run;
  run.repeats = 1;
  SolveRecord record;
  TimedSolves<SlowParts> solves(
      comm, run, [](auto& place) { place.emplace(); }, record);
  solves.set_up_repeatedly();
  record.solving.samples = {0.7}; // three of these in 2 s
  solves.measure_energy({}, {}, counters(stand_in("package")));
  EXPECT_EQ(solves.parts().solves, 3);
  ASSERT_TRUE(record.energy.is_known()) << record.energy.reason;
  EXPECT_EQ(record.energy.solves, 3);
  EXPECT_EQ(record.energy.devices, 1);
  EXPECT_NEAR(record.energy.joules, 1.0, 1e-12);
  EXPECT_GE(record.energy.seconds, 0.9);
  EXPECT_FALSE(record.interrupted);
}

TEST(Energy, IsNotKnownIfARankCannotTell) {
  const MpiComm comm(MPI_COMM_WORLD);
  EnergyCounters mine = counters(stand_in("gpu"));
  if (comm.rank() == comm.size() - 1) mine = {"stand-in", {}, "the last rank's GPU is shy"};
  const EnergyMeter meter(comm, std::move(mine));
  EXPECT_FALSE(meter.can_read());
  EXPECT_EQ(meter.without_numbers().reason, "the last rank's GPU is shy");
}

} // namespace
} // namespace isobar

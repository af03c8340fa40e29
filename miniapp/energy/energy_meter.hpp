#pragma once
#include "energy/energy_counter.hpp"
#include "energy/energy_use.hpp"

#include <isobar/comm/mpi/mpi.hpp>

namespace isobar {

/// Adds up the energy of all devices of a run between two readings. If several ranks share a device, the first one counts it.
class EnergyMeter {
public:
  /// The seconds that a measurement should take. An H200's counter is renewed every 0.1 s.
  static constexpr double wanted_seconds = 2.0;
  /// The shortest measurement that gives a number, in
  /// seconds: 0.1 s between renewals is a fifth of it.
  static constexpr double least_seconds = 0.5;

  /// `counters`: all counters that this rank can read, its own and shared ones. Collective.
  EnergyMeter(const MpiComm& comm, EnergyCounters counters);

  /// Whether all ranks can read their counters; the same on all ranks.
  bool can_read() const { return use_.is_known(); }
  /// Reads all counters at their next renewal.
  void start();
  /// Reads all counters again after `solves` solves, which took `seconds` on
  /// this rank. Devices are idle while a rank waits for the renewal. Collective.
  EnergyUse stop(double seconds, int solves);
  /// The facts that need no measurement.
  const EnergyUse& without_numbers() const { return use_; }

private:
  std::vector<std::uint64_t> readings();

  const MpiComm& comm_;
  std::vector<std::unique_ptr<EnergyCounter>> counters_; ///< the counters that this rank counts
  std::vector<std::uint64_t> before_;
  std::string problem_; ///< the problem of a reading on this rank
  EnergyUse use_;
};

/// The devices that rank `rank` of a node must count: those that no rank before it names.
std::vector<bool> counted_by(const std::vector<std::vector<std::string>>& devices_of_ranks,
                             int rank);

/// The microjoules of a counter at its renewal. Reads the counter until it
/// changes, for at most twice the time that the slowest known counter needs.
std::uint64_t renewed(const EnergyCounter& counter);

/// The number of solves that take the wanted seconds, if one solve takes so many; at least one.
int solves_to_measure(double seconds_of_one);

} // namespace isobar

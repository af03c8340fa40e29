#pragma once
#include "energy/energy_counter.hpp"
#include "energy/energy_use.hpp"

#include <isobar/comm/mpi/mpi.hpp>

namespace isobar {

/// Adds up the energy of all devices of a run between two readings. The first of several ranks that share a device counts it.
class EnergyMeter {
public:
  /// Seconds that a measurement should take. An H200's counter is renewed every 0.1 s.
  static constexpr double wanted_seconds = 2.0;
  /// A shorter measurement gives no number: a tenth of a second is a fifth of it.
  static constexpr double least_seconds = 0.5;

  /// `counters`: those that this rank can read, its own and shared ones. Collective.
  EnergyMeter(const MpiComm& comm, EnergyCounters counters);

  /// Whether all ranks can read theirs; the same on all ranks.
  bool can_read() const { return use_.is_known(); }
  /// Reads all counters at their next renewal.
  void start();
  /// Reads them again after `solves` solves, which took `seconds` on this rank; devices are idle while it waits. Collective.
  EnergyUse stop(double seconds, int solves);
  /// The facts that need no measurement.
  const EnergyUse& without_numbers() const { return use_; }

private:
  std::vector<std::uint64_t> readings();

  const MpiComm& comm_;
  std::vector<std::unique_ptr<EnergyCounter>> counters_; ///< that this rank counts
  std::vector<std::uint64_t> before_;
  std::string problem_; ///< of reading on this rank
  EnergyUse use_;
};

/// The devices of rank `rank` of a node that it must count: those that no rank before it names.
std::vector<bool> counted_by(const std::vector<std::vector<std::string>>& devices_of_ranks,
                             int rank);

/// Microjoules of a counter at its renewal: reads it until it changes, at most twice as long as the slowest known counter needs.
std::uint64_t renewed(const EnergyCounter& counter);

/// The number of solves that take the wanted seconds if one takes so many; at least one.
int solves_to_measure(double seconds_of_one);

} // namespace isobar

#pragma once
#include "energy/energy_counter.hpp"
#include "energy/energy_use.hpp"

#include <isobar/comm/mpi/mpi.hpp>

namespace isobar {

/// Sums the energy of all devices of a run between two readings. A device that several ranks of a node share is counted by the first.
class EnergyMeter {
public:
  /// Seconds that a measurement should take. An H200's counter is renewed every 0.1 s.
  static constexpr double wanted_seconds = 2.0;
  /// Below it no number is given: a tenth of a second is a fifth of it.
  static constexpr double least_seconds = 0.5;

  /// `counters`: that this rank can read, its own and those that it shares. Collective.
  EnergyMeter(const MpiComm& comm, EnergyCounters counters);

  /// Whether all ranks can read theirs: the same on all.
  bool can_read() const { return use_.is_known(); }
  /// Reads all counters as they are renewed.
  void start();
  /// Reads them again, `solves` later, which took `seconds` on this rank: while it waits devices are idle. Collective.
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

/// Which of the devices that rank `rank` of a node names it has to count: those that no rank before it names.
std::vector<bool> counted_by(const std::vector<std::vector<std::string>>& devices_of_ranks,
                             int rank);

/// Microjoules of a counter as it is renewed: it is read until it changes, at most twice as long as the slowest that is known needs.
std::uint64_t renewed(const EnergyCounter& counter);

/// Solves that take the wanted seconds if one takes so many; at least one.
int solves_to_measure(double seconds_of_one);

} // namespace isobar

#pragma once
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

/// Counters of the energy that devices use.
namespace isobar {

/// Why a counter is missing or cannot be read: one line.
class EnergyUnknown : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The counter of one device: a GPU, or a package of a host.
class EnergyCounter {
public:
  EnergyCounter() = default;
  EnergyCounter(const EnergyCounter&) = delete;
  EnergyCounter& operator=(const EnergyCounter&) = delete;
  virtual ~EnergyCounter() = default;

  /// A text that identifies the device in its node, the same on all ranks.
  virtual std::string device() const = 0;
  /// Microjoules since some time in the past. Throws EnergyUnknown.
  virtual std::uint64_t microjoules() const = 0;
  /// Microjoules after which the counter begins again at 0; 0: never.
  virtual std::uint64_t range() const { return 0; }
};

/// Microjoules between two readings of a counter that passes the end of its range at most once.
constexpr std::uint64_t microjoules_between(std::uint64_t before, std::uint64_t after,
                                            std::uint64_t range) {
  return after >= before ? after - before : range - before + after;
}

/// The counters that a rank can read.
struct EnergyCounters {
  std::string source;                                     ///< "NVML", "ROCm SMI", "RAPL"
  std::vector<std::unique_ptr<EnergyCounter>> counters{}; ///< none: see reason
  std::string reason{};                                   ///< why nothing can be read
};

/// The counters of the rank's GPU as Kokkos uses it, or of its host's packages. Kokkos must be initialised.
EnergyCounters energy_counters_of_rank();

} // namespace isobar

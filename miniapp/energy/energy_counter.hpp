#pragma once
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

/// Counters of the energy that devices consume.
namespace isobar {

/// Says in one line why a counter is missing or cannot be read.
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

  /// A text that identifies the device on its node, the same on all ranks.
  virtual std::string device() const = 0;
  /// The microjoules since some time in the past. Throws EnergyUnknown.
  virtual std::uint64_t microjoules() const = 0;
  /// The microjoules after which the counter begins again at 0; 0 if it never does.
  virtual std::uint64_t range() const { return 0; }
};

/// The microjoules between two readings of a counter that passes the end of its range at most once.
constexpr std::uint64_t microjoules_between(std::uint64_t before, std::uint64_t after,
                                            std::uint64_t range) {
  return after >= before ? after - before : range - before + after;
}

/// The counters that a rank can read.
struct EnergyCounters {
  std::string source;                                     ///< "NVML", "ROCm SMI", "RAPL"
  std::vector<std::unique_ptr<EnergyCounter>> counters{}; ///< empty: reason says why
  std::string reason{};                                   ///< why no counter can be read
};

/// The counters of the GPU that Kokkos uses on this rank, or
/// of the packages of its host. Kokkos must be initialised.
EnergyCounters energy_counters_of_rank();

} // namespace isobar

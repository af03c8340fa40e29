#pragma once
#include "energy/energy_counter.hpp"

#include <filesystem>

namespace isobar {

/// The counter of an Intel or AMD processor's package in Linux's powercap: cores and caches, without
/// the memory. Since 2020 the kernel lets only root read it, unless an administrator allows more.
class RaplCounter : public EnergyCounter {
public:
  /// A folder with the files energy_uj and max_energy_range_uj. Throws EnergyUnknown.
  explicit RaplCounter(std::filesystem::path folder);

  std::string device() const override { return folder_.string(); }
  std::uint64_t microjoules() const override;
  std::uint64_t range() const override { return range_; }

private:
  std::filesystem::path folder_;
  std::uint64_t range_ = 0;
};

/// The counters of all packages below a folder like /sys/class/powercap. Throws EnergyUnknown if there is none, or one cannot be read.
std::vector<std::unique_ptr<EnergyCounter>> rapl_counters(const std::filesystem::path& powercap);

} // namespace isobar

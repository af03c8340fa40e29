#pragma once
#include "energy/energy_counter.hpp"

#include <filesystem>

namespace isobar {

/// The counter of a package of an Intel or AMD processor in Linux's
/// powercap. It counts cores and caches, without the memory. Since 2020
/// the kernel lets only root read it, unless an administrator allows more.
class RaplCounter : public EnergyCounter {
public:
  /// `folder` has the files energy_uj and max_energy_range_uj. Throws EnergyUnknown.
  explicit RaplCounter(std::filesystem::path folder);

  std::string device() const override { return folder_.string(); }
  std::uint64_t microjoules() const override;
  std::uint64_t range() const override { return range_; }

private:
  std::filesystem::path folder_;
  std::uint64_t range_ = 0;
};

/// The counters of all packages below a folder such as /sys/class/powercap.
/// Throws EnergyUnknown if there is none, or if one cannot be read.
std::vector<std::unique_ptr<EnergyCounter>> rapl_counters(const std::filesystem::path& powercap);

} // namespace isobar

#include "energy/nvml_counter.hpp"

#include <fmt/format.h>

namespace isobar {

NvmlCounter::NvmlCounter(std::string address, const std::string& library)
    : address_(std::move(address)), library_(library),
      text_(library_.function<const char*(Result)>("nvmlErrorString")),
      shutdown_(library_.function<Result()>("nvmlShutdown")),
      energy_(library_.function<Result(Device, unsigned long long*)>(
          "nvmlDeviceGetTotalEnergyConsumption")) {
  const auto find =
      library_.function<Result(const char*, Device*)>("nvmlDeviceGetHandleByPciBusId_v2");
  check("nvmlInit_v2", library_.function<Result()>("nvmlInit_v2")());
  try {
    check("nvmlDeviceGetHandleByPciBusId_v2", find(address_.c_str(), &device_));
    microjoules(); // throws for older GPUs, which have no counter
  } catch (...) {
    shutdown_();
    throw;
  }
}

NvmlCounter::~NvmlCounter() { shutdown_(); }

std::string NvmlCounter::device() const { return address_; }

std::uint64_t NvmlCounter::microjoules() const {
  unsigned long long millijoules = 0;
  check("nvmlDeviceGetTotalEnergyConsumption", energy_(device_, &millijoules));
  return 1000 * std::uint64_t(millijoules);
}

void NvmlCounter::check(const char* call, Result result) const {
  if (result == 0) return;
  throw EnergyUnknown(fmt::format("{} of GPU {}: {}", call, address_, text_(result)));
}

} // namespace isobar

#include "energy/rocm_counter.hpp"

#include <cmath>
#include <cstdio>
#include <fmt/format.h>

namespace isobar {
namespace {

/// Clears the bits in which newer versions have a partition's number.
constexpr std::uint64_t without_partition = ~(std::uint64_t(0xf) << 28);

} // namespace

std::uint64_t rocm_number_of(const std::string& address) {
  unsigned domain = 0, bus = 0, device = 0, function = 0;
  char more = '\0';
  if (std::sscanf(address.c_str(), "%x:%x:%x.%x%c", &domain, &bus, &device, &function, &more) != 4)
    throw EnergyUnknown(fmt::format("\"{}\" is no address on the PCI bus", address));
  return std::uint64_t(domain) << 32 | (bus & 0xff) << 8 | (device & 0x1f) << 3 | (function & 0x7);
}

RocmCounter::RocmCounter(std::string address, const std::string& library)
    : address_(std::move(address)), library_(library),
      shutdown_(library_.function<Result()>("rsmi_shut_down")),
      energy_(library_.function<Result(std::uint32_t, std::uint64_t*, float*, std::uint64_t*)>(
          "rsmi_dev_energy_count_get")) {
  check("rsmi_init", library_.function<Result(std::uint64_t)>("rsmi_init")(0));
  try {
    index_ = index_of_address();
    microjoules(); // throws for older GPUs, which have no counter
  } catch (...) {
    shutdown_();
    throw;
  }
}

RocmCounter::~RocmCounter() { shutdown_(); }

std::string RocmCounter::device() const { return address_; }

std::uint32_t RocmCounter::index_of_address() const {
  const auto count = library_.function<Result(std::uint32_t*)>("rsmi_num_monitor_devices");
  const auto number =
      library_.function<Result(std::uint32_t, std::uint64_t*)>("rsmi_dev_pci_id_get");
  const std::uint64_t wanted = rocm_number_of(address_);
  std::uint32_t devices = 0;
  check("rsmi_num_monitor_devices", count(&devices));
  for (std::uint32_t index = 0; index < devices; ++index) {
    std::uint64_t found = 0;
    check("rsmi_dev_pci_id_get", number(index, &found));
    if ((found & without_partition) == wanted) return index;
  }
  throw EnergyUnknown(fmt::format("ROCm SMI knows no GPU {}", address_));
}

std::uint64_t RocmCounter::microjoules() const {
  std::uint64_t units = 0, time = 0;
  float microjoules_of_one = 0.0F;
  check("rsmi_dev_energy_count_get", energy_(index_, &units, &microjoules_of_one, &time));
  return std::uint64_t(std::llround(double(units) * double(microjoules_of_one)));
}

void RocmCounter::check(const char* call, Result result) const {
  if (result == 0) return;
  throw EnergyUnknown(fmt::format("{} of GPU {}: error {}", call, address_, result));
}

} // namespace isobar

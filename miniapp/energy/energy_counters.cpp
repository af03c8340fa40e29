#include "energy/energy_counter.hpp"
#include "energy/nvml_counter.hpp"
#include "energy/rapl_counter.hpp"
#include "energy/rocm_counter.hpp"

#include <isobar/comm/transport/device.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar {
namespace {

/// Returns the counters that find() finds, or the reason why there are none.
template <class Find> EnergyCounters counters_of(const char* source, const Find& find) {
  EnergyCounters all{source};
  try {
    all.counters = find();
  } catch (const EnergyUnknown& e) {
    all.reason = e.what();
  }
  return all;
}

template <class Counter> std::vector<std::unique_ptr<EnergyCounter>> counter_of_gpu() {
  std::vector<std::unique_ptr<EnergyCounter>> one;
  one.push_back(std::make_unique<Counter>(device_address()));
  return one;
}

} // namespace

EnergyCounters energy_counters_of_rank() {
#if defined(KOKKOS_ENABLE_CUDA)
  return counters_of("NVML", counter_of_gpu<NvmlCounter>);
#elif defined(KOKKOS_ENABLE_HIP)
  return counters_of("ROCm SMI", counter_of_gpu<RocmCounter>);
#else
  if (!on_host) return {"", {}, "no counter of this backend's devices is known"};
  return counters_of("RAPL", [] { return rapl_counters("/sys/class/powercap"); });
#endif
}

} // namespace isobar

#pragma once
#include "energy/energy_counter.hpp"
#include "energy/shared_library.hpp"

namespace isobar {

/// The counter of an NVIDIA GPU since its driver was loaded. NVML (the driver's library) has
/// it from the Volta generation on, for the whole board, in millijoules, renewed some ten
/// times a second. With MIG it counts the whole GPU. The declarations are those of nvml.h.
class NvmlCounter : public EnergyCounter {
public:
  /// `address`: the GPU's address on the PCI bus, such as 0000:1B:00.0. It
  /// does not depend on the GPUs that a rank is shown. Throws EnergyUnknown.
  explicit NvmlCounter(std::string address, const std::string& library = "libnvidia-ml.so.1");
  ~NvmlCounter() override;

  std::string device() const override;
  std::uint64_t microjoules() const override;

private:
  using Result = int; ///< nvmlReturn_t, 0: success
  using Device = struct nvmlDevice_st*;
  void check(const char* call, Result result) const;

  std::string address_;
  SharedLibrary library_;
  const char* (*text_)(Result);
  Result (*shutdown_)();
  Result (*energy_)(Device, unsigned long long*);
  Device device_ = nullptr;
};

} // namespace isobar

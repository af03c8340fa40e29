#pragma once
#include "energy/energy_counter.hpp"
#include "energy/shared_library.hpp"

namespace isobar {

/// The counter of an AMD GPU in ROCm SMI, which gives a count and the
/// microjoules of one count. If one board appears as two GPUs (MI250X),
/// one of them counts both. The declarations are those of rocm_smi.h.
class RocmCounter : public EnergyCounter {
public:
  /// `address`: the GPU's address on the PCI bus, such as 0000:c1:00.0. Throws EnergyUnknown.
  explicit RocmCounter(std::string address, const std::string& library = "librocm_smi64.so");
  ~RocmCounter() override;

  std::string device() const override;
  std::uint64_t microjoules() const override;

private:
  using Result = int; ///< rsmi_status_t, 0: success
  void check(const char* call, Result result) const;
  std::uint32_t index_of_address() const;

  std::string address_;
  SharedLibrary library_;
  Result (*shutdown_)();
  Result (*energy_)(std::uint32_t, std::uint64_t*, float*, std::uint64_t*);
  std::uint32_t index_ = 0;
};

/// The number by which ROCm SMI knows an address, without its partition: domain from bit 32,
/// bus from 8, device from 3, function from 0. Throws EnergyUnknown if the text is no address.
std::uint64_t rocm_number_of(const std::string& address);

} // namespace isobar

// Counters of energy: their units with libraries that stand in for the vendors', files that stand in for the kernel's, and what is summed.
#include "energy/energy_meter.hpp"
#include "energy/nvml_counter.hpp"
#include "energy/rapl_counter.hpp"
#include "energy/rocm_counter.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace isobar {
namespace {

using namespace std::chrono_literals;

const std::string nvml = ISOBAR_NVML_STAND_IN, rocm_smi = ISOBAR_ROCM_SMI_STAND_IN;

/// The line with which something is refused.
template <class Try> std::string reason_of(const Try& attempt) {
  try {
    attempt();
  } catch (const EnergyUnknown& e) {
    return e.what();
  }
  return "";
}

TEST(Energy, CountersPassTheEndOfTheirRange) {
  EXPECT_EQ(microjoules_between(5, 12, 100), 7u);
  EXPECT_EQ(microjoules_between(95, 3, 100), 8u);
  EXPECT_EQ(microjoules_between(5, 12, 0), 7u);
}

TEST(Energy, NvmlCountsMillijoules) {
  const NvmlCounter counter("0000:1B:00.0", nvml);
  EXPECT_EQ(counter.device(), "0000:1B:00.0");
  const std::uint64_t before = counter.microjoules();
  EXPECT_EQ(counter.microjoules() - before, 7'000'000u);
  EXPECT_EQ(counter.range(), 0u);
}

TEST(Energy, NvmlIsLeftAsOftenAsItIsEntered) {
  const auto users = SharedLibrary(nvml).function<int()>("stand_in_users");
  const int before = users();
  {
    const NvmlCounter counter("0000:1B:00.0", nvml);
    EXPECT_EQ(users(), before + 1);
  }
  EXPECT_EQ(reason_of([] { NvmlCounter("0000:1C:00.0", nvml); }),
            "nvmlDeviceGetHandleByPciBusId_v2 of GPU 0000:1C:00.0: Not Found");
  EXPECT_EQ(users(), before);
}

TEST(Energy, RocmSmiCountsUnits) {
  const RocmCounter counter("0001:c6:00.0", rocm_smi);
  const std::uint64_t before = counter.microjoules();
  EXPECT_NEAR(double(counter.microjoules() - before), 4e6, 2.0);
  EXPECT_EQ(reason_of([] { RocmCounter("0001:c1:00.0", rocm_smi); }),
            "ROCm SMI knows no GPU 0001:c1:00.0");
  EXPECT_EQ(reason_of([] { RocmCounter("0000:c1:00.0", rocm_smi); }),
            "rsmi_dev_energy_count_get of GPU 0000:c1:00.0: error 2");
  EXPECT_EQ(rocm_number_of("0002:1b:1f.7"), 0x200000000 + 0x1b00 + (0x1f << 3) + 7);
  EXPECT_EQ(reason_of([] { rocm_number_of("1b"); }), "\"1b\" is no address on the PCI bus");
}

TEST(Energy, ALibraryMayBeMissing) {
  EXPECT_EQ(reason_of([] { NvmlCounter("0000:1B:00.0", "/nowhere/libnvidia-ml.so.1"); }),
            "/nowhere/libnvidia-ml.so.1 cannot be opened");
  EXPECT_EQ(reason_of([] { NvmlCounter("0000:1B:00.0", rocm_smi); }),
            rocm_smi + " has no nvmlErrorString");
}

/// A folder as Linux's powercap has it.
class Powercap : public testing::Test {
protected:
  Powercap() {
    std::string name = (std::filesystem::temp_directory_path() / "isobar-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no directory");
    path_ = name;
  }
  ~Powercap() override { std::filesystem::remove_all(path_); }

  void add(const std::string& zone, const std::string& name, const std::string& energy) {
    std::filesystem::create_directories(path_ / zone);
    const auto write = [&](const char* file, const std::string& text) {
      std::ofstream(path_ / zone / file) << text << '\n';
    };
    write("name", name);
    write("energy_uj", energy);
    write("max_energy_range_uj", "262143328850");
  }

  std::filesystem::path path_;
};

TEST_F(Powercap, PackagesAloneAreCounted) {
  add("intel-rapl:1", "package-1", "262143328849");
  add("intel-rapl:0", "package-0", "123456789");
  add("intel-rapl:0:0", "core", "99");
  add("intel-rapl:2", "psys", "98");
  add("intel-rapl-mmio:0", "package-0", "97");
  const auto found = rapl_counters(path_);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0]->device(), (path_ / "intel-rapl:0").string());
  EXPECT_EQ(found[0]->microjoules(), 123456789u);
  EXPECT_EQ(found[1]->microjoules(), 262143328849u);
  EXPECT_EQ(found[1]->range(), 262143328850u);
}

TEST_F(Powercap, WhatCannotBeReadIsNamed) {
  EXPECT_EQ(reason_of([&] { rapl_counters(path_ / "none"); }),
            "no package's counter in " + (path_ / "none").string());
  add("intel-rapl:0", "package-0", "not a number");
  EXPECT_EQ(reason_of([&] { rapl_counters(path_); }),
            (path_ / "intel-rapl:0/energy_uj").string() + " cannot be read");
}

TEST(Energy, ADeviceIsCountedOnce) {
  const std::vector<std::vector<std::string>> ranks = {{"a", "b"}, {"a", "b"}, {"c", "b"}, {}};
  EXPECT_EQ(counted_by(ranks, 0), (std::vector<bool>{true, true}));
  EXPECT_EQ(counted_by(ranks, 1), (std::vector<bool>{false, false}));
  EXPECT_EQ(counted_by(ranks, 2), (std::vector<bool>{true, false}));
  EXPECT_EQ(counted_by(ranks, 3), std::vector<bool>());
}

TEST(Energy, ACounterIsReadAsItIsRenewed) {
  /// Stands still for 20 ms.
  class Slow : public EnergyCounter {
  public:
    std::string device() const override { return "slow"; }
    std::uint64_t microjoules() const override {
      return std::uint64_t((std::chrono::steady_clock::now() - start_) / 20ms);
    }

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  };
  const Slow slow;
  EXPECT_GE(renewed(slow), 1u);
  /// Never changes.
  class Still : public EnergyCounter {
    std::string device() const override { return "still"; }
    std::uint64_t microjoules() const override { return 5; }
  };
  EXPECT_EQ(renewed(Still()), 5u);
}

TEST(Energy, SolvesAreRepeatedForAsLongAsACounterNeeds) {
  EXPECT_EQ(solves_to_measure(0.003), 667);
  EXPECT_EQ(solves_to_measure(5.0), 1);
  EXPECT_EQ(solves_to_measure(0.0), 1);
}

} // namespace
} // namespace isobar

#include "run/memory.hpp"

#include "process/system_calls.hpp"
#include "run/memory_of_rank.hpp"

#include <isobar/core/base/kept_pages.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <limits>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace isobar {
namespace {

/// The kilobytes after `key` in a file of /proc, in bytes; 0 if the file has none.
Int64 kilobytes(const char* file, const std::string& key) {
  std::ifstream in(file);
  for (std::string word; in >> word;) {
    Int64 value = 0;
    if (word == key && in >> value) return 1024 * value;
    in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return 0;
}

struct DeviceMemory {
  std::size_t free = 0, total = 0;
};

/// The free and total bytes of the GPU; zeros without a GPU, or if the GPU does not answer.
DeviceMemory device_memory() {
  DeviceMemory m;
#if defined(KOKKOS_ENABLE_CUDA)
  if (cudaMemGetInfo(&m.free, &m.total) == cudaSuccess) return m;
#elif defined(KOKKOS_ENABLE_HIP)
  if (hipMemGetInfo(&m.free, &m.total) == hipSuccess) return m;
#endif
  return {};
}

/// All bytes of the device by its properties, a second source; 0 if unknown.
Int64 device_memory_property() {
#if defined(KOKKOS_ENABLE_CUDA)
  return Int64(Kokkos::Cuda().cuda_device_prop().totalGlobalMem);
#elif defined(KOKKOS_ENABLE_HIP)
  return Int64(Kokkos::HIP().hip_device_prop().totalGlobalMem);
#else
  return 0;
#endif
}

/// Whether two figures of the same memory differ by more than
/// containers and drivers keep for themselves. 0 means unknown.
bool differ(Int64 one, Int64 other) {
  constexpr double most = 0.05;
  return one > 0 && other > 0 && std::abs(double(one - other)) > most * double(other);
}

Int64 device_memory_in_use() {
  const DeviceMemory m = device_memory();
  return Int64(m.total - m.free);
}

/// The bytes of files that the process holds in memory, such as the program's code. Chance decides which files these are.
Int64 resident_files() { return kilobytes("/proc/self/status", "RssFile:"); }

/// The bytes that the process holds in memory besides
/// files, without the fields of trials that have ended.
Int64 resident() {
  free_kept_pages();
  return kilobytes("/proc/self/status", "VmRSS:") - resident_files();
}

} // namespace

MemoryMeter::MemoryMeter()
    : host_start_(resident()), device_start_(device_memory_in_use()), device_peak_(device_start_) {}

void MemoryMeter::sample_device() { device_peak_ = std::max(device_peak_, device_memory_in_use()); }

MemoryUse MemoryMeter::peak() const {
  const Int64 host = kilobytes("/proc/self/status", "VmHWM:") - resident_files() - host_start_;
  return {device_peak_ - device_start_, std::max<Int64>(host, 0)};
}

void return_freed_memory() {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD,
          int(least_bytes_given_back)); // the default threshold grows with each freed block
#endif
}

Int64 available_device_memory() {
  return on_host ? available_host_memory() : Int64(device_memory().free);
}

Int64 memory_of_rank(const MpiComm& comm) {
  if (!on_host) return Int64(device_memory().total);
  return kilobytes("/proc/meminfo", "MemTotal:") / comm.node().size();
}

std::string memory_disagreement() {
  if (on_host) {
    const Int64 told = kilobytes("/proc/meminfo", "MemTotal:"), kernel = kernel_memory();
    return differ(told, kernel) ? fmt::format("/proc/meminfo {:.3f} GB, the kernel {:.3f} GB",
                                              double(told) / 1e9, double(kernel) / 1e9)
                                : "";
  }
  const Int64 total = Int64(device_memory().total), property = device_memory_property();
  return differ(total, property)
             ? fmt::format("memory of the device {:.3f} GB, by its properties {:.3f} GB",
                           double(total) / 1e9, double(property) / 1e9)
             : "";
}

std::string memory_problem(const MpiComm& comm, const MemoryUse& need) {
  const double wanted = double(on_host ? need.total() : need.host) * comm.node().size();
  const double there = double(available_host_memory());
  if (comm.min(there == 0.0 || wanted <= there) != 0) return {};
  return fmt::format(
      "not enough memory: this run needs about {:.1f} GB on a node and {:.1f} GB are "
      "available; use fewer unknowns or more nodes",
      wanted / 1e9, there / 1e9);
}

Int64 available_host_memory() { return kilobytes("/proc/meminfo", "MemAvailable:"); }

} // namespace isobar

#pragma once
#include <isobar/core/base/precision.hpp>

#include <map>
#include <string>

namespace isobar {

/// Measures the seconds of every labelled Kokkos kernel and region ("isobar/...") between
/// construction and stop(). It uses Kokkos' own profiling callbacks: core has no timers. Each
/// kernel is fenced on both sides, so a solve under it is slower than without; no figure of
/// merit comes from such a solve. A connector loaded through Kokkos Tools sees nothing
/// meanwhile and gets its callbacks back. Only one object may exist at a time. It also counts
/// allocations, and deep copies of more than 1 KiB, which are the copies of fields.
class KernelTimings {
public:
  struct Entry {
    Int64 calls = 0;
    double seconds = 0.0;
  };

  /// The events to which the object listens: kernels, regions, allocations and copies, or only
  /// the parts of a setup. With setup_parts CUDA graphs are still recorded, as without a tool.
  enum class Listen { all, setup_parts };

  explicit KernelTimings(Listen listen = Listen::all);
  ~KernelTimings();
  KernelTimings(const KernelTimings&) = delete;
  KernelTimings& operator=(const KernelTimings&) = delete;

  void stop();
  const std::map<std::string, Entry>& kernels() const { return kernels_; }
  const std::map<std::string, Entry>& regions() const { return regions_; }
  /// The beginning of the names of timed kernels and regions.
  std::string_view prefix() const { return prefix_; }
  Int64 allocations() const { return allocations_; }
  Int64 deep_copies() const { return deep_copies_; }

private:
  struct Callbacks; ///< the C functions that Kokkos calls
  std::string_view prefix_;
  std::map<std::string, Entry> kernels_, regions_;
  Int64 allocations_ = 0, deep_copies_ = 0;
  bool running_ = true;
};

} // namespace isobar

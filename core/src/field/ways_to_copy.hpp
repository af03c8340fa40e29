#pragma once
#include <isobar/core/field/bandwidth.hpp>

namespace isobar {

/// Source and target of a copy, in memory that kernels reach, aligned to 64 bytes and without overlap.
struct CopyTask {
  unsigned char* target;
  const unsigned char* source;
  Int64 bytes; ///< any number
};

/// A way to copy. Who calls `copy` fences.
struct CopyWay {
  std::string name;
  Stores stores;
  void (*copy)(const CopyTask& task);
};

/// By Kokkos::deep_copy, which is the run time's own copy on a device, and by kernels of 4, 8 and 16
/// bytes with one, two and four words in flight for each thread. The likeliest winners come first.
std::vector<CopyWay> ways_of_devices();
/// By ordinary stores, by streaming ones where compiler and machine have them, and by memcpy. Runs on
/// the host.
std::vector<CopyWay> ways_of_hosts();

/// Measures ways to copy as copy_bandwidth does.
CopyBandwidth measure(const std::vector<CopyWay>& ways, const CopyTask& task,
                      const SumOverRanks& sum, int samples);

} // namespace isobar

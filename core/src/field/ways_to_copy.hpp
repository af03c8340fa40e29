#pragma once
#include <isobar/core/field/bandwidth.hpp>

namespace isobar {

/// Source and target of a copy, in memory that kernels reach, aligned to 64 bytes and without overlap.
struct CopyTask {
  unsigned char* target;
  const unsigned char* source;
  Int64 bytes; ///< any number
};

/// A way to copy. The caller of `copy` fences.
struct CopyWay {
  std::string name;
  Stores stores;
  void (*copy)(const CopyTask& task);
};

/// Returns Kokkos::deep_copy, which is the run time's own copy on a device, and kernels. Kernels copy words of 4, 8 or 16
/// bytes, with one, two or four words in flight for each thread. The likely winners come first.
std::vector<CopyWay> ways_of_devices();
/// Returns ordinary stores, streaming stores if compiler and machine have them, and memcpy. They run on the host.
std::vector<CopyWay> ways_of_hosts();

/// Measures ways to copy as copy_bandwidth does.
CopyBandwidth measure(const std::vector<CopyWay>& ways, const CopyTask& task,
                      const SumOverRanks& sum, int samples);

} // namespace isobar

#pragma once
#include <isobar/core/base/types.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace isobar {

/// How a copy writes. `ordinary`: As kernels do; a host first reads a line
/// that is not in a cache. `streaming`: Past the caches of a host, without
/// that read. `library`: As the device's run time or the C library chooses.
enum class Stores { ordinary, streaming, library };
std::string_view to_string(Stores stores);

/// The bandwidth of one way to copy.
struct CopyRate {
  std::string way; ///< "deep_copy", "16 bytes x 2": two words of 16 bytes in flight for each thread
  Stores stores = Stores::ordinary;
  double bytes_per_second = 0.0; ///< read plus written, all ranks together: median of the samples
  int samples = 0;               ///< 1 if the way was far slower in its first sample
};

/// The bandwidths of all ways to copy a field.
struct CopyBandwidth {
  std::vector<CopyRate> ways;

  /// The fastest way of all: the copy bandwidth, the ceiling for kernels.
  CopyRate best() const;
  /// The fastest way with ordinary stores: the ceiling for kernels of a host,
  /// which store ordinarily because the next kernel reads what they write.
  CopyRate best_ordinary() const;
};

/// Sums one number of each rank; the result is the same on all ranks. Collective.
using SumOverRanks = std::function<double(double)>;
inline double one_rank(double x) { return x; }

/// Copies one field of this shape into another in every way that this machine has. A way gets a warm-up
/// and `samples` fenced samples, but only one sample if another way with the same kind of stores was
/// more than 5 % faster. A sample on a GPU is several copies without waits between them. All ranks take
/// the same samples at the same time: collective like `sum`. Allocates the two fields, and frees them.
/// Allocates the two fields, and frees them.
template <class T>
CopyBandwidth copy_bandwidth(int nx, int ny, int nz, const SumOverRanks& sum = one_rank,
                             int samples = 7);

/// Bytes of the last cache of a host's processor, from its operating system; 0 if it does not say.
Int64 last_cache_bytes();

/// Bytes a second, read plus written, of a = b + s c with ordinary stores (STREAM's triad), all ranks
/// together: the median of fenced samples after a warm-up. Two references are read and one is written, which
/// is closer to a host's kernels than a copy. `bytes`: size of each array; larger than last_cache_bytes(),
/// they are in no cache. Collective like `sum`. Allocates the three arrays, and frees them.
template <class T>
double triad_bandwidth(Int64 bytes, const SumOverRanks& sum = one_rank, int samples = 7);

} // namespace isobar

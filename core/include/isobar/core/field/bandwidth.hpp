#pragma once
#include <isobar/core/base/types.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace isobar {

/// The way in which a copy writes. `ordinary`: as kernels do; a host first reads a line that is not
/// in a cache. `streaming`: past the caches of a host, without this read. `library`: as the
/// device's run time or the C library chooses.
enum class Stores { ordinary, streaming, library };
/// The name of a way to write.
std::string_view to_string(Stores stores);

/// The bandwidth of one way to copy a field.
struct CopyRate {
  std::string way; ///< "deep_copy", "16 bytes x 2": two words of 16 bytes in flight for each thread
  Stores stores = Stores::ordinary;
  double bytes_per_second = 0.0; ///< read plus written, all ranks together: median of the samples
  int samples = 0;               ///< 1 if the way was far slower in its first sample
};

/// The bandwidths of all ways to copy a field.
struct CopyBandwidth {
  std::vector<CopyRate> ways;

  /// The fastest way of all. Its bandwidth is the copy bandwidth, the ceiling for kernels.
  CopyRate best() const;
  /// The fastest way with ordinary stores. Its bandwidth is the ceiling for kernels of a host,
  /// whose stores are ordinary because the next kernel reads what they write.
  CopyRate best_ordinary() const;
};

/// A function that sums one number of each rank. The result is the same on all ranks. Collective.
using SumOverRanks = std::function<double(double)>;
/// The sum over a single rank, which is x.
inline double one_rank(double x) { return x; }

/// Copies one field of this shape into another in every way that this machine has. A way gets a
/// warm-up and `samples` fenced samples. It gets only one sample if another way with the same kind
/// of stores was more than 5 % faster. A sample on a GPU consists of several copies without waits
/// between them. All ranks take the same samples at the same time: collective like `sum`. Allocates
/// the two fields, and frees them.
template <class T>
CopyBandwidth copy_bandwidth(int nx, int ny, int nz, const SumOverRanks& sum = one_rank,
                             int samples = 7);

/// Bytes of the last cache of a host's processor, from its operating system; 0 if the system does
/// not tell.
Int64 last_cache_bytes();

/// Measures STREAM's triad, a = b + s c, with ordinary stores. Returns bytes a second, read plus
/// written, of all ranks together: the median of fenced samples after a warm-up. The triad reads
/// two references and writes one, which is closer to a host's kernels than a copy is. `bytes` is
/// the size of each array; arrays larger than last_cache_bytes() are in no cache. Collective like
/// `sum`. Allocates the three arrays, and frees them.
template <class T>
double triad_bandwidth(Int64 bytes, const SumOverRanks& sum = one_rank, int samples = 7);

} // namespace isobar

#pragma once
#include <isobar/core/base/types.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace isobar {

/// How a way to copy writes. `ordinary`: as kernels do; on a host, a line that is written and not in a
/// cache is read first. `streaming`: past the caches of a host, without that read. `library`: as the
/// device's run time or the C library chooses.
enum class Stores { ordinary, streaming, library };
std::string_view to_string(Stores stores);

/// What one way to copy reached.
struct CopyRate {
  std::string way; ///< "deep_copy", "16 bytes x 2": two words of 16 bytes in flight for each thread
  Stores stores = Stores::ordinary;
  double bytes_per_second = 0.0; ///< read plus written, all ranks together: median of the samples
  int samples = 0;               ///< 1 if the way was far behind at once
};

/// What copies of a field reach, way by way.
struct CopyBandwidth {
  std::vector<CopyRate> ways;

  /// The fastest of all: the copy bandwidth, the ceiling that kernels are judged by.
  CopyRate best() const;
  /// The fastest one with ordinary stores. Kernels of a host store ordinarily, because the next kernel
  /// reads what they write, so this is what they can be held to.
  CopyRate best_ordinary() const;
};

/// The sum of one number of each rank, the same on all ranks. Collective.
using SumOverRanks = std::function<double(double)>;
inline double one_rank(double x) { return x; }

/// Copies one field of this shape into another in all ways that this machine has, one way after the
/// other. A way gets a warm-up and `samples` fenced samples, but only one sample where another way with
/// the same kind of stores was more than 5 % faster. A sample on a GPU is several copies that the host
/// gives out without waiting. All ranks take the same samples at the same time: collective like `sum`.
/// Allocates the two fields, and frees them.
template <class T>
CopyBandwidth copy_bandwidth(int nx, int ny, int nz, const SumOverRanks& sum = one_rank,
                             int samples = 7);

/// Bytes of the last cache of a host's processor as its operating system tells them; 0 where it does not.
Int64 last_cache_bytes();

/// Bytes a second, read plus written, of a = b + s c with ordinary stores (STREAM's triad), all ranks together: the median of
/// fenced samples behind a warm-up. Two references are read and one is written, which is what kernels of a host come
/// closer to than a copy. The arrays have `bytes` each; with more than last_cache_bytes() they are in no cache.
/// Collective like `sum`. Allocates the three arrays, and frees them.
template <class T>
double triad_bandwidth(Int64 bytes, const SumOverRanks& sum = one_rank, int samples = 7);

} // namespace isobar

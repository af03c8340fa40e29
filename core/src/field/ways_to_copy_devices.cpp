#include "field/ways_to_copy.hpp"

#include <isobar/core/base/kokkos_compat.hpp>

#include <cstdint>
#include <type_traits>

namespace isobar {
namespace {

/// The number of neighbouring threads that copy neighbouring words.
constexpr Int64 team = 256;

/// The bytes that one instruction loads and stores.
template <int bytes> struct alignas(bytes) Word {
  using Part = std::conditional_t<bytes % 4 == 0, std::uint32_t, unsigned char>;
  Part parts[bytes / int(sizeof(Part))];
};

/// Each thread copies `in_flight` words, a team's
/// width apart, so that a warp's loads are contiguous.
template <class W, int in_flight> struct CopyWords {
  W* target;
  const W* source;
  Int64 words;

  KOKKOS_FUNCTION void operator()(Int64 thread) const {
    const Int64 lane = thread % team, first = (thread - lane) * in_flight + lane;
    if (first + (in_flight - 1) * team < words) {
      W x[in_flight];
      ISOBAR_UNROLL
      for (int n = 0; n < in_flight; ++n) x[n] = source[first + n * team];
      ISOBAR_UNROLL
      for (int n = 0; n < in_flight; ++n) target[first + n * team] = x[n];
    } else { // at the end of the field
      for (Int64 n = first; n < words; n += team) target[n] = source[n];
    }
  }
};

template <int bytes, int in_flight> void copy_words(const CopyTask& task) {
  using W = Word<bytes>;
  const Int64 words = task.bytes / bytes, span = team * in_flight;
  const Int64 threads = (words + span - 1) / span * team;
  Kokkos::parallel_for("isobar/copy",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>(0, threads),
                       CopyWords<W, in_flight>{reinterpret_cast<W*>(task.target),
                                               reinterpret_cast<const W*>(task.source), words});
  if constexpr (bytes > 1) {
    const Int64 done = words * bytes;
    if (done < task.bytes)
      copy_words<1, 1>({task.target + done, task.source + done, task.bytes - done});
  }
}

void copy_deeply(const CopyTask& task) {
  using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  const Kokkos::View<unsigned char*, MemorySpace, Unmanaged> target(task.target, task.bytes);
  const Kokkos::View<const unsigned char*, MemorySpace, Unmanaged> source(task.source, task.bytes);
  Kokkos::deep_copy(ExecutionSpace(), target, source);
}

template <int bytes, int in_flight> CopyWay by_words() {
  return {std::to_string(bytes) + " bytes x " + std::to_string(in_flight), Stores::ordinary,
          copy_words<bytes, in_flight>};
}

} // namespace

std::vector<CopyWay> ways_of_devices() {
  return {{"deep_copy", Stores::library, copy_deeply},
          by_words<16, 1>(),
          by_words<16, 2>(),
          by_words<16, 4>(),
          by_words<8, 1>(),
          by_words<8, 2>(),
          by_words<8, 4>(),
          by_words<4, 1>(),
          by_words<4, 2>(),
          by_words<4, 4>()};
}

} // namespace isobar

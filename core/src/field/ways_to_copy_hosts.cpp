#include "base/registers.hpp"
#include "field/ways_to_copy.hpp"

#include <isobar/core/base/kokkos_compat.hpp>

#include <atomic>
#include <cstring>

#if defined(__SSE2__) && !defined(__clang__) && defined(ISOBAR_VECTOR_EXTENSION)
#include <immintrin.h>
#endif

namespace isobar {
namespace {

#ifdef ISOBAR_VECTOR_EXTENSION
typedef double Register __attribute__((vector_size(register_bytes), may_alias));
#else
using Register = double;
#endif

/// Two cache lines, which are loaded before they are stored.
constexpr int line = 128, registers = line / int(sizeof(Register));

void store(Register* target, Register x) { *target = x; }

// GCC has only the processor's own streaming stores; clang has them for all processors.
#if !defined(ISOBAR_VECTOR_EXTENSION) || (!defined(__clang__) && !defined(__SSE2__))
constexpr bool can_stream = false;
void stream(Register* target, Register x) { store(target, x); }
#else
constexpr bool can_stream = true;
void stream(Register* target, Register x) {
#if defined(__clang__)
  __builtin_nontemporal_store(x, target);
#elif defined(__AVX512F__)
  _mm512_stream_pd(reinterpret_cast<double*>(target), x);
#elif defined(__AVX__)
  _mm256_stream_pd(reinterpret_cast<double*>(target), x);
#else
  _mm_stream_pd(reinterpret_cast<double*>(target), x);
#endif
}
#endif

/// A compiler must assume that both places may overlap, so that no compiler replaces this loop by memcpy.
template <void (*put)(Register*, Register)>
void copy_registers(unsigned char* target, const unsigned char* source, Int64 lines) {
  Register* to = reinterpret_cast<Register*>(target);
  const Register* from = reinterpret_cast<const Register*>(source);
  for (Int64 n = 0; n < lines; ++n, to += registers, from += registers) {
    Register x[registers];
    for (int r = 0; r < registers; ++r) x[r] = from[r];
    for (int r = 0; r < registers; ++r) put(to + r, x[r]);
  }
  // Other threads see streaming stores only behind a fence.
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

void copy_by_library(unsigned char* target, const unsigned char* source, Int64 lines) {
  std::memcpy(target, source, lines * line);
}

/// Each thread copies its share of the lines, and the caller copies the rest behind the last line.
template <void (*copy_lines)(unsigned char*, const unsigned char*, Int64)>
void copy_shares(const CopyTask& task) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  const int threads = Host().concurrency();
  const Int64 lines = task.bytes / line;
  const auto share = [=](int thread) {
    const Int64 first = lines * thread / threads, end = lines * (thread + 1) / threads;
    copy_lines(task.target + first * line, task.source + first * line, end - first);
  };
  Kokkos::parallel_for("isobar/copy", Kokkos::RangePolicy<Host>(0, threads), share);
  std::memcpy(task.target + lines * line, task.source + lines * line, task.bytes % line);
}

} // namespace

std::vector<CopyWay> ways_of_hosts() {
  std::vector<CopyWay> ways = {
      {"ordinary stores", Stores::ordinary, copy_shares<copy_registers<store>>},
      {"memcpy", Stores::library, copy_shares<copy_by_library>}};
  if (can_stream)
    ways.push_back({"streaming stores", Stores::streaming, copy_shares<copy_registers<stream>>});
  return ways;
}

} // namespace isobar

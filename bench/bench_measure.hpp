#pragma once
#include "kernel_works.hpp"

#include <benchmark/benchmark.h>
#include <cstdint>
#include <isobar/core/field/bandwidth.hpp>
#include <map>
#include <string>
#include <vector>

/// What the benchmarks of single kernels share.
namespace isobar::bench {

inline constexpr int nz = 128;
/// A GPU's solver launches the next kernel while one runs; timed one by one, small ones would show
/// the time of a launch.
inline constexpr int launches = on_host ? 1 : 10;

/// Columns in x and in y.
inline std::vector<int> sizes() {
  if (on_host) return {32, 64, 128, 256};
  return {32, 64, 128, 256, 512};
}

template <class T> CopyBandwidth copies(int n) {
  static std::map<int, CopyBandwidth> known;
  const auto found = known.find(n);
  if (found != known.end()) return found->second;
  return known[n] = copy_bandwidth<T>(n, n, nz);
}

/// Of arrays that are in no cache, once for all kernels.
template <class T> double triad() {
  static const double rate = triad_bandwidth<T>(std::max<Int64>(last_cache_bytes(), 1 << 25));
  return rate;
}

/// Times work(), which moves so many modelled bytes, beside copies of a field of n x n columns.
template <class T, class Body>
void time_launches(benchmark::State& state, const Body& work, double bytes, int n) {
  const CopyBandwidth copy = copies<T>(n);
  const double best = copy.best().bytes_per_second;
  double seconds = 0.0;
  for (auto _ : state) {
    Kokkos::fence();
    const Kokkos::Timer timer;
    for (int call = 0; call < launches; ++call) work();
    Kokkos::fence();
    const double mean = timer.seconds() / launches;
    state.SetIterationTime(mean);
    seconds += mean;
  }
  const double rate = bytes * double(state.iterations()) / seconds;
  state.SetBytesProcessed(std::int64_t(bytes * double(state.iterations())));
  state.counters["copy_GB/s"] = best / 1e9;
  state.counters["percent_of_copy"] = 100.0 * rate / best;
  if constexpr (on_host) {
    state.counters["ordinary_copy_GB/s"] = copy.best_ordinary().bytes_per_second / 1e9;
    state.counters["triad_GB/s"] = triad<T>() / 1e9;
    state.counters["percent_of_triad"] = 100.0 * rate / triad<T>();
  }
}

/// Place is built from n.
template <class T, class Place>
void measure(benchmark::State& state, const Work<Place>& work, double bytes) {
  const int n = int(state.range(0));
  Place place(n);
  time_launches<T>(
      state, [&] { work(place); }, bytes, n);
}

template <class P, class Place>
void add(const std::string& name, const Work<Place>& work, double bytes_per_cell, int n) {
  using T = typename P::storage;
  const double bytes = double(n) * n * nz * bytes_per_cell;
  const std::string full = name + '/' + std::string(precision_name<P>()) +
                           (P::layout == Layout::z_fastest ? "-z-fastest" : "");
  benchmark::RegisterBenchmark(full.c_str(),
                               [=](benchmark::State& s) { measure<T, Place>(s, work, bytes); })
      ->ArgName("columns")
      ->Arg(n)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

template <class P, class Place> void add(Kernel kernel, const Work<Place>& work, int n) {
  add<P, Place>(std::string(traffic(kernel).name), work,
                modelled_bytes(kernel, 1, sizeof(typename P::storage)), n);
}

/// Registers the kernels on fields of columns and boxes.
void add_fields();
/// Which kernels of the list have no benchmark, as words behind a space each; empty if all have one.
std::string without_benchmark();

/// Registers the kernels on stored matrices.
void add_stored();
/// Which they are.
std::vector<Kernel> stored_kernels();

} // namespace isobar::bench

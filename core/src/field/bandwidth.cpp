#include <isobar/core/field/bandwidth.hpp>

#include "field/ways_to_copy.hpp"

#include <isobar/core/field/field.hpp>

#include <algorithm>
#include <array>
#include <unistd.h>

namespace isobar {
namespace {

/// Returns the number of copies between two fences. On a GPU one copy would show the time of its launch and of the wait, so
/// enough copies go together. A host has neither.
int copies_of_a_sample(Int64 bytes) {
  if (on_host) return 1;
  constexpr Int64 enough = Int64(4) << 30;
  return int(std::clamp<Int64>(enough / std::max<Int64>(bytes, 1), 1, 16));
}

/// Returns the bytes a second of this rank.
double sample(const CopyWay& way, const CopyTask& task) {
  const int copies = copies_of_a_sample(task.bytes);
  Kokkos::fence();
  const Kokkos::Timer timer;
  for (int n = 0; n < copies; ++n) way.copy(task);
  Kokkos::fence();
  return 2.0 * double(task.bytes) * copies / timer.seconds();
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

template <class T> struct Triad {
  using Array = Kokkos::View<T*, MemorySpace>;
  Array a, b, c;

  explicit Triad(Int64 count)
      : a(unwritten("isobar triad a"), count), b(unwritten("isobar triad b"), count),
        c(unwritten("isobar triad c"), count) {
    Kokkos::deep_copy(b, T(1));
    Kokkos::deep_copy(c, T(2));
  }
  KOKKOS_FUNCTION void operator()(Int64 n) const { a(n) = b(n) + T(0.5) * c(n); }
  /// Runs the triad and waits.
  void run() const {
    using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>;
    Kokkos::parallel_for("isobar/triad", Range(0, Int64(a.size())), *this);
    Kokkos::fence();
  }

private:
  static auto unwritten(const char* label) {
    return Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing);
  }
};

template <class Accept> CopyRate fastest(const std::vector<CopyRate>& ways, const Accept& accept) {
  CopyRate best;
  for (const CopyRate& way : ways)
    if (accept(way) && way.bytes_per_second > best.bytes_per_second) best = way;
  return best;
}

} // namespace

std::string_view to_string(Stores stores) {
  constexpr std::array<std::string_view, 3> words{"ordinary", "streaming", "library"};
  return words[std::size_t(stores)];
}

CopyRate CopyBandwidth::best() const {
  return fastest(ways, [](const CopyRate&) { return true; });
}

CopyRate CopyBandwidth::best_ordinary() const {
  return fastest(ways, [](const CopyRate& way) { return way.stores == Stores::ordinary; });
}

CopyBandwidth measure(const std::vector<CopyWay>& ways, const CopyTask& task,
                      const SumOverRanks& sum, int samples) {
  CopyBandwidth result;
  std::array<double, 3> leaders = {}; // first samples, by kind of stores
  for (const CopyWay& way : ways) {
    way.copy(task); // the warm-up
    std::vector<double> rates = {sum(sample(way, task))};
    double& leader = leaders[std::size_t(way.stores)];
    leader = std::max(leader, rates[0]);
    // Ranks whose sums differ in the last digit must decide alike.
    const bool far_behind = sum(rates[0] < 0.95 * leader ? 1.0 : 0.0) > 0.0;
    while (!far_behind && int(rates.size()) < samples) rates.push_back(sum(sample(way, task)));
    result.ways.push_back({way.name, way.stores, median(rates), int(rates.size())});
  }
  return result;
}

template <class T>
CopyBandwidth copy_bandwidth(int nx, int ny, int nz, const SumOverRanks& sum, int samples) {
  const Field<T> from("isobar copy source", nx, ny, nz), to("isobar copy target", nx, ny, nz);
  Kokkos::deep_copy(from.flat(), T(1));
  const CopyTask task{reinterpret_cast<unsigned char*>(to.flat().data()),
                      reinterpret_cast<const unsigned char*>(from.flat().data()),
                      to.shape().size() * Int64(sizeof(T))};
  return measure(on_host ? ways_of_hosts() : ways_of_devices(), task, sum, samples);
}

Int64 last_cache_bytes() {
  Int64 bytes = 0;
#if defined(_SC_LEVEL2_CACHE_SIZE) && defined(_SC_LEVEL3_CACHE_SIZE)
  for (const int level : {_SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE})
    bytes = std::max(bytes, Int64(sysconf(level)));
#endif
  return bytes;
}

template <class T> double triad_bandwidth(Int64 bytes, const SumOverRanks& sum, int samples) {
  const Triad<T> triad(std::max<Int64>(1, bytes / Int64(sizeof(T))));
  triad.run(); // the warm-up
  std::vector<double> rates;
  for (int n = 0; n < samples; ++n) {
    const Kokkos::Timer timer;
    triad.run();
    rates.push_back(sum(3.0 * double(triad.a.size()) * sizeof(T) / timer.seconds()));
  }
  return median(std::move(rates));
}

template double triad_bandwidth<double>(Int64, const SumOverRanks&, int);
template double triad_bandwidth<float>(Int64, const SumOverRanks&, int);
template CopyBandwidth copy_bandwidth<double>(int, int, int, const SumOverRanks&, int);
template CopyBandwidth copy_bandwidth<float>(int, int, int, const SumOverRanks&, int);

} // namespace isobar

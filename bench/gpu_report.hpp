#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/field/bandwidth.hpp>
#include <isobar/core/launch/launch_plan.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace isobar {
class MpiComm;
}

/// The parts of isobar_gpu_report, which measures the table of goals for one H200.
namespace isobar::gpu_report {

/// Sizes of a run. The goals hold for the defaults.
struct Sizes {
  int columns = 512; ///< in x and in y
  int nz = 128;
  int repeats = 15;
  std::vector<MarchRule> march = {}; ///< launch rules of all levels
};

/// Median and spread of one figure.
struct Measured {
  double median = 0.0, least = 0.0, most = 0.0;
  /// The figure in another unit.
  template <class Convert> Measured as(const Convert& convert) const {
    const double a = convert(least), b = convert(most);
    return {convert(median), std::min(a, b), std::max(a, b)};
  }
};

/// A line of the table. The goal is a lower bound for percentages and unknowns, and an upper bound
/// for times and ratios of times.
struct Row {
  std::string what, unit;
  std::optional<double> study, goal, stretch;
  std::optional<Measured> measured;
  std::string remark = {}; ///< why there is no figure, or why it does not count
  std::string detail = {}; ///< further results of the measurement
  bool reaches(std::optional<double> bound) const {
    if (!remark.empty() || !measured || !bound) return false;
    const bool from_below = unit == "%" || unit == "unknowns";
    return from_below ? measured->median >= *bound : measured->median <= *bound;
  }
};

/// Bandwidths of copies of a field of doubles and of one of floats. The best rate is the best of several
/// medians, so that kernels do not gain from a ceiling that was measured too low.
struct CopyRates {
  CopyBandwidth doubles, floats;
  double in_double() const { return doubles.best().bytes_per_second; }
  double in_float() const { return floats.best().bytes_per_second; }
};

/// Seconds of one launch, when the host launches `launches` without waiting, as in a solve.
template <class Work> double sample(int launches, const Work& work) {
  Kokkos::fence();
  const Kokkos::Timer timer;
  for (int l = 0; l < launches; ++l) work();
  Kokkos::fence();
  return timer.seconds() / launches;
}

/// Median and spread of a list that is not empty.
inline Measured statistics(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const std::size_t n = samples.size();
  return {0.5 * (samples[(n - 1) / 2] + samples[n / 2]), samples.front(), samples.back()};
}

/// Seconds of `repeats` samples, after two that do not count.
template <class Work> Measured seconds(int repeats, int launches, const Work& work) {
  std::vector<double> samples;
  for (int n = -2; n < repeats; ++n)
    if (const double s = sample(launches, work); n >= 0) samples.push_back(s);
  return statistics(samples);
}

CopyRates measure_copies(const Sizes& sizes);
/// Kernels alone on the finest level, in percent of a copy.
std::vector<Row> kernel_rows(const Sizes& sizes, const CopyRates& copies);
/// V-cycles and CG iterations, in ms and in percent by the papers' count of bytes.
std::vector<Row> cycle_rows(const Sizes& sizes, const CopyRates& copies);
/// The smoother's time with Kokkos over that with plain CUDA, in double and float. Other backends measure
/// nothing.
std::vector<Row> plain_rows(const Sizes& sizes);
/// Times of the deck's solve to 1e-5, setups and updates. They include the host's waits, and exclude
/// transposition and copies.
std::vector<Row> solve_rows(const Sizes& sizes, const std::string& deck, const MpiComm& comm);
/// Solves the largest n x n columns that `memory` bytes of the device hold, once and by the papers'
/// algorithm. It tries smaller ones if memory turns out to be short.
Row largest_row(const Sizes& sizes, Int64 memory, const MpiComm& comm);
/// The line of largest_row() if the largest problem is not measured.
Row largest_row_not_measured(const std::string& why);

} // namespace isobar::gpu_report

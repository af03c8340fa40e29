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

/// The table of goals for one H200, as measured: what isobar_gpu_report is put together from.
namespace isobar::gpu_report {

/// Sizes of a run; the goals are those of the defaults.
struct Sizes {
  int columns = 512; ///< in x and in y
  int nz = 128;
  int repeats = 15;
  std::vector<MarchRule> march = {}; ///< launch rules of all levels
};

/// Median and spread of one figure.
struct Measured {
  double median = 0.0, least = 0.0, most = 0.0;
  /// The same in another unit.
  template <class Convert> Measured as(const Convert& convert) const {
    const double a = convert(least), b = convert(most);
    return {convert(median), std::min(a, b), std::max(a, b)};
  }
};

/// A line of the table. The goal is a bound from below for percentages and unknowns, from above for
/// times and ratios of times.
struct Row {
  std::string what, unit;
  std::optional<double> study, goal, moonshot;
  std::optional<Measured> measured;
  std::string remark = {}; ///< why there is no figure or it does not count, or nothing
  std::string detail = {}; ///< what else the measurement told
  bool reaches(std::optional<double> bound) const {
    if (!remark.empty() || !measured || !bound) return false;
    const bool from_below = unit == "%" || unit == "unknowns";
    return from_below ? measured->median >= *bound : measured->median <= *bound;
  }
};

/// What copies of a field of doubles and of one of floats reach. Their best rate is the best of several
/// medians, as kernels must not gain by a ceiling that was measured low.
struct CopyRates {
  CopyBandwidth doubles, floats;
  double in_double() const { return doubles.best().bytes_per_second; }
  double in_float() const { return floats.best().bytes_per_second; }
};

/// Seconds of one launch among `launches` that the host gives out without waiting, as in a solve.
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

/// Of `repeats` samples, after two that do not count.
template <class Work> Measured seconds(int repeats, int launches, const Work& work) {
  std::vector<double> samples;
  for (int n = -2; n < repeats; ++n)
    if (const double s = sample(launches, work); n >= 0) samples.push_back(s);
  return statistics(samples);
}

CopyRates measure_copies(const Sizes& sizes);
/// Kernels alone on the finest level, in percent of a copy.
std::vector<Row> kernel_rows(const Sizes& sizes, const CopyRates& copies);
/// V-cycles and CG iterations, in ms and by the papers' formula of bytes.
std::vector<Row> cycle_rows(const Sizes& sizes, const CopyRates& copies);
/// Kokkos' time over plain CUDA's for the smoother, in double and float; nothing measured in builds for
/// other backends.
std::vector<Row> plain_rows(const Sizes& sizes);
/// Time of the deck's solve to 1e-5, host's waits included, transposition and copies not, and that of
/// setups and updates.
std::vector<Row> solve_rows(const Sizes& sizes, const std::string& deck, const MpiComm& comm);
/// Solves, once and by the papers' algorithm, the largest n x n columns that `memory` bytes of the
/// device hold; smaller ones where memory turns out to be short.
Row largest_row(const Sizes& sizes, Int64 memory, const MpiComm& comm);
/// What the same line says if nobody asked for it.
Row largest_row_not_measured(const std::string& why);

} // namespace isobar::gpu_report

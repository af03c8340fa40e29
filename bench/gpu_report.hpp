#pragma once
#include <isobar/core/kernels.hpp>
#include <isobar/core/kokkos_compat.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

/// The table of goals for one H200, as measured: what isobar_gpu_report is put together from.
namespace isobar::gpu_report {

/// Sizes of a run; the goals are those of the defaults.
struct Sizes {
  int columns = 512; ///< in x and in y
  int nz = 128;
  int repeats = 15;
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

/// A line of the table. The goal is a bound from above for times and from below for percentages.
struct Row {
  std::string what, unit;
  std::optional<double> study, goal, moonshot;
  Measured measured;
  std::string remark = {}; ///< why the figure does not count, or nothing
  bool reaches(std::optional<double> bound) const {
    return remark.empty() && bound &&
           (unit == "ms" ? measured.median <= *bound : measured.median >= *bound);
  }
};

/// Copy bandwidth, bytes a second: the best of several medians, as kernels must not gain by a
/// ceiling that was measured low.
struct CopyRates {
  double in_double = 0.0, in_float = 0.0;
};

/// Seconds of one launch among `launches` that the host gives out without waiting, as in a solve.
template <class Work> Measured seconds(int repeats, int launches, const Work& work) {
  std::vector<double> samples;
  for (int n = -2; n < repeats; ++n) {
    Kokkos::fence();
    const Kokkos::Timer timer;
    for (int l = 0; l < launches; ++l) work();
    Kokkos::fence();
    if (n >= 0) samples.push_back(timer.seconds() / launches);
  }
  std::sort(samples.begin(), samples.end());
  return {samples[samples.size() / 2], samples.front(), samples.back()};
}

CopyRates measure_copies(const Sizes& sizes);
/// Kernels alone on the finest level, in percent of a copy.
std::vector<Row> kernel_rows(const Sizes& sizes, const CopyRates& copies);
/// V-cycles and CG iterations, in ms and by the papers' formula of bytes.
std::vector<Row> cycle_rows(const Sizes& sizes, const CopyRates& copies);

} // namespace isobar::gpu_report

#include <isobar/core/base/device_array.hpp>
#include <isobar/core/fem/row_schedule.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// The places of a matrix's entries, on the host.
struct HostPattern {
  Kokkos::View<Int64*, MemorySpace>::HostMirror offsets;
  Kokkos::View<int*, MemorySpace>::HostMirror columns;

  template <class T>
  explicit HostPattern(const CsrRows<T>& a)
      : offsets(Kokkos::create_mirror_view_and_copy(HostSpace(), a.offsets)),
        columns(Kokkos::create_mirror_view_and_copy(HostSpace(), a.columns)) {}

  int rows() const { return int(offsets.extent(0)) - 1; }
  /// Calls use(m) for the columns m < n of row n, which ascend.
  template <class Use> void visit_before(int n, const Use& use) const {
    for (Int64 at = offsets(n); at < offsets(n + 1) && columns(at) < n; ++at) use(columns(at));
  }
};

/// Returns the schedule of rows, from the number of each row's group.
RowSchedule in_groups(const std::vector<int>& group_of) {
  const int groups = group_of.empty() ? 0 : *std::ranges::max_element(group_of) + 1;
  RowSchedule schedule;
  schedule.starts.assign(std::size_t(groups) + 1, 0);
  for (const int group : group_of) ++schedule.starts[std::size_t(group) + 1];
  for (int g = 0; g < groups; ++g) schedule.starts[g + 1] += schedule.starts[g];
  std::vector<int> next(schedule.starts.begin(), schedule.starts.end() - 1), rows(group_of.size());
  for (std::size_t n = 0; n < group_of.size(); ++n) rows[next[group_of[n]]++] = int(n);
  schedule.rows = on_device("isobar fem schedule", rows);
  return schedule;
}

std::vector<int> levels_of(const HostPattern& a) {
  std::vector<int> level(std::size_t(a.rows()), 0);
  for (int n = 0; n < a.rows(); ++n)
    a.visit_before(n, [&](int m) { level[n] = std::max(level[n], level[m] + 1); });
  return level;
}

std::vector<int> colours_of(const HostPattern& a) {
  std::vector<int> colour(std::size_t(a.rows()), 0);
  std::vector<int> taken_by; // by colour, the last row with a neighbour of this colour
  for (int n = 0; n < a.rows(); ++n) {
    a.visit_before(n, [&](int m) {
      taken_by.resize(std::max(taken_by.size(), std::size_t(colour[m]) + 1), -1);
      taken_by[colour[m]] = n;
    });
    while (std::size_t(colour[n]) < taken_by.size() && taken_by[colour[n]] == n) ++colour[n];
  }
  return colour;
}

} // namespace

template <class T> RowSchedule schedule_by_levels(const CsrRows<T>& a) {
  return in_groups(levels_of(HostPattern(a)));
}

template <class T> RowSchedule schedule_by_colours(const CsrRows<T>& a) {
  return in_groups(colours_of(HostPattern(a)));
}

template RowSchedule schedule_by_levels(const CsrRows<double>&);
template RowSchedule schedule_by_levels(const CsrRows<float>&);
template RowSchedule schedule_by_colours(const CsrRows<double>&);
template RowSchedule schedule_by_colours(const CsrRows<float>&);

} // namespace isobar

#include "run/statistics.hpp"

#include <isobar/core/base/region.hpp>

#include <algorithm>
#include <set>

namespace isobar {
namespace {

/// Gathers one number of every rank, on all ranks, and sorts them.
std::vector<double> gather(const MpiComm& comm, double mine) {
  std::vector<double> all(comm.size());
  check_mpi(MPI_Allgather(&mine, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, comm.get()),
            "MPI_Allgather");
  std::sort(all.begin(), all.end());
  return all;
}

/// Splits a label: "isobar/smooth/0" -> ("smooth", 0); level -1 if the label names no level.
std::pair<std::string, int> parse_label(const std::string& label) {
  const std::string rest = label.substr(kernel_label_prefix.size());
  const auto slash = rest.find('/');
  if (slash == std::string::npos) return {rest, -1};
  return {rest.substr(0, slash), std::stoi(rest.substr(slash + 1))};
}

const KernelTraffic* traffic_of(const std::string& name) {
  const auto found = std::ranges::find(kernel_traffic, name, &KernelTraffic::name);
  return found == kernel_traffic.end() ? nullptr : &*found;
}

/// The labels of rank 0, on all ranks, so that all ranks make the same table.
std::vector<std::string> shared_labels(const MpiComm& comm, const KernelTimings& timings) {
  std::set<std::string> mine; // a region may share its label with a kernel in it
  for (const auto* entries : {&timings.kernels(), &timings.regions()})
    for (const auto& [label, entry] : *entries) mine.insert(label);
  std::string text;
  for (const std::string& label : mine) text += label + '\n';
  int length = int(text.size());
  check_mpi(MPI_Bcast(&length, 1, MPI_INT, 0, comm.get()), "MPI_Bcast");
  text.resize(length);
  check_mpi(MPI_Bcast(text.data(), length, MPI_CHAR, 0, comm.get()), "MPI_Bcast");
  std::vector<std::string> labels;
  for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
    end = text.find('\n', at);
    labels.push_back(text.substr(at, end - at));
  }
  return labels;
}

} // namespace

double median(std::vector<double> values) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

void reduce_over_ranks(const MpiComm& comm, Timing& timing) {
  const std::vector<double> medians = gather(comm, timing.median());
  timing.rank_min = medians.front();
  timing.rank_median = median(medians);
  timing.rank_max = medians.back();
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, timing.samples.data(), int(timing.samples.size()),
                          MPI_DOUBLE, MPI_MAX, comm.get()),
            "MPI_Allreduce");
}

std::vector<SetupPart> setup_parts(const MpiComm& comm, const KernelTimings& timings) {
  std::vector<SetupPart> parts;
  for (const std::string& label : shared_labels(comm, timings)) {
    const auto found = timings.regions().find(label);
    const double mine = found == timings.regions().end() ? 0.0 : found->second.seconds;
    parts.push_back({label.substr(setup_part::prefix.size()), gather(comm, mine).back()});
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const SetupPart& a, const SetupPart& b) { return a.seconds > b.seconds; });
  return parts;
}

std::vector<KernelRow> kernel_rows(const MpiComm& comm, const KernelTimings& timings,
                                   const ModelledCalls& modelled) {
  std::vector<KernelRow> rows;
  for (const std::string& label : shared_labels(comm, timings)) {
    KernelTimings::Entry mine;
    for (const auto* entries : {&timings.kernels(), &timings.regions()})
      if (const auto found = entries->find(label); found != entries->end()) mine = found->second;
    KernelRow row;
    std::tie(row.kernel, row.level) = parse_label(label);
    row.calls = mine.calls;
    std::vector<double> seconds = gather(comm, mine.seconds);
    const KernelTraffic* known = traffic_of(row.kernel);
    if (row.level >= 0 && known != nullptr) {
      const ModelledCall call = modelled(*known, row.level);
      row.bytes = double(mine.calls) * call.bytes;
      if (call.ranks > 0) seconds.erase(seconds.begin(), seconds.end() - call.ranks); // others wait
    }
    row.seconds_min = seconds.front();
    row.seconds = median(seconds);
    row.seconds_max = seconds.back();
    rows.push_back(row);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const KernelRow& a, const KernelRow& b) { return a.seconds > b.seconds; });
  return rows;
}

} // namespace isobar

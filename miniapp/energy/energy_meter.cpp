#include "energy/energy_meter.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace isobar {
namespace {

constexpr char separator = '\n';

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
    end = text.find(separator, at);
    lines.push_back(text.substr(at, end - at));
  }
  return lines;
}

/// The devices that each rank of the node can read. Collective.
std::vector<std::vector<std::string>>
devices_of_ranks(const MpiComm& node, const std::vector<std::unique_ptr<EnergyCounter>>& mine) {
  std::string text;
  for (const auto& counter : mine) text += counter->device() + separator;
  const int length = int(text.size());
  std::vector<int> lengths(std::size_t(node.size())), starts(lengths.size());
  check_mpi(MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, node.get()),
            "MPI_Allgather");
  std::exclusive_scan(lengths.begin(), lengths.end(), starts.begin(), 0);
  std::string all(std::size_t(starts.back() + lengths.back()), '\0');
  check_mpi(MPI_Allgatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(),
                           MPI_CHAR, node.get()),
            "MPI_Allgatherv");
  std::vector<std::vector<std::string>> devices;
  for (std::size_t rank = 0; rank < lengths.size(); ++rank)
    devices.push_back(lines_of(all.substr(std::size_t(starts[rank]), std::size_t(lengths[rank]))));
  return devices;
}

} // namespace

std::vector<bool> counted_by(const std::vector<std::vector<std::string>>& devices_of_ranks,
                             int rank) {
  std::vector<bool> counted;
  for (const std::string& device : devices_of_ranks[std::size_t(rank)])
    counted.push_back(
        std::none_of(devices_of_ranks.begin(), devices_of_ranks.begin() + rank,
                     [&](const auto& earlier) { return std::ranges::count(earlier, device) > 0; }));
  return counted;
}

std::uint64_t renewed(const EnergyCounter& counter) {
  const std::uint64_t old = counter.microjoules();
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
  std::uint64_t value = old;
  while (value == old && std::chrono::steady_clock::now() < end) value = counter.microjoules();
  return value;
}

int solves_to_measure(double seconds_of_one) {
  if (!(seconds_of_one > 0.0)) return 1;
  return int(std::clamp(std::ceil(EnergyMeter::wanted_seconds / seconds_of_one), 1.0, 1e6));
}

EnergyMeter::EnergyMeter(const MpiComm& comm, EnergyCounters counters) : comm_(comm) {
  const MpiComm node = comm.node();
  const std::vector<bool> mine = counted_by(devices_of_ranks(node, counters.counters), node.rank());
  for (std::size_t n = 0; n < mine.size(); ++n)
    if (mine[n]) counters_.push_back(std::move(counters.counters[n]));
  use_.source = comm.first_text(counters.source);
  use_.reason = comm.first_text(counters.reason);
  use_.devices = int(counters_.size());
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &use_.devices, 1, MPI_INT, MPI_SUM, comm.get()),
            "MPI_Allreduce");
}

std::vector<std::uint64_t> EnergyMeter::readings() try {
  std::vector<std::uint64_t> all;
  for (const auto& counter : counters_) all.push_back(renewed(*counter));
  return all;
} catch (const EnergyUnknown& e) {
  problem_ = e.what();
  return std::vector<std::uint64_t>(counters_.size());
}

void EnergyMeter::start() { before_ = readings(); }

EnergyUse EnergyMeter::stop(double seconds, int solves) {
  const std::vector<std::uint64_t> after = readings();
  EnergyUse use = use_;
  for (std::size_t n = 0; n < counters_.size(); ++n)
    use.joules += 1e-6 * double(microjoules_between(before_[n], after[n], counters_[n]->range()));
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &use.joules, 1, MPI_DOUBLE, MPI_SUM, comm_.get()),
            "MPI_Allreduce");
  check_mpi(MPI_Allreduce(&seconds, &use.seconds, 1, MPI_DOUBLE, MPI_MAX, comm_.get()),
            "MPI_Allreduce");
  use.solves = solves;
  use.reason = comm_.first_text(problem_);
  if (use.is_known() && use.seconds < least_seconds)
    use.reason = fmt::format("{:.3f} s of solves are too short for the counter; {} s would do",
                             use.seconds, least_seconds);
  return use;
}

} // namespace isobar

#pragma once
#include "run/kernel_timings.hpp"
#include "run/record.hpp"

#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/launch/kernel_list.hpp>

#include <functional>
#include <vector>

namespace isobar {

/// Median of a list; 0 for an empty one.
double median(std::vector<double> values);

/// Fills in the spread over ranks of a timing with this rank's samples,
/// and replaces the samples by the slowest rank's. Collective.
void reduce_over_ranks(const MpiComm& comm, Timing& timing);

/// The parts of a setup from this rank's timings of it, the longest first. Collective.
std::vector<SetupPart> setup_parts(const MpiComm& comm, const KernelTimings& timings);

/// One call of a kernel as it is modelled.
struct ModelledCall {
  double bytes;  ///< of all ranks together
  int ranks = 0; ///< that make it, the first ones; 0: all
};
using ModelledCalls = std::function<ModelledCall(const KernelTraffic& kernel, int level)>;

/// The table of kernels from this rank's timings of one solve. Collective; the labels are those
/// of rank 0, which runs every kernel that others run.
std::vector<KernelRow> kernel_rows(const MpiComm& comm, const KernelTimings& timings,
                                   const ModelledCalls& modelled);

} // namespace isobar

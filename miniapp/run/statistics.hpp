#pragma once
#include "run/kernel_timings.hpp"
#include "run/record.hpp"

#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/launch/kernel_list.hpp>

#include <functional>
#include <vector>

namespace isobar {

/// The median of a list; 0 for an empty list.
double median(std::vector<double> values);

/// Sets the spread over ranks of a timing from this rank's samples,
/// and replaces the samples by the slowest rank's. Collective.
void reduce_over_ranks(const MpiComm& comm, Timing& timing);

/// The parts of a setup from this rank's timings, the longest first. Collective.
std::vector<SetupPart> setup_parts(const MpiComm& comm, const KernelTimings& timings);

/// The model of one call of a kernel.
struct ModelledCall {
  double bytes;  ///< bytes of all ranks together
  int ranks = 0; ///< ranks that make the call, the first ones; 0: all
};
using ModelledCalls = std::function<ModelledCall(const KernelTraffic& kernel, int level)>;

/// The table of kernels from this rank's timings of one solve. The labels
/// are those of rank 0, which runs every kernel that others run. Collective.
std::vector<KernelRow> kernel_rows(const MpiComm& comm, const KernelTimings& timings,
                                   const ModelledCalls& modelled);

} // namespace isobar

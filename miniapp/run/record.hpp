#pragma once
#include "energy/energy_use.hpp"
#include "output/written_file.hpp"
#include "run/check.hpp"
#include "run/memory.hpp"

#include <isobar/core/field/bandwidth.hpp>
#include <isobar/core/multigrid/solve.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The results that the runs of all programs report.
namespace isobar {

/// A time that is measured in every repeat. The samples are seconds between two barriers, that is,
/// the time of the slowest rank. The spread over ranks is the spread of each rank's own median.
struct Timing {
  std::vector<double> samples;
  double rank_min = 0.0, rank_median = 0.0, rank_max = 0.0;
  double median() const;
};

/// The row of a kernel or a region on one level, for one solve. Bytes are those of all ranks.
struct KernelRow {
  std::string kernel;
  int level = 0;
  Int64 calls = 0;                                            ///< on each rank
  double seconds_min = 0.0, seconds = 0.0, seconds_max = 0.0; ///< over ranks: min, median, max
  double bytes = 0.0;                                         ///< by the model; 0 if there is none
};

/// A part of a setup, measured in one setup with fenced parts: the seconds of the slowest rank.
struct SetupPart {
  std::string name;
  double seconds = 0.0;
};

/// The numbers of a run. They are the same on all ranks.
struct RunRecord {
  CopyBandwidth copies; ///< the bandwidth of all ranks together
  std::vector<KernelRow> kernels;
  Int64 solve_allocations = 0, solve_deep_copies = 0; ///< in the instrumented solve on rank 0
  std::vector<Check> checks;
  MemoryUse predicted, measured; ///< on the rank that uses most
  bool interrupted = false;
  std::vector<WrittenFile> files; ///< rank 0's OutputFiles, set when they have their names

  /// The first reason why the run is not valid; empty if it is valid.
  std::string invalid_reason() const;
  bool is_valid() const { return invalid_reason().empty(); }
  /// Whether nothing speaks against the run but that it was not verified (unverified()).
  bool is_only_unverified() const;
  /// Whether no check of this name has failed.
  bool passed(std::string_view check) const;
};

/// The failed check of a run without verification. It is the last one.
Check unverified();

/// The checks of a solution.
struct SolutionChecks {
  std::vector<Check> all;
  double true_residual; ///< the relative true residual
};

/// A run that solves one system again and again.
struct SolveRecord : RunRecord {
  SolveReport solve;
  Timing setup;             ///< repeated setups of a solver
  double first_setup = 0.0; ///< seconds of the first, which also loads libraries
  std::vector<SetupPart> setup_parts;
  Timing transpose, solving, total;    ///< total = solve + transposition and copies
  EnergyUse energy;                    ///< the energy of consecutive solves
  std::optional<double> true_residual; ///< the relative one; none without verification

  /// Inserts the checks of the solution before the checks of the operator.
  void put_first(SolutionChecks solution);
  /// Whether the solution is as good as required. The solve has converged at the end, and the true
  /// residual, if it was computed, is within the tolerance.
  bool reached_tolerance() const {
    return !interrupted && solve.converged() && passed("true_residual");
  }
  /// The figure of merit: millions of unknowns solved per second. Only a valid run has one.
  double mdof_per_second(Int64 unknowns) const { return double(unknowns) / solving.median() / 1e6; }
};

} // namespace isobar

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

/// A time that is measured in every repeat. The samples are seconds between two barriers,
/// that is, the slowest rank's. The spread over ranks is that of each rank's own median.
struct Timing {
  std::vector<double> samples;
  double rank_min = 0.0, rank_median = 0.0, rank_max = 0.0;
  double median() const;
};

/// A kernel or a region on a level over one solve; bytes are those of all ranks.
struct KernelRow {
  std::string kernel;
  int level = 0;
  Int64 calls = 0;                                            ///< on each rank
  double seconds_min = 0.0, seconds = 0.0, seconds_max = 0.0; ///< over ranks: min, median, max
  double bytes = 0.0;                                         ///< modelled, 0 if there is no model
};

/// A part of one setup whose parts are fenced: the seconds of the slowest rank.
struct SetupPart {
  std::string name;
  double seconds = 0.0;
};

/// Numbers that are the same on all ranks.
struct RunRecord {
  CopyBandwidth copies; ///< of all ranks together
  std::vector<KernelRow> kernels;
  Int64 solve_allocations = 0, solve_deep_copies = 0; ///< in the instrumented solve, rank 0
  std::vector<Check> checks;
  MemoryUse predicted, measured; ///< of the rank that uses most
  bool interrupted = false;
  std::vector<WrittenFile> files; ///< of rank 0's OutputFiles; filled in when they have their names

  /// Empty if the run is valid, else the first reason why not.
  std::string invalid_reason() const;
  bool is_valid() const { return invalid_reason().empty(); }
  /// Whether there is no check of this name that failed.
  bool passed(std::string_view check) const;
};

/// The failed check of a run without verification.
Check unverified();

/// The checks of a solution.
struct SolutionChecks {
  std::vector<Check> all;
  double true_residual; ///< relative
};

/// A run that solves one system again and again.
struct SolveRecord : RunRecord {
  SolveReport solve;
  Timing setup;             ///< of repeated setups of a solver
  double first_setup = 0.0; ///< seconds of the first one, which loads what libraries load only once
  std::vector<SetupPart> setup_parts;
  Timing transpose, solving, total;    ///< total = solve + transposition and copies
  EnergyUse energy;                    ///< of consecutive solves
  std::optional<double> true_residual; ///< relative; none without verification

  /// Puts the checks of the solution before those of the operator.
  void put_first(SolutionChecks solution);
  /// Whether the solution is as good as required: converged at the end,
  /// and with a true residual, if it was computed, within the tolerance.
  bool reached_tolerance() const {
    return !interrupted && solve.converged() && passed("true_residual");
  }
  /// Figure of merit: unknowns solved per second, in millions; only a valid run has one.
  double mdof_per_second(Int64 unknowns) const { return double(unknowns) / solving.median() / 1e6; }
};

} // namespace isobar

#pragma once
#include "pressure/classes/class_sizes.hpp"
#include "pressure/classes/locked_values.hpp"
#include "pressure/classes/process_watch.hpp"
#include "pressure/run/pressure_result.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <string>
#include <string_view>
#include <vector>

/// Whether a run of a class is official (docs/classes.md).
namespace isobar {

/// A run of a class as far as it is known before it begins.
struct ClassRun {
  ProblemClass problem;
  std::string hash; ///< of the run's own locked values
  std::vector<Departure> departures;
  int least_repeats = 0;
  double least_seconds = 0.0;
  int steps_per_setup = 1;
  std::vector<HashedCode> code{}; ///< of this rank

  /// Adds what a watch has found so far.
  void take(const ProcessWatch& watch);
};

/// The first of the compiler's flags that lets it read or run what is no source of the program; empty if there is none.
std::string foreign_option(std::string_view flags);

/// Departures of the deck, the command line, the build and the memory that the class fills. Before levels are chosen. Collective.
ClassRun class_run(const MpiComm& comm, const ProblemClass& c, const Deck& deck,
                   int ranks_per_host);

/// What is said of the class when the run is over.
struct Official {
  const ClassRun& run;
  std::vector<Departure> departures; ///< all of them
  double median = 0.0, spread = 0.0; ///< of a repeat: seconds; (largest - smallest) / median
  double seconds = 0.0;              ///< of all repeats
  int repeats = 0;
  std::vector<SizeRecord> sizes{}; ///< the class's own, and the smaller ones
  int devices = 1, nodes = 1;      ///< that figures are divided by
  ClockTimes clocks{};             ///< of all repeats, on the rank whose clocks disagree most

  bool is_official() const { return departures.empty(); }
  /// "FOM(M, open)"; "FOM" where the run is not official.
  std::string figure_name() const;
};
Official official(const ClassRun& run, const Deck& deck, const RunResult& result,
                  const ClassSizes& sizes);

} // namespace isobar

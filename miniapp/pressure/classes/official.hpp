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

/// The facts about a class's run before it begins.
struct ClassRun {
  ProblemClass problem;
  std::string hash; ///< of the run's own locked values
  std::vector<Departure> departures;
  int least_repeats = 0;
  double least_seconds = 0.0;
  int steps_per_setup = 1;
  std::vector<HashedCode> code{}; ///< of this rank

  /// Adds the findings of a watch so far.
  void take(const ProcessWatch& watch);
};

/// The first compiler flag that lets it read or run files other than the program's sources; empty if there is none.
std::string foreign_option(std::string_view flags);

/// Finds departures of the deck, the command line, the build and the memory that the class fills, before levels are chosen. Collective.
ClassRun class_run(const MpiComm& comm, const ProblemClass& c, const Deck& deck,
                   int ranks_per_host);

/// The verdict on a class's run when it is over.
struct Official {
  const ClassRun& run;
  std::vector<Departure> departures; ///< all of them
  double median = 0.0, spread = 0.0; ///< of a repeat: seconds; (largest - smallest) / median
  double seconds = 0.0;              ///< of all repeats
  int repeats = 0;
  std::vector<SizeRecord> sizes{}; ///< the class's own, and the smaller ones
  int devices = 1, nodes = 1;      ///< divisors of figures
  ClockTimes clocks{};             ///< of all repeats, on the rank whose clocks disagree most

  bool is_official() const { return departures.empty(); }
  /// "FOM(M, open)"; "FOM" if the run is not official.
  std::string figure_name() const;
};
Official official(const ClassRun& run, const Deck& deck, const RunResult& result,
                  const ClassSizes& sizes);

} // namespace isobar

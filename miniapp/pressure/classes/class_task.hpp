#pragma once
#include "pressure/classes/official.hpp"
#include "program/kokkos_session.hpp"
#include "program/options.hpp"

#include <optional>

namespace isobar {

/// The run of a problem class, from the command line to the messages about its figure.
class ClassTask {
public:
  /// Throws InputError if there is no such class.
  explicit ClassTask(const Options& options);

  /// The deck of the class. It has no size yet if the class fills memory. Throws InputError.
  Deck deck() const { return deck_at(class_.columns); }
  /// Sets the columns of a deck that fills memory, for which it starts Kokkos, and finds departures from the class. Collective.
  void complete(Deck& deck, const MpiComm& comm, KokkosSession& kokkos);
  /// The facts about the class that are known before the run.
  const ClassRun& known() const { return *known_; }

  /// Runs the smaller sizes after the class's own (class_sizes.hpp). Collective.
  void run_smaller_sizes(const MpiComm& comm, const Deck& own, RunResult& result);
  /// Checks the processes again, after all sizes have been run (process_watch.hpp). Collective.
  void look_again(const MpiComm& comm);
  /// The state so far. Whether files could be written becomes known last.
  Official official(const Deck& deck, const RunResult& result) const {
    return isobar::official(*known_, deck, result, sizes_);
  }

private:
  Deck deck_at(int columns) const;

  const Options& options_;
  ProblemClass class_;
  ProcessWatch watch_;
  std::optional<ClassRun> known_;
  ClassSizes sizes_;
};

} // namespace isobar

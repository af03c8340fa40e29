#include "pressure/classes/class_task.hpp"

#include "pressure/classes/filled_columns.hpp"

#include <fmt/format.h>

namespace isobar {

ClassTask::ClassTask(const Options& options)
    : options_(options), class_(problem_class(options.problem_class, options.algorithm)) {}

Deck ClassTask::deck_at(int columns) const {
  ProblemClass sized = class_;
  sized.columns = columns;
  Deck deck =
      class_deck(sized, pressure_program.inputs("classes"), options_.deck, options_.overrides);
  // A result shows the class and not the place of its files. The
  // run must not overwrite an additional deck.
  deck.path = options_.deck.empty()
                  ? fmt::format("class {}, {}", class_.name, class_.algorithm_name())
                  : options_.deck;
  return deck;
}

void ClassTask::complete(Deck& deck, const MpiComm& comm, KokkosSession& kokkos) {
  if (class_.fill) {
    kokkos.start();
    class_.columns = filled_columns(
        comm, *class_.fill, [&](int columns) { return deck_at(columns); }, options_.transport);
    deck = deck_at(class_.columns);
  }
  watch_.before_the_run(comm);
  known_ = class_run(comm, class_, deck, options_.ranks_per_host);
  known_->take(watch_);
}

void ClassTask::run_smaller_sizes(const MpiComm& comm, const Deck& own, RunResult& result) {
  sizes_ = isobar::run_smaller_sizes(
      comm, own, [&](int columns) { return deck_at(columns); },
      {options_.transport, options_.ranks_per_host}, result);
}

void ClassTask::look_again(const MpiComm& comm) {
  watch_.after_the_run(comm);
  known_->take(watch_);
}

} // namespace isobar

#pragma once
#include "deck/deck_names.hpp"

#include <isobar/core/multigrid/solve.hpp>

#include <chrono>
#include <functional>

namespace isobar {

/// From now on SIGINT and SIGTERM ask the solve to stop: it ends after the current iteration on all
/// ranks, and the report says so. A second signal ends the program at once. May be called again.
void catch_signals();
/// Whether a signal has come to this rank.
bool signal_received();

/// Lines about a long run on standard error of rank 0, at most two a second. `automatic`: only to a terminal.
class ProgressLines {
public:
  ProgressLines(deck::Switch progress, int rank);
  /// Whether a line is wanted now.
  bool is_due();

private:
  using Clock = std::chrono::steady_clock;
  bool wanted_;
  Clock::time_point last_{};
};

/// A monitor for SolveControls: it passes signals on, and prints a line per iteration by ProgressLines.
std::function<bool(const IterationState&)> make_monitor(deck::Switch progress, int rank);

} // namespace isobar

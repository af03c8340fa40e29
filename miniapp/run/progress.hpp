#pragma once
#include "deck/deck_names.hpp"

#include <isobar/core/multigrid/solve.hpp>

#include <chrono>
#include <functional>

namespace isobar {

/// Makes SIGINT and SIGTERM ask the solve to stop, from now on. The solve
/// ends after the current iteration on all ranks, and the report says so.
/// A second signal ends the program at once. May be called again.
void catch_signals();
/// Whether this rank has received a signal.
bool signal_received();

/// Prints lines about a long run on standard error of rank
/// 0, at most two a second. `automatic`: only to a terminal.
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

/// Makes a monitor for SolveControls. It passes signals on,
/// and prints a line for each iteration through ProgressLines.
std::function<bool(const IterationState&)> make_monitor(deck::Switch progress, int rank);

} // namespace isobar

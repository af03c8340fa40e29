#pragma once
#include "deck/deck_names.hpp"

#include <isobar/core/solvers/solve.hpp>

namespace isobar {

/// From now on SIGINT and SIGTERM ask the solve to stop: it ends after the current iteration on all
/// ranks, and the report says so. A second signal ends the program at once.
void catch_signals();
/// Whether a signal has come to this rank.
bool signal_received();

/// A monitor for SolveControls: passes signals on, and on rank 0 prints a line per iteration to
/// standard error, not more than two a second. `automatic` prints only to a terminal.
std::function<bool(const IterationState&)> make_monitor(deck::Switch progress, int rank);

} // namespace isobar

#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/run/pressure_result.hpp"
#include "run/solve_checks.hpp"

#include <isobar/comm/mpi/mpi.hpp>

/// What is kept of a sequence of time steps.
namespace isobar {

/// One for each deck, of its physics and right-hand side.
std::vector<StepRecord> step_records(const std::vector<Deck>& decks);

/// Adds a solve of the step.
void record_solve(StepRecord& step, const SolveDemands& demands, const SolveReport& solve);
/// Adds the true residual of one of its solutions.
void record_truth(StepRecord& step, const TrueResidual& truth);
/// Puts the checks of all steps into the record, of each name the worst with its step, and the largest true residual. A step of
/// which no solution was verified fails.
void add_step_checks(RunResult& result);

/// Seconds of setups, updates and solves of this rank's samples.
double seconds_of_parts(const RunResult& result);
/// Reduces all timings over ranks and makes those of whole sequences from them. Collective.
void reduce_sequence(const MpiComm& comm, RunResult& result);

} // namespace isobar

#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/run/pressure_result.hpp"
#include "run/solve_checks.hpp"

#include <isobar/comm/mpi/mpi.hpp>

/// The records of a sequence of time steps.
namespace isobar {

/// A record for each deck, with its physics and right-hand side.
std::vector<StepRecord> step_records(const std::vector<Deck>& decks);

/// Adds a solve of the step to its record.
void record_solve(StepRecord& step, const SolveDemands& demands, const SolveReport& solve);
/// Adds the true residual of one of its solutions.
void record_truth(StepRecord& step, const TrueResidual& truth);
/// Adds the checks of all steps to the result: the worst of each name, with its step. In a verified
/// run it also adds the largest true residual, and a step without a verified solution fails.
void add_step_checks(RunResult& result, bool is_verified);

/// Seconds of setups, updates and solves of this rank's samples.
double seconds_of_parts(const RunResult& result);
/// Reduces all timings over ranks, and adds them up to timings of whole sequences. Collective.
void reduce_sequence(const MpiComm& comm, RunResult& result);

} // namespace isobar

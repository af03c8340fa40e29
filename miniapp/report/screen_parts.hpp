#pragma once
#include "run/record.hpp"

#include <isobar/comm/topology/decomposition.hpp>

#include <functional>
#include <initializer_list>
#include <iterator>
#include <string>

/// Appends the lines that the screens of all programs share.
namespace isobar::screen_part {

using Lines = std::back_insert_iterator<std::string>;

/// Adds the line of a timing; nothing if it has no samples.
void add_timing(Lines out, const char* name, const Timing& t);
void add_memory(Lines out, const RunRecord& record);
/// A timing and its name. The screen lists setup with its parts,
/// other phases before the solve, solve, transposition and total.
struct NamedTiming {
  const char* name;
  const Timing& timing;
};
void add_solve_timings(Lines out, const SolveRecord& record,
                       std::initializer_list<NamedTiming> more = {});
/// Adds the cost and the result of solves: joules or why they are unknown,
/// kernels, iterations, true residual. `unknowns` are those of one solve.
void add_solves(Lines out, const SolveRecord& record, Int64 unknowns);
/// Adds the table of kernels, if the run has one.
void add_kernels(Lines out, const RunRecord& record);
void add_checks_and_files(Lines out, const RunRecord& record);
/// Adds the last lines: `RESULT: VALID` and `FOM: 123.456 MDOF/s`, `RESULT: INVALID (reason)`, or
/// `RESULT: UNVERIFIED (reason)`.
void add_verdict(Lines out, const RunRecord& record, double merit, const char* unit,
                 const std::string& figure = "FOM");
/// Adds the line of the ranks and their columns.
void add_ranks(Lines out, const Decomposition& d);
/// Adds the end of a level's line in a dry run: ", on 4 ranks" if not all ranks have the level.
void add_ranks_of_level(Lines out, int ranks, const Decomposition& d);
/// Adds the memory of the rank that needs most, for a dry run.
void add_predicted_memory(Lines out, const MemoryUse& most, int ranks);
using MemoryOfRank = std::function<MemoryUse(const Decomposition& of_rank)>;
void add_predicted_memory(Lines out, const Decomposition& d, const MemoryOfRank& need);

} // namespace isobar::screen_part

#pragma once
#include "run/record.hpp"

#include <isobar/comm/topology/decomposition.hpp>

#include <functional>
#include <initializer_list>
#include <iterator>
#include <string>

/// The lines that the screens of all programs share, appended to others.
namespace isobar::screen_part {

using Lines = std::back_insert_iterator<std::string>;

/// Adds nothing if there are no samples.
void add_timing(Lines out, const char* name, const Timing& t);
void add_memory(Lines out, const RunRecord& record);
/// Setup with its parts, other phases between that and a solve, solve, transposition and total.
struct NamedTiming {
  const char* name;
  const Timing& timing;
};
void add_solve_timings(Lines out, const SolveRecord& record,
                       std::initializer_list<NamedTiming> more = {});
/// Adds the cost and result of solves: joules or why they are unknown, kernels, iterations, true residual. `unknowns`: of one solve.
void add_solves(Lines out, const SolveRecord& record, Int64 unknowns);
/// Adds the table of kernels, if there is one.
void add_kernels(Lines out, const RunRecord& record);
void add_checks_and_files(Lines out, const RunRecord& record);
/// Adds the last lines: `RESULT: VALID` and `FOM: 123.456 MDOF/s`, or `RESULT: INVALID (reason)`.
void add_verdict(Lines out, const RunRecord& record, double merit, const char* unit,
                 const std::string& figure = "FOM");
/// Adds the ranks and their columns.
void add_ranks(Lines out, const Decomposition& d);
/// For a dry run, adds the end of a level's line: ", on 4 ranks" if not all ranks have it.
void add_ranks_of_level(Lines out, int ranks, const Decomposition& d);
/// For a dry run: the memory of the rank that needs most.
void add_predicted_memory(Lines out, const MemoryUse& most, int ranks);
using MemoryOfRank = std::function<MemoryUse(const Decomposition& of_rank)>;
void add_predicted_memory(Lines out, const Decomposition& d, const MemoryOfRank& need);

} // namespace isobar::screen_part

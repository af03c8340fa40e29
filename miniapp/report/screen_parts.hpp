#pragma once
#include "run/record.hpp"

#include <iterator>
#include <string>

/// The lines that the screens of all programs have, put behind others.
namespace isobar::screen_part {

using Lines = std::back_insert_iterator<std::string>;

/// Nothing if there are no samples.
void add_timing(Lines out, const char* name, const Timing& t);
void add_memory(Lines out, const RunRecord& record);
/// What the timing of setups is followed by.
void add_setup_parts(Lines out, const SolveRecord& record);
/// Setup with its parts, solve, transposition and total.
void add_solve_timings(Lines out, const SolveRecord& record);
/// Joules of a solve, or why they are not known. `unknowns` of one solve.
void add_energy(Lines out, const EnergyUse& energy, Int64 unknowns);
/// Iterations and the true residual.
void add_iterations(Lines out, const SolveRecord& record);
/// The table of kernels, if there is one.
void add_kernels(Lines out, const RunRecord& record);
void add_checks_and_files(Lines out, const RunRecord& record);
/// The last lines: `RESULT: VALID` and `FOM: 123.456 MDOF/s`, or `RESULT: INVALID (reason)`.
void add_verdict(Lines out, const RunRecord& record, double merit, const char* unit,
                 const std::string& figure = "FOM");
/// For a dry run: what the rank that needs most takes.
void add_predicted_memory(Lines out, const MemoryUse& most, int ranks);

} // namespace isobar::screen_part

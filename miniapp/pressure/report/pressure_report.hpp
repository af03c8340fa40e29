#pragma once
#include "pressure/classes/official.hpp"
#include "pressure/run/pressure_context.hpp"
#include "pressure/run/pressure_result.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace isobar {

/// The report of a run as docs/report.md and docs/report.schema.json describe it. `environment`
/// is what environment() returned, `official` null where the run is of no class.
nlohmann::json report(const RunContext& context, const RunResult& result,
                      const nlohmann::json& environment, const Official* official);

/// The same as text for the screen: sizes, iterations, timings, the table of kernels, and as the last lines
/// `RESULT: VALID` and `FOM: 123.456 MDOF/s`, or `RESULT: INVALID (reason)`. The figure of an official
/// run has its class's name, as `FOM(M, open)`.
std::string screen_report(const RunContext& context, const RunResult& result,
                          const Official* official);

/// What --dry-run says of a class: hash and commit, and what would keep the run from being official.
std::string class_outlook(const ClassRun& run);

/// What --dry-run prints: process grid, levels, unknowns and predicted memory; where the method is open also which ones there are. Levels
/// are those of the first.
std::string dry_run_report(const PlannedRun& plan);

} // namespace isobar

#pragma once
#include "pressure/classes/official.hpp"
#include "pressure/run/pressure_context.hpp"
#include "pressure/run/pressure_result.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace isobar {

/// The report of a run, as docs/report.md and docs/report.schema.json describe it.
/// `environment` is the result of environment(). `official` is null if the run has no class.
nlohmann::json report(const RunContext& context, const RunResult& result,
                      const nlohmann::json& environment, const Official* official);

/// The same as text for the screen: sizes, iterations, timings and the table of kernels.
/// The last lines are those of add_verdict(). The figure of an official run has its class's name, as in `FOM(M, open)`.
std::string screen_report(const RunContext& context, const RunResult& result,
                          const Official* official);

/// The lines of --dry-run about a class: hash and commit, and reasons why the run would not be official.
std::string class_outlook(const ClassRun& run);

/// The text of --dry-run: process grid, levels, unknowns and predicted memory, and
/// the candidates if the method is open. Levels are those of the first candidate.
std::string dry_run_report(const PlannedRun& plan);

} // namespace isobar

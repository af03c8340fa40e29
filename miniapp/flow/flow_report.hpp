#pragma once
#include "flow/flow_context.hpp"
#include "flow/flow_record.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace isobar {

/// The report of a run of the Poisson equation, as in docs/report.md and docs/flow-report.schema.json. `environment` is the
/// result of environment().
nlohmann::json box_report(const FlowContext& context, const SolveRecord& record,
                          const nlohmann::json& environment);

/// The report as text for the screen, with the verdict in the last lines.
std::string box_screen(const FlowContext& context, const SolveRecord& record);

/// The report and the text of the run of a flow.
nlohmann::json box_report(const FlowContext& context, const FlowRecord& record,
                          const nlohmann::json& environment);
std::string box_screen(const FlowContext& context, const FlowRecord& record);
/// The unit of a flow's merit: millions of cells times time steps per second.
inline constexpr const char* flow_merit_unit = "Mcell steps/s";

/// The text of --dry-run: process grid, levels, unknowns and predicted memory.
std::string flow_dry_run(const FlowDeck& deck, const Decomposition& decomposition);

} // namespace isobar

#pragma once
#include "deck/deck_base.hpp"
#include "run/record.hpp"

#include <isobar/comm/communicators/transport_choice.hpp>
#include <isobar/core/multigrid/solve.hpp>

#include <nlohmann/json_fwd.hpp>

namespace isobar {

/// The ways to copy, as the report lists them under `timings.copies`.
nlohmann::json copies_json(const CopyBandwidth& copies);

/// The parts that the reports of all programs have (docs/report.md).
namespace report_part {

using Json = nlohmann::json;

/// Null where a number is not finite: JSON has no NaN.
Json number(double x);
Json timing(const Timing& t);
Json setup_parts(const std::vector<SetupPart>& setup);
Json run(const DeckBase& deck);
/// `levels`: a list of objects, the finest level's first.
Json decomposition(const Decomposition& d, const Json& levels, const TransportChoice& transport);
Json transport(const TransportChoice& choice);
/// The residual norms of a solve.
Json history(const SolveReport& solve);
Json verification(const RunRecord& record);
Json files(const std::vector<WrittenFile>& written);
/// `instrumented`: there was a solve in which allocations and copies were counted.
Json memory(const RunRecord& record, bool instrumented);
/// The section "timings" of a run that solves one system again and again.
Json solve_timings(const SolveRecord& record);
/// Adds copy bandwidths and the table of kernels to the section "timings".
void add_copies_and_kernels(Json& timings, const RunRecord& record);
/// The section "energy". `unknowns` of one solve.
Json energy(const EnergyUse& energy, Int64 unknowns);
/// Null where the run is not valid.
Json figure_of_merit(const RunRecord& record, double value, const char* unit);

} // namespace report_part
} // namespace isobar

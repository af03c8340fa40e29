#pragma once
#include "deck/deck_base.hpp"
#include "run/record.hpp"

#include <isobar/comm/communicators/transport_choice.hpp>
#include <isobar/core/multigrid/solve.hpp>

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace isobar {

/// The list `timings.copies` of the report: each way to copy.
nlohmann::json copies_json(const CopyBandwidth& copies);

/// Makes the parts that the reports of all programs share (docs/report.md).
namespace report_part {

using Json = nlohmann::json;

/// A number; null if it is not finite, because JSON has no NaN.
Json number(double x);
Json timing(const Timing& t);
/// The beginning of all reports: the sections "run", "environment", "verification", "files" and "memory".
Json report(int schema_version, const DeckBase& deck, const RunRecord& record,
            const Json& environment);
/// `levels`: a list of objects, the finest level's first.
Json decomposition(const Decomposition& d, const Json& levels, const TransportChoice& transport);
Json transport(const TransportChoice& choice);
/// The beginning of the section "solver", in the deck's words.
Json solver(std::string_view method, std::string_view precision, double tolerance);
/// Adds how a solve ended, and its residual norms.
void add_outcome(Json& solver, const SolveReport& solve);
/// The section "timings" of a run that solves one system repeatedly.
Json solve_timings(const SolveRecord& record);
/// Adds copy bandwidths and the table of kernels to the section "timings".
void add_copies_and_kernels(Json& timings, const RunRecord& record);
/// Adds the sections "energy" and "fom" of a run that solves
/// one system repeatedly. `unknowns` are those of one solve.
void add_figures(Json& report, const SolveRecord& record, double mdof_per_second, Int64 unknowns);
/// The figure of merit; null if the run is not valid.
Json figure_of_merit(const RunRecord& record, double value, const char* unit);

} // namespace report_part
} // namespace isobar

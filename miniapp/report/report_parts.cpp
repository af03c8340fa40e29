#include "report/report_parts.hpp"

#include "io/utc_time.hpp"

#include <isobar/core/version.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace isobar::report_part {
namespace {

Json memory(const MemoryUse& m) {
  return {{"device", m.device}, {"host", m.host}, {"total", m.total()}};
}

Json kernel(const KernelRow& row, double copy_bandwidth) {
  const bool modelled = row.bytes > 0.0 && row.seconds > 0.0;
  const double rate = modelled ? row.bytes / row.seconds : 0.0;
  return {{"kernel", row.kernel},
          {"level", row.level},
          {"calls", row.calls},
          {"seconds", row.seconds},
          {"seconds_min", row.seconds_min},
          {"seconds_max", row.seconds_max},
          {"bytes", modelled ? Json(row.bytes) : Json()},
          {"gb_s", modelled ? Json(rate / 1e9) : Json()},
          {"percent_of_copy", modelled ? Json(100.0 * rate / copy_bandwidth) : Json()}};
}

Json setup_parts(const std::vector<SetupPart>& setup) {
  Json parts = Json::object();
  for (const SetupPart& part : setup) parts[part.name] = number(part.seconds);
  return parts;
}

Json run(const DeckBase& deck) {
  return {{"deck", deck.path},
          {"version", version},
          {"date", utc_time()},
          {"parameters", parameters(deck)},
          {"unused", deck.unused}};
}

Json verification(const RunRecord& record) {
  Json checks = Json::array();
  for (const Check& c : record.checks)
    checks.push_back({{"name", c.name},
                      {"passed", c.passed},
                      {"value", number(c.value)},
                      {"bound", number(c.bound)},
                      {"message", c.message}});
  const std::string reason = record.invalid_reason();
  return {{"valid", reason.empty()}, {"reason", reason}, {"checks", checks}};
}

Json files(const std::vector<WrittenFile>& written) {
  Json list = Json::array();
  for (const WrittenFile& f : written) {
    const bool done = f.problem.empty();
    list.push_back({{"what", f.what},
                    {"name", f.name},
                    {"bytes", done ? Json(f.checksum.bytes) : Json()},
                    {"crc32", done ? Json(fmt::format("{:08x}", f.checksum.crc)) : Json()},
                    {"problem", f.problem}});
  }
  return list;
}

/// The section "memory". It has allocations and copies only if kernels were timed, which counts them.
Json memory(const RunRecord& record) {
  Json both = {{"predicted_bytes_per_rank", memory(record.predicted)},
               {"measured_bytes_per_rank", memory(record.measured)}};
  if (!record.kernels.empty()) {
    both["solve_allocations"] = record.solve_allocations;
    both["solve_deep_copies"] = record.solve_deep_copies;
  }
  return both;
}

Json energy(const EnergyUse& energy, Int64 unknowns) {
  Json all = {{"reason", energy.is_known() ? Json() : Json(energy.reason)}};
  for (const char* key : {"source", "devices", "solves", "seconds", "joules", "joules_per_solve",
                          "microjoules_per_unknown", "watts"})
    all[key] = Json();
  if (!energy.is_known()) return all;
  all["source"] = energy.source;
  all["devices"] = energy.devices;
  all["solves"] = energy.solves;
  all["seconds"] = number(energy.seconds);
  all["joules"] = number(energy.joules);
  all["joules_per_solve"] = number(energy.joules_per_solve());
  all["microjoules_per_unknown"] = number(energy.microjoules_per_unknown(unknowns));
  all["watts"] = number(energy.watts());
  return all;
}

} // namespace

Json number(double x) { return std::isfinite(x) ? Json(x) : Json(); }

Json timing(const Timing& t) {
  const auto [low, high] = std::minmax_element(t.samples.begin(), t.samples.end());
  const bool none = t.samples.empty();
  return {{"samples", t.samples},
          {"median", none ? Json() : Json(t.median())},
          {"min", none ? Json() : Json(*low)},
          {"max", none ? Json() : Json(*high)},
          {"ranks", {{"min", t.rank_min}, {"median", t.rank_median}, {"max", t.rank_max}}}};
}

Json decomposition(const Decomposition& d, const Json& levels, const TransportChoice& transport) {
  Json partitions = Json::array();
  for (int rank = 0; rank < d.ranks(); ++rank) {
    const Partition p = d.of_rank(rank).partition();
    partitions.push_back({{"rank", rank},
                          {"first_i", p.first_i},
                          {"first_j", p.first_j},
                          {"nx", p.nx},
                          {"ny", p.ny}});
  }
  const ProcessGrid grid = d.process_grid();
  return {{"process_grid", {grid.px, grid.py}},
          {"ranks", d.ranks()},
          {"levels", levels},
          {"max_levels", d.max_levels()},
          {"partitions", partitions},
          {"transport", report_part::transport(transport)}};
}

Json transport(const TransportChoice& choice) {
  return {{"inside_host", to_string(choice.plan.inside)},
          {"between_hosts", to_string(choice.plan.between)},
          {"reason", choice.reason}};
}

Json solve_timings(const SolveRecord& record) {
  Json all = {{"setup", timing(record.setup)},
              {"first_setup", number(record.first_setup)},
              {"setup_parts", setup_parts(record.setup_parts)},
              {"transpose", timing(record.transpose)},
              {"solve", timing(record.solving)},
              {"total", timing(record.total)}};
  add_copies_and_kernels(all, record);
  return all;
}

void add_copies_and_kernels(Json& timings, const RunRecord& record) {
  const double copy = record.copies.best().bytes_per_second;
  timings["copy_bandwidth_gb_s"] = number(copy / 1e9);
  timings["ordinary_copy_gb_s"] = number(record.copies.best_ordinary().bytes_per_second / 1e9);
  timings["copies"] = copies_json(record.copies);
  timings["kernels"] = Json::array();
  for (const KernelRow& row : record.kernels) timings["kernels"].push_back(kernel(row, copy));
}

Json report(int schema_version, const DeckBase& deck, const RunRecord& record,
            const Json& environment) {
  return {{"schema_version", schema_version}, {"run", run(deck)},
          {"environment", environment},       {"verification", verification(record)},
          {"files", files(record.files)},     {"memory", memory(record)}};
}

Json solver(std::string_view method, std::string_view precision, double tolerance) {
  return {{"method", method}, {"precision", precision}, {"tolerance", tolerance}};
}

void add_outcome(Json& solver, const SolveReport& solve) {
  solver["iterations"] = solve.iterations;
  solver["converged"] = solve.converged();
  solver["status"] = to_string(solve.status);
  solver["residual_history"] = Json::array();
  for (const double norm : solve.residual_norms) solver["residual_history"].push_back(number(norm));
}

void add_figures(Json& report, const SolveRecord& record, double mdof_per_second, Int64 unknowns) {
  report["energy"] = energy(record.energy, unknowns);
  report["fom"] = figure_of_merit(record, mdof_per_second, "MDOF/s");
}

Json figure_of_merit(const RunRecord& record, double value, const char* unit) {
  return {{"value", record.is_valid() ? number(value) : Json()}, {"unit", unit}};
}

} // namespace isobar::report_part

namespace isobar {

nlohmann::json copies_json(const CopyBandwidth& copies) {
  nlohmann::json ways = nlohmann::json::array();
  for (const CopyRate& way : copies.ways)
    ways.push_back({{"way", way.way},
                    {"stores", to_string(way.stores)},
                    {"gb_s", report_part::number(way.bytes_per_second / 1e9)},
                    {"samples", way.samples}});
  return ways;
}

} // namespace isobar

#include "report/report.hpp"

#include "io/utc_time.hpp"

#include <isobar/core/version.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace isobar {
namespace {

using Json = nlohmann::json;

/// JSON has no NaN.
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

Json memory(const MemoryUse& m) {
  return {{"device", m.device}, {"host", m.host}, {"total", m.total()}};
}

Json decomposition(const RunContext& c) {
  Json levels = Json::array(), partitions = Json::array();
  for (const LevelOfRun& level : levels_of_run(c.deck, c.decomposition))
    levels.push_back({{"level", levels.size()},
                      {"nx", level.nx},
                      {"ny", level.ny},
                      {"nz", c.deck.grid.nz},
                      {"ranks", level.ranks},
                      {"overlap", std::min(level.overlap, level.ny)},
                      {"computed_columns", level.computed}});
  for (int rank = 0; rank < c.decomposition.ranks(); ++rank) {
    const Partition p = c.decomposition.of_rank(rank).partition();
    partitions.push_back({{"rank", rank},
                          {"first_i", p.first_i},
                          {"first_j", p.first_j},
                          {"nx", p.nx},
                          {"ny", p.ny}});
  }
  const ProcessGrid grid = c.decomposition.process_grid();
  return {{"process_grid", {grid.px, grid.py}},
          {"ranks", c.decomposition.ranks()},
          {"levels", levels},
          {"max_levels", c.decomposition.max_levels()},
          {"partitions", partitions},
          {"transport",
           {{"inside_host", to_string(c.transport.plan.inside)},
            {"between_hosts", to_string(c.transport.plan.between)},
            {"reason", c.transport.reason}}}};
}

Json solver(const Deck& deck, const SolveReport& solve) {
  Json history = Json::array();
  for (const double norm : solve.residual_norms) history.push_back(number(norm));
  return {{"method", deck::word(deck.solver.method)},
          {"precision", deck::word(deck.solver.precision)},
          {"layout", deck::word(deck.fields.layout)},
          {"tolerance", deck.solver.tolerance},
          {"levels", deck.levels_reason.empty() ? Json() : Json(deck.levels_reason)},
          {"iterations", solve.iterations},
          {"converged", solve.converged()},
          {"status", to_string(solve.status)},
          {"residual_history", history}};
}

Json equation(const RunContext& c, const RunResult& result) {
  const bool symmetric = c.equation.symmetric(), factorises = c.equation.factorises();
  const Json distance = {{"largest_factor", number(result.distance.largest)},
                         {"rms_factor", number(result.distance.rms)}};
  return {{"given", given_coefficients(c.deck)},
          {"symmetric", symmetric},
          {"reason", symmetric ? Json() : Json("convection, xi, makes the matrix unsymmetric")},
          {"factorises", factorises},
          {"distance", factorises ? Json() : distance}};
}

Json setup_parts(const RunResult& result) {
  Json parts = Json::object();
  for (const SetupPart& part : result.setup_parts) parts[part.name] = number(part.seconds);
  return parts;
}

Json verification(const RunResult& result) {
  Json checks = Json::array();
  for (const Check& c : result.checks)
    checks.push_back({{"name", c.name},
                      {"passed", c.passed},
                      {"value", number(c.value)},
                      {"bound", number(c.bound)},
                      {"message", c.message}});
  const std::string reason = result.invalid_reason();
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

} // namespace

Json copies_json(const CopyBandwidth& copies) {
  Json ways = Json::array();
  for (const CopyRate& way : copies.ways)
    ways.push_back({{"way", way.way},
                    {"stores", to_string(way.stores)},
                    {"gb_s", number(way.bytes_per_second / 1e9)},
                    {"samples", way.samples}});
  return ways;
}

Json report(const RunContext& context, const RunResult& result, const Json& environment) {
  const Deck& deck = context.deck;
  Json kernels = Json::array();
  const double copy = result.copies.best().bytes_per_second;
  for (const KernelRow& row : result.kernels) kernels.push_back(kernel(row, copy));
  const Int64 unknowns = Int64(deck.grid.nx) * deck.grid.ny * deck.grid.nz;
  const bool valid = result.invalid_reason().empty();
  Json memory_json = {{"predicted_bytes_per_rank", memory(result.predicted)},
                      {"measured_bytes_per_rank", memory(result.measured)}};
  if (deck.run.kernel_timings && !result.interrupted) {
    memory_json["solve_allocations"] = result.solve_allocations;
    memory_json["solve_deep_copies"] = result.solve_deep_copies;
  }
  return {
      {"schema_version", 3},
      {"run",
       {{"deck", deck.path},
        {"version", version},
        {"date", utc_time()},
        {"parameters", parameters(deck)},
        {"unused", deck.unused}}},
      {"environment", environment},
      {"equation", equation(context, result)},
      {"decomposition", decomposition(context)},
      {"solver", solver(deck, result.solve)},
      {"verification", verification(result)},
      {"files", files(result.files)},
      {"memory", memory_json},
      {"timings",
       {{"setup", timing(result.setup)},
        {"first_setup", number(result.first_setup)},
        {"setup_parts", setup_parts(result)},
        {"update", timing(result.update)},
        {"transpose", timing(result.transpose)},
        {"solve", timing(result.solving)},
        {"total", timing(result.total)},
        {"copy_bandwidth_gb_s", number(copy / 1e9)},
        {"ordinary_copy_gb_s", number(result.copies.best_ordinary().bytes_per_second / 1e9)},
        {"copies", copies_json(result.copies)},
        {"kernels", kernels}}},
      {"fom",
       {{"value", valid ? number(result.mdof_per_second(unknowns)) : Json()}, {"unit", "MDOF/s"}}}};
}

} // namespace isobar

#include "gpu_report.hpp"

#include "application.hpp"
#include "environment.hpp"
#include "options.hpp"

#include <isobar/comm/device.hpp>

#include <CLI/CLI.hpp>
#include <ctime>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

/// Measures in one run what an H200 is to reach, and prints it beside the goals:
///
///     isobar_gpu_report --json report.json
namespace {

using namespace isobar;
using namespace isobar::gpu_report;

struct Settings {
  Sizes sizes;
  std::string json, deck;
};

/// Time of the deck's solve on these columns; a result that is not valid says why.
Row solve_row(const Settings& o, const MpiComm& comm, int nx, int ny, Row row) {
  const auto set = [](const std::string& key, int value) {
    return parse_override(fmt::format("{}={}", key, value));
  };
  const Deck deck =
      read_deck(o.deck, {set("grid.nx", nx), set("grid.ny", ny), set("grid.nz", o.sizes.nz),
                         set("run.repeats", o.sizes.repeats), set("run.warmup", 2),
                         parse_override("run.kernel_timings=false")});
  const int levels = deck.uses_multigrid() ? deck.multigrid.levels : 1;
  const Decomposition decomposition({nx, ny, levels, comm.size(), {}}, comm.rank());
  const TransportChoice transport = choose_transport(comm, GpuMpi::automatic);
  const RunResult result = run({deck, comm, decomposition, transport});
  const auto [least, most] = std::ranges::minmax(result.solving.samples);
  row.what += fmt::format(", {} x {} x {}", nx, ny, o.sizes.nz);
  row.measured =
      Measured{result.solving.median(), least, most}.as([](double s) { return 1e3 * s; });
  row.remark = result.invalid_reason();
  return row;
}

std::vector<Row> solve_rows(const Settings& o, const MpiComm& comm) {
  const int n = o.sizes.columns, half = std::min(n, 64), whole = std::min(n, 128);
  const std::string what = "time to 1e-5";
  return {solve_row(o, comm, n, n, {what, "ms", {}, 4.5, 2.5, {}}),
          solve_row(o, comm, whole, whole, {what, "ms", {}, 1.2, 0.7, {}}),
          solve_row(o, comm, half, half, {what, "ms", {}, 0.9, 0.5, {}})};
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return text;
}

/// Of the driver and of CUDA's run time, where there are any.
nlohmann::json software() {
  nlohmann::json versions = nlohmann::json::object();
#if defined(KOKKOS_ENABLE_CUDA)
  int runtime = 0, supported = 0;
  if (cudaRuntimeGetVersion(&runtime) == cudaSuccess) versions["cuda_runtime"] = runtime;
  if (cudaDriverGetVersion(&supported) == cudaSuccess) versions["cuda_of_driver"] = supported;
  std::ifstream file("/proc/driver/nvidia/version");
  if (std::string line; std::getline(file, line)) versions["driver"] = line;
#endif
  return versions;
}

std::string cell(const std::optional<double>& bound) {
  return bound ? fmt::format("{:.4g}", *bound) : "-";
}

std::string verdict(const Row& row) {
  if (!row.remark.empty()) return "not valid: " + row.remark;
  if (!row.goal) return "-";
  return row.reaches(row.moonshot) ? "moonshot" : row.reaches(row.goal) ? "goal" : "no";
}

void print(const std::vector<Row>& rows, const nlohmann::json& report) {
  fmt::print("{}, {}\n", report["environment"]["gpu"].dump(), report["date"].get<std::string>());
  fmt::print("copy {:.0f} GB/s double, {:.0f} GB/s float\n\n",
             report["copy"]["double"].get<double>() / 1e9,
             report["copy"]["float"].get<double>() / 1e9);
  fmt::print("| what | unit | study | goal | moonshot | measured | from | to | reached |\n"
             "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (const Row& r : rows)
    fmt::print("| {} | {} | {} | {} | {} | {:.4g} | {:.4g} | {:.4g} | {} |\n", r.what, r.unit,
               cell(r.study), cell(r.goal), cell(r.moonshot), r.measured.median, r.measured.least,
               r.measured.most, verdict(r));
}

nlohmann::json to_json(const Row& r) {
  const auto value = [](const std::optional<double>& x) {
    return x ? nlohmann::json(*x) : nlohmann::json();
  };
  return {{"what", r.what},
          {"unit", r.unit},
          {"study", value(r.study)},
          {"goal", value(r.goal)},
          {"moonshot", value(r.moonshot)},
          {"median", r.measured.median},
          {"min", r.measured.least},
          {"max", r.measured.most},
          {"reached", verdict(r)}};
}

void measure(const Settings& o, const MpiComm& comm) {
  set_march_rules(read_deck(o.deck).launch.march);
  const CopyRates copies = measure_copies(o.sizes);
  std::vector<Row> rows = kernel_rows(o.sizes, copies);
  for (const Row& row : cycle_rows(o.sizes, copies)) rows.push_back(row);
  for (const Row& row : solve_rows(o, comm)) rows.push_back(row);
  if (o.sizes.columns != Sizes{}.columns) // the study's and the goals' figures are of that size
    for (Row& row : rows) row.study = row.goal = row.moonshot = {};
  nlohmann::json report = {{"date", utc_now()},
                           {"environment", environment(comm)},
                           {"software", software()},
                           {"columns", o.sizes.columns},
                           {"nz", o.sizes.nz},
                           {"repeats", o.sizes.repeats},
                           {"copy", {{"double", copies.in_double}, {"float", copies.in_float}}}};
  for (const Row& row : rows) report["rows"].push_back(to_json(row));
  print(rows, report);
  if (o.json.empty()) return;
  std::ofstream file(o.json);
  file << report.dump(2) << '\n';
  if (!file.flush()) throw InputError(o.json + ": cannot write the report");
}

} // namespace

int main(int argc, char** argv) try {
  Settings o;
  o.deck = inputs_directory() + "/fastest.toml";
  CLI::App app{"Measures the kernels, cycles and solves that docs/performance.md speaks of"};
  app.add_option("--size", o.sizes.columns, "columns in x and in y, a multiple of 32")
      ->check(CLI::Range(32, 4096));
  app.add_option("--repeats", o.sizes.repeats, "samples of each figure")
      ->check(CLI::Range(1, 1000));
  app.add_option("--deck", o.deck, "deck of the time to solution; its grid is replaced");
  app.add_option("--json", o.json, "report in JSON");
  CLI11_PARSE(app, argc, argv);
  if (o.sizes.columns % 32 != 0) throw InputError("--size: expected a multiple of 32");
  MpiSession mpi(argc, argv);
  const MpiComm comm(MPI_COMM_WORLD);
  if (comm.size() > 1) throw InputError("one rank only; expected no mpiexec");
  const Kokkos::ScopeGuard kokkos(kokkos_settings(select_device(comm)));
  measure(o, comm);
} catch (const isobar::InputError& e) {
  fmt::print(stderr, "isobar_gpu_report: {}\n", e.what());
  return 2;
} catch (const std::exception& e) {
  fmt::print(stderr, "isobar_gpu_report: {}\n", e.what());
  return 3;
}

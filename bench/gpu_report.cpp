#include "gpu_report.hpp"
#include "arguments.hpp"

#include "io/file_names.hpp"
#include "io/partial_file.hpp"
#include "pressure/deck/deck.hpp"
#include "pressure/setup/launch_rules.hpp"
#include "program/options.hpp"
#include "report/environment.hpp"
#include "report/report_parts.hpp"
#include "run/memory.hpp"

#include <isobar/comm/transport/device.hpp>

#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

/// Measures the goals for one H200 in one run, and prints figures and goals:
///
///     isobar_gpu_report --json report.json
namespace {

using namespace isobar;
using namespace isobar::gpu_report;

struct Settings {
  Sizes sizes;
  std::string json, deck;
  bool largest = false;
  double memory = 0.0; ///< GB for the largest problem; 0: all free memory
};

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return text;
}

/// The versions of the driver and of CUDA's run time, if there are any.
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

std::optional<double> figure(const Row& row, double Measured::*which) {
  if (!row.measured) return {};
  return *row.measured.*which;
}

std::string verdict(const Row& row) {
  if (!row.measured) return fmt::format("not measured ({})", row.remark);
  if (!row.remark.empty()) return "not valid: " + row.remark;
  if (!row.goal) return "-";
  return row.reaches(row.stretch) ? "stretch" : row.reaches(row.goal) ? "goal" : "no";
}

/// Prints the rates of all ways to copy. Doubles and floats have the same ways in the same order.
void print(const CopyRates& copies) {
  fmt::print("| copy | stores | double, GB/s | float, GB/s |\n| --- | --- | --- | --- |\n");
  for (std::size_t n = 0; n < copies.doubles.ways.size(); ++n) {
    const CopyRate &d = copies.doubles.ways[n], &f = copies.floats.ways[n];
    fmt::print("| {} | {} | {:.0f} | {:.0f} |\n", d.way, to_string(d.stores),
               d.bytes_per_second / 1e9, f.bytes_per_second / 1e9);
  }
  fmt::print("| best | - | {:.0f} | {:.0f} |\n\n", copies.in_double() / 1e9,
             copies.in_float() / 1e9);
}

void print(const std::vector<Row>& rows) {
  fmt::print("| what | unit | study | goal | stretch | measured | from | to | reached | detail |\n"
             "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (const Row& r : rows)
    fmt::print("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", r.what, r.unit,
               cell(r.study), cell(r.goal), cell(r.stretch), cell(figure(r, &Measured::median)),
               cell(figure(r, &Measured::least)), cell(figure(r, &Measured::most)), verdict(r),
               r.detail.empty() ? "-" : r.detail);
}

nlohmann::json to_json(const Row& r) {
  const auto value = [](const std::optional<double>& x) {
    return x ? nlohmann::json(*x) : nlohmann::json();
  };
  return {{"what", r.what},
          {"unit", r.unit},
          {"study", value(r.study)},
          {"goal", value(r.goal)},
          {"stretch", value(r.stretch)},
          {"median", value(figure(r, &Measured::median))},
          {"min", value(figure(r, &Measured::least))},
          {"max", value(figure(r, &Measured::most))},
          {"reached", verdict(r)},
          {"detail", r.detail}};
}

Row measure_largest(const Settings& o, const MpiComm& comm) {
  if (!o.largest) return largest_row_not_measured("--largest");
  const Int64 memory = available_device_memory(), most = Int64(1e9 * o.memory);
  return largest_row(o.sizes, most > 0 ? std::min(most, memory) : memory, comm);
}

void measure(const Settings& o, const MpiComm& comm) {
  Sizes sizes = o.sizes;
  sizes.march = march_rules(read_deck(o.deck));
  const CopyRates copies = measure_copies(sizes);
  std::vector<Row> rows = kernel_rows(sizes, copies);
  for (const Row& row : cycle_rows(sizes, copies)) rows.push_back(row);
  for (const Row& row : plain_rows(sizes)) rows.push_back(row);
  for (const Row& row : solve_rows(sizes, o.deck, comm)) rows.push_back(row);
  if (sizes.columns != Sizes{}.columns) // figures of study and goals are for this size
    for (Row& row : rows) row.study = row.goal = row.stretch = {};
  rows.push_back(measure_largest(o, comm)); // last: it takes all memory
  nlohmann::json report = {
      {"date", utc_now()},
      {"environment", environment(comm)},
      {"software", software()},
      {"columns", o.sizes.columns},
      {"nz", o.sizes.nz},
      {"repeats", o.sizes.repeats},
      {"deck", std::filesystem::path(o.deck).filename()},
      {"copy", {{"double", copies.in_double()}, {"float", copies.in_float()}}},
      {"copies", {{"double", copies_json(copies.doubles)}, {"float", copies_json(copies.floats)}}}};
  for (const Row& row : rows) report["rows"].push_back(to_json(row));
  fmt::print("{}, {}\n\n", report["environment"]["gpu"].dump(), report["date"].get<std::string>());
  print(copies);
  print(rows);
  if (o.json.empty()) return;
  replace_file(resolved(o.json), report.dump(2) + '\n');
}

} // namespace

int main(int argc, char** argv) try {
  Settings o;
  o.deck = pressure_program.inputs_directory() + "/fastest.toml";
  CLI::App app{"Measures the kernels, cycles and solves that docs/performance.md speaks of",
               "isobar_gpu_report"};
  app.add_option("--size", o.sizes.columns, "columns in x and in y, a multiple of 32")
      ->check(CLI::Range(32, 4096));
  app.add_option("--repeats", o.sizes.repeats, "samples of each figure")
      ->check(CLI::Range(1, 1000));
  app.add_option("--deck", o.deck, "deck of the time to solution; its grid is replaced");
  auto* largest = app.add_flag("--largest", o.largest,
                               "also solve the largest problem that memory holds; takes minutes");
  app.add_option("--memory", o.memory, "GB that --largest may take; without it all that is free")
      ->check(CLI::Range(0.001, 1e6))
      ->needs(largest);
  app.add_option("--json", o.json, "report in JSON");
  if (const auto code = isobar::read_arguments(app, argc, argv)) return *code;
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

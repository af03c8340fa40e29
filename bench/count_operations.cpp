// Counts the floating-point operations and memory references of every kernel of the list
// (kernel_list.hpp), by running it with numbers that count. It is the petascale paper's table 1 for
// our kernels. Fails if a kernel is not counted, or if the list models other references.
//
//     isobar_count_operations --json counts.json
//
// Core's kernels are compiled once more for the precision `Counted` (counted_precisions.hpp).
#include "count_operations.hpp"
#include "arguments.hpp"
#include "coupled_works.hpp"
#include "flow_works.hpp"
#include "mode_works.hpp"

#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

namespace {

using namespace isobar;
using bench::Count;
using counting::Counted, counting::CountedInside, counting::tally;

std::vector<Count> count_all(int n, int nz) {
  std::vector<Count> counts;
  const auto count = [&](auto& place, const auto& works) {
    for (const auto& [kernel, work] : works)
      counts.push_back(bench::count(place, kernel, work, Int64(n) * n * nz));
  };
  bench::Workplace<Counted> place(n, nz);
  tally = {};
  for (const auto& field : place.fields()) tally.memory(field);
  count(place, bench::kernel_works<Counted>());

  bench::TwoPrecisions<Counted, CountedInside> mixed(n, nz);
  tally = {};
  for (const auto& field : {mixed.u, mixed.v, mixed.f}) tally.memory(field);
  for (const auto& part : {mixed.first, mixed.e, mixed.rounded}) tally.memory(part.field, 0.5);
  count(mixed, bench::mixed_works<Counted, CountedInside>());

  bench::BoxPlace<Counted> box(n, nz);
  tally = {};
  for (const auto& field : box.fields()) tally.memory(field);
  tally.memory(box.planes.numbers.data(), box.planes.numbers.size());
  count(box, bench::box_works<Counted>());
  bench::CoupledPlace<Counted> coupled(n, nz);
  tally = {};
  for (const auto& field : coupled.fields()) tally.memory(field);
  count(coupled, bench::coupled_works<Counted>());
  bench::FlowPlace<Counted> flow(n, nz);
  tally = {};
  for (const auto& field : flow.fields()) tally.memory(field);
  count(flow, bench::flow_works<Counted>());
  bench::ModePlace<Counted> modes(n, nz);
  tally = {};
  for (const auto& field : modes.fields()) tally.memory(field);
  count(modes, bench::mode_works<Counted>());

  for (const Count& stored : bench::count_stored(n, nz)) counts.push_back(stored);
  return counts;
}

/// References a cell beside those modelled. A transformed row has two numbers more than its cells,
/// and a product with couplings does not read those below the bottom.
double beside_model(Kernel kernel, int n, int nz) {
  switch (kernel) {
  case Kernel::modes_split:
  case Kernel::modes_join: return 2.0 / n;
  case Kernel::coupled_residual:
  case Kernel::coupled_residual_norm: return -1.0 / nz;
  default: return 0.0;
  }
}

/// Kernels at the sides are modelled without references. They touch no owned cells but those in one
/// or two columns beside the domain's sides, of all fields of a flow. Their counts must say so. The
/// first step for neighbours reads u in two owned rows and f in one, and writes one, at two sides.
double columns_at_sides(Kernel kernel, int n) {
  if (kernel == Kernel::box_first_step) return 8.0 * n;
  const bool of_a_flow = kernel == Kernel::flow_walls || kernel == Kernel::flow_outflow;
  return (of_a_flow ? flow_fields : 1) * 4.0 * (n - 1);
}
bool agrees(const Count& count, int n, int nz) {
  const KernelTraffic& model = traffic(count.kernel);
  if (model.references == 0.0)
    return count.cached <= columns_at_sides(count.kernel, n) / (double(n) * n);
  return count.cached == model.references + beside_model(count.kernel, n, nz) &&
         count.index_bytes == model.index_bytes;
}

nlohmann::json row(const Count& count) {
  return {{"kernel", traffic(count.kernel).name},
          {"operations", count.operations},
          {"divisions", count.divisions},
          {"references", count.references},
          {"references_cached", count.cached},
          {"index_bytes", count.index_bytes},
          {"modelled", traffic(count.kernel).references}};
}

void print(const Count& count) {
  fmt::print("{:<28}{:>12.2f}{:>12.2f}{:>12.2f}{:>12.2f}{:>12.2f}\n", traffic(count.kernel).name,
             count.operations, count.divisions, count.references, count.cached,
             traffic(count.kernel).references);
}

/// Says which kernels of the list are missing and which are modelled otherwise.
bool is_right(const std::vector<Count>& counts, int n, int nz) {
  std::vector<Kernel> there;
  std::string wrong;
  for (const Count& count : counts) {
    there.push_back(count.kernel);
    if (!agrees(count, n, nz)) wrong += ' ' + std::string(traffic(count.kernel).name);
  }
  const std::string missing = bench::missing_kernels(there);
  if (!missing.empty()) fmt::print(stderr, "isobar_count_operations: not counted:{}\n", missing);
  if (!wrong.empty())
    fmt::print(stderr, "isobar_count_operations: kernel_list.hpp models other references of{}\n",
               wrong);
  return missing.empty() && wrong.empty();
}

int run(int n, int nz, const std::string& file) {
  const std::vector<Count> counts = count_all(n, nz);
  nlohmann::json result = {{"n", n}, {"nz", nz}, {"kernels", nlohmann::json::array()}};
  fmt::print("a cell, of {} x {} x {}\n{:<28}{:>12}{:>12}{:>12}{:>12}{:>12}\n", n, n, nz, "kernel",
             "operations", "divisions", "references", "cached", "modelled");
  for (const Count& count : counts) {
    print(count);
    result["kernels"].push_back(row(count));
  }
  if (!file.empty() && !(std::ofstream(file) << result.dump(2) << std::endl)) {
    fmt::print(stderr, "isobar_count_operations: {}: cannot be written\n", file);
    return 2;
  }
  return is_right(counts, n, nz) ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Counts operations and memory references of every kernel; 1 if one is not counted or "
      "is not what isobar/core/launch/kernel_list.hpp says",
      "isobar_count_operations");
  int n = 16, nz = 128;
  std::string file;
  app.add_option("--n", n, "columns in x and in y, even")->check(CLI::Range(4, 64));
  app.add_option("--nz", nz, "layers, a multiple of 4")->check(CLI::Range(4, 1024));
  app.add_option("--json", file, "write the counts to this file");
  if (const auto code = isobar::read_arguments(app, argc, argv)) return *code;
  if (n % 2 != 0 || nz % bench::Workplace<Counted>::merge != 0) {
    fmt::print(stderr, "isobar_count_operations: --n {} --nz {}: must be even, a multiple of 4\n",
               n, nz);
    return 2;
  }
  const Kokkos::ScopeGuard kokkos;
  return run(n, nz, file);
}

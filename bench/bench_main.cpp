#include "bench_fem.hpp"
#include "program/build_commit.hpp"
#include "report/environment.hpp"
#include "setup/gpu_name.hpp"

#include <fmt/format.h>
#include <isobar/core/build_info.hpp>
#include <isobar/core/version.hpp>
#include <sstream>
#include <string_view>
#include <vector>

/// Times every kernel alone. Counters: modelled bytes a second, percent of a copy of as many numbers in the same process, and on a host of a triad.
namespace {

using namespace isobar;

constexpr const char* about =
    R"(Times each kernel alone.

    isobar_bench --benchmark_filter='^smooth/double/'     z fastest: '^smooth/double-z-fastest/'
    isobar_bench --benchmark_filter='^fem_.*/q1/.*/double/levels:8'
    isobar_bench --benchmark_list_tests
    isobar_bench --benchmark_format=json --benchmark_out=kernels.json

Names of kernels on fields: KERNEL/PRECISION/columns:N, a field of N x N columns of 128 layers.
Names of kernels of finite elements: KERNEL/ORDER/ROWS/PRECISION/levels:N, on the CIRCLE of isobar_fem on N levels.
Columns of the table: time of a call, bytes_per_second of modelled bytes, percent of the best copy of as many numbers and,
on a host, of a triad in no cache. Exit code: 0, 2 if an option is wrong or the filter names no benchmark.
Options of Kokkos: --kokkos-help.

)";

bool asks_for_help(int argc, char** argv) {
  for (int n = 1; n < argc; ++n)
    if (const std::string_view word = argv[n]; word == "--help" || word == "-h") return true;
  return false;
}

/// Adds the context that makes a table of times comparable with another one.
void add_context() {
  const std::string gpu = gpu_name(), cpu = cpu_name(), commit(build_commit());
  const int changed = changed_files_of_build();
  const auto add = [](const char* key, const std::string& value) {
    benchmark::AddCustomContext(key, value.empty() ? "not known" : value);
  };
  add("version", std::string(version));
  add("commit", commit.empty() || changed == 0
                    ? commit
                    : fmt::format("{}, {} changed files", commit, changed));
  add("backend", fmt::format("{} with {} threads, Kokkos {}", ExecutionSpace::name(),
                             ExecutionSpace().concurrency(), kokkos_version()));
  add("device", gpu.empty() ? cpu : gpu);
  add("compiler", fmt::format("{}, {}", build_info::compiler, build_info::build_type));
  add("flags", std::string(build_info::flags));
  add("columns:N", fmt::format("a field of N x N columns of {} layers", bench::nz));
  add("levels:N", "finite elements on CIRCLE, 8 quadrilaterals refined N - 1 times");
}

/// Wraps the library's own reporter. Messages before its start, for example that no name matches the filter, go to this one's error stream.
class Display : public benchmark::BenchmarkReporter {
public:
  bool ReportContext(const Context& context) override { return own_.ReportContext(context); }
  void ReportRuns(const std::vector<Run>& runs) override { own_.ReportRuns(runs); }
  void Finalize() override { own_.Finalize(); }

private:
  BenchmarkReporter& own_ = *benchmark::CreateDefaultDisplayReporter(); // the library keeps it
};

/// Runs the benchmarks that the filter names. Returns an exit code.
int run_benchmarks() {
  std::ostringstream errors;
  Display display;
  display.SetErrorStream(&errors);
  if (benchmark::RunSpecifiedBenchmarks(&display) > 0) return 0;
  fmt::print(
      stderr,
      "isobar_bench: --benchmark_filter={}: no benchmark has such a name; expected a regular "
      "expression for some that --benchmark_list_tests names\n",
      benchmark::GetBenchmarkFilter());
  return 2;
}

} // namespace

int main(int argc, char** argv) {
  if (asks_for_help(argc, argv)) fmt::print("{}", about);
  benchmark::Initialize(&argc, argv); // ends here with --help; keeps Kokkos' arguments
  const Kokkos::ScopeGuard kokkos(argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  if (const std::string missing = bench::without_benchmark(); !missing.empty()) {
    fmt::print(stderr, "isobar_bench: no benchmark for{}\n", missing);
    return 2;
  }
  add_context();
  bench::FemSpaces spaces;
  bench::add_fields();
  bench::add_stored();
  bench::add_fem(spaces);
  const int code = run_benchmarks();
  benchmark::Shutdown();
  return code;
}

#include "gpu_report.hpp"

#include "pressure/run/predicted_memory.hpp"
#include "pressure/run/pressure_run.hpp"
#include "program/options.hpp"

#include <fmt/format.h>

namespace isobar::gpu_report {
namespace {

struct Repeats {
  int warmup, counted;
};

/// The deck on n x n columns with a right-hand side, to 1e-5 whatever it says itself.
Deck read_deck(const std::string& path, int n, int nz, const Repeats& repeats,
               const std::string& rhs = "box") {
  const auto set = [](const std::string& key, int value) {
    return parse_override(fmt::format("{}={}", key, value));
  };
  return isobar::read_deck(
      path,
      {set("grid.nx", n), set("grid.ny", n), set("grid.nz", nz), parse_override("rhs.kind=" + rhs),
       set("run.warmup", repeats.warmup), set("run.repeats", repeats.counted),
       parse_override("solver.tolerance=1e-5"), parse_override("run.kernel_timings=true"),
       parse_override("verification.iteration_bound=1000")});
}

RunResult solve(const Deck& deck, const MpiComm& comm) {
  const Equation equation = checked_equation(deck, comm);
  const RunContext context{deck, equation, comm, decompose(deck, comm), choose_transport(comm)};
  Outputs outputs(context); // these decks ask for none
  MemoryMeter meter;
  return run(context, outputs, meter);
}

/// One of a run's times as a line; a result that is not valid says why.
Row time_row(const RunResult& result, const std::vector<double>& seconds, Row row) {
  row.measured = statistics(seconds).as([](double s) { return 1e3 * s; });
  row.remark = result.invalid_reason();
  return row;
}

/// Of the deck's solves on n x n columns.
Row solve_row(const RunResult& result, const Sizes& sizes, int n, Row row) {
  row.what += fmt::format(", {} x {} x {}", n, n, sizes.nz);
  row = time_row(result, result.solving.samples, row);
  row.detail = fmt::format("{} iterations, true residual {:.1e}", result.solve.iterations,
                           result.true_residual.value());
  return row;
}

/// Setup, update, and setup with the solve after it, as each right-hand side of its own needs.
std::vector<Row> setup_rows(const RunResult& result, const std::string& deck) {
  std::vector<double> both;
  for (std::size_t n = 0; n < result.setup.samples.size(); ++n)
    both.push_back(result.setup.samples[n] + result.solving.samples[n]);
  Row setup = time_row(result, result.setup.samples, {"setup, " + deck, "ms", {}, 8.0, 4.0, {}});
  setup.detail = fmt::format("the first {:.3g}", 1e3 * result.first_setup);
  for (const SetupPart& part : result.setup_parts)
    setup.detail += fmt::format(", {} {:.3g}", part.name, 1e3 * part.seconds);
  return {setup,
          time_row(result, result.update.samples, {"update, " + deck, "ms", {}, 1.0, {}, {}}),
          time_row(result, both, {"setup + solve, " + deck, "ms", {}, {}, {}, {}})};
}

/// Columns in x and y of the largest problem are multiples of this: whole tiles on all five levels.
constexpr int step = 512;

std::string paper_deck() { return pressure_program.inputs_directory() + "/paper.toml"; }

/// The largest n x n columns whose predicted memory is there; 0 if not even the smallest fit.
int largest_columns(int nz, Int64 memory, const MpiComm& comm) {
  const Int64 host = available_host_memory();
  const auto fits = [&](int n) {
    const Deck deck = read_deck(paper_deck(), n, nz, {0, 1});
    const TransportChoice transport = choose_transport(comm);
    const MemoryUse need =
        predicted_memory(deck, checked_equation(deck, comm), decompose(deck, comm), transport.plan);
    if (on_host) return need.total() <= memory;
    return need.device <= memory && (host == 0 || need.host <= host);
  };
  int n = 0;
  while (fits(n + step)) n += step;
  return n;
}

const Row largest{
    "largest problem solved to 1e-5, multigrid in double", "unknowns", {}, 2.5e9, 4.0e9, {}};

} // namespace

std::vector<Row> solve_rows(const Sizes& sizes, const std::string& deck, const MpiComm& comm) {
  const int n = sizes.columns, half = std::min(n, 64), whole = std::min(n, 128);
  const auto run = [&](const std::string& path, int columns, const std::string& rhs = "box") {
    return solve(read_deck(path, columns, sizes.nz, {2, sizes.repeats}, rhs), comm);
  };
  const std::string what = "time to 1e-5";
  const RunResult result = run(deck, n);
  std::vector<Row> rows{
      solve_row(result, sizes, n, {what, "ms", {}, 2.9, 2.5, {}}),
      solve_row(run(deck, n, "random"), sizes, n, {what + ", random", "ms", {}, 3.9, 2.5, {}}),
      solve_row(run(deck, whole), sizes, whole, {what, "ms", {}, 1.2, 0.7, {}}),
      solve_row(run(deck, half), sizes, half, {what, "ms", {}, 0.9, 0.5, {}})};
  for (const Row& row : setup_rows(result, "the same deck")) rows.push_back(row);
  for (const Row& row : setup_rows(run(paper_deck(), n), "paper.toml")) rows.push_back(row);
  return rows;
}

Row largest_row(const Sizes& sizes, Int64 memory, const MpiComm& comm) {
  Row row = largest;
  row.remark = fmt::format("no size fits into {:.1f} GB", 1e-9 * double(memory));
  for (int n = largest_columns(sizes.nz, memory, comm); n > 0; n -= step) {
    const Deck deck = read_deck(paper_deck(), n, sizes.nz, {0, 1});
    const std::string size = fmt::format("{} x {} x {}", n, n, sizes.nz);
    try {
      const RunResult result = solve(deck, comm);
      const double unknowns = double(n) * n * sizes.nz;
      row.measured = {unknowns, unknowns, unknowns};
      row.remark = result.invalid_reason();
      row.detail = fmt::format("{}, {} cycles, {:.3f} s, true residual {:.1e}", size,
                               result.solve.iterations, result.solving.median(),
                               result.true_residual.value());
      return row;
    } catch (const std::exception& e) { // Kokkos has no exception of its own for want of memory
      row.remark = fmt::format("{}: {}", size, e.what());
    }
  }
  return row;
}

Row largest_row_not_measured(const std::string& why) {
  Row row = largest;
  row.remark = why;
  return row;
}

} // namespace isobar::gpu_report

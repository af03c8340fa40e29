/// Times hypre's solvers on Isobar's system, for compare_hypre.
#include "arguments.hpp"
#include "hypre_solvers.hpp"
#include "input/input_error.hpp"
#include "input/npy_header.hpp"
#include "io/file_names.hpp"
#include "io/partial_file.hpp"
#include "run/statistics.hpp"

#include <Kokkos_Core.hpp>
#include <nlohmann/json.hpp>

#include <fstream>
#include <functional>
#include <map>

namespace {

using nlohmann::json;

struct Options {
  int n = 128, nz = 128, repeats = 5;
  double tolerance = 1e-5;
  hypre::RightSide rhs = hypre::RightSide::box;
  hypre::Equation equation = hypre::Equation::pressure;
  std::string solver = "all", variants = "best", json_path, check_path, alpha_path;
};

void declare(CLI::App& app, Options& o) {
  app.add_option("--n", o.n, "columns in x and in y")->check(CLI::Range(1, 4096));
  app.add_option("--nz", o.nz, "levels")->check(CLI::Range(1, 4096));
  app.add_option("--repeats", o.repeats, "timed solves, after one that is not")
      ->check(CLI::Range(1, 1000));
  app.add_option("--tolerance", o.tolerance, "relative to the 2-norm of the right-hand side")
      ->check(CLI::Range(1e-14, 0.5));
  app.add_option("--solver", o.solver, "preconditioner of CG")
      ->check(CLI::IsMember({"pfmg", "boomeramg", "all"}));
  app.add_option("--variants", o.variants, "best, or all settings that were tried")
      ->check(CLI::IsMember({"best", "all"}));
  const std::map<std::string, hypre::RightSide> kinds{{"box", hypre::RightSide::box},
                                                      {"random", hypre::RightSide::random}};
  app.add_option("--rhs", o.rhs, "right-hand side, as rhs.kind in Isobar's decks")
      ->transform(CLI::CheckedTransformer(kinds));
  const std::map<std::string, hypre::Equation> equations{{"pressure", hypre::Equation::pressure},
                                                         {"poisson", hypre::Equation::poisson}};
  app.add_option("--equation", o.equation,
                 "pressure: the panel; poisson: the unit cube with u = 0 on all sides, which "
                 "Isobar solves here too")
      ->transform(CLI::CheckedTransformer(equations));
  app.add_option("--alpha", o.alpha_path,
                 "NumPy file of shape (n, n, nz): alpha_h and alpha_v of each cell");
  app.add_option("--json", o.json_path, "write the results to this file");
  app.add_option("--check-solution", o.check_path,
                 "NumPy file with Isobar's solution: report its residual with hypre's matrix");
}

json timing(const std::vector<hypre::Outcome>& outcomes, double hypre::Outcome::*seconds) {
  std::vector<double> samples;
  samples.reserve(outcomes.size());
  for (const auto& o : outcomes) samples.push_back(o.*seconds);
  return {{"median", isobar::median(samples)}, {"samples", samples}};
}

/// One solver with one set of settings: a warm-up, the repeats, one line on the screen.
json measure(const std::string& name, const Options& options, const isobar::MpiComm& comm,
             const std::function<hypre::Outcome()>& solve) {
  std::vector<hypre::Outcome> outcomes;
  outcomes.reserve(options.repeats);
  solve();
  for (int r = 0; r < options.repeats; ++r) outcomes.push_back(solve());
  const hypre::Outcome& last = outcomes.back();
  json result{{"name", name},
              {"iterations", last.iterations},
              {"converged", last.converged},
              {"true_residual", last.true_residual},
              {"assembly", timing(outcomes, &hypre::Outcome::assembly_seconds)},
              {"setup", timing(outcomes, &hypre::Outcome::setup_seconds)},
              {"solve", timing(outcomes, &hypre::Outcome::solve_seconds)}};
  if (last.given_residual > 0.0) result["isobar_solution_residual"] = last.given_residual;
  if (comm.rank() == 0)
    fmt::print("{:52} assembly {:7.3f} s, setup {:7.3f} s, solve {:7.3f} s, {:3} iterations, "
               "true residual {:.2e}{}\n",
               name, result["assembly"]["median"].get<double>(),
               result["setup"]["median"].get<double>(), result["solve"]["median"].get<double>(),
               last.iterations, last.true_residual, last.converged ? "" : ", NOT CONVERGED");
  return result;
}

/// This rank's cells of a NumPy file of shape (ny, nx, nz), in Box::index order.
std::vector<double> read_cells(const std::string& path, const hypre::Box& b) {
  const isobar::npy::Head head = isobar::npy::read_head(path, {b.ny, b.nx, b.nz});
  if (!head.problem.empty()) throw isobar::InputError(path + " " + head.problem);
  std::vector<double> cells(b.cells());
  std::ifstream file(path, std::ios::binary);
  const std::size_t row = std::size_t(b.columns_x) * b.nz;
  for (int j = 0; j < b.columns_y; ++j) {
    const std::size_t first = (std::size_t(b.first_j + j) * b.nx + b.first_i) * b.nz;
    file.seekg(std::streamoff(head.data_offset + first * sizeof(double)));
    file.read(reinterpret_cast<char*>(&cells[j * row]), std::streamsize(row * sizeof(double)));
  }
  if (!file) throw isobar::EnvironmentError(path + " cannot be read");
  return cells;
}

std::vector<hypre::CycleSettings> cycles_to_time(const Options& o) {
  auto variants = hypre::cycle_variants();
  if (o.variants == "best") variants.resize(1);
  return variants;
}

json measure_all(const Options& o, const isobar::MpiComm& comm) {
  hypre::Problem problem(o.n, o.nz, o.rhs, o.equation, comm);
  if (!o.alpha_path.empty()) problem.set_alpha(o.alpha_path);
  std::vector<double> given; // a solution by Isobar
  if (!o.check_path.empty()) given = read_cells(o.check_path, problem.box());
  json results = json::array();
  if (o.equation == hypre::Equation::poisson)
    for (const auto& settings : cycles_to_time(o))
      results.push_back(measure("isobar (" + settings.name + ")", o, comm, [&] {
        return hypre::solve_isobar(problem, settings, o.tolerance, given);
      }));
  const auto run = [&](const std::string& solver, auto variants, auto solve) {
    if (o.solver != "all" && o.solver != solver) return;
    if (o.variants == "best") variants.resize(1);
    for (const auto& settings : variants)
      results.push_back(measure(solver + " (" + settings.name + ")", o, comm,
                                [&] { return solve(problem, settings, o.tolerance, given); }));
  };
  run("pfmg", hypre::pfmg_variants(), hypre::solve_struct);
  run("boomeramg", hypre::boomeramg_variants(), hypre::solve_boomeramg);
  return results;
}

void write_json(const Options& o, const isobar::MpiComm& comm, const json& results) {
  if (o.json_path.empty() || comm.rank() != 0) return;
  const json report = {{"n", o.n},
                       {"nz", o.nz},
                       {"ranks", comm.size()},
                       {"tolerance", o.tolerance},
                       {"solvers", results}};
  isobar::replace_file(isobar::resolved(o.json_path), report.dump(2) + '\n');
}

/// The program's exit code: 0 if all solvers converged, 1 if not, 2 for bad input. All ranks
/// return the same code.
int run(const Options& options) {
  const isobar::MpiComm comm(MPI_COMM_WORLD);
  const Kokkos::ScopeGuard kokkos;
  hypre::check(HYPRE_Init(), "HYPRE_Init");
  json results;
  try {
    results = measure_all(options, comm);
  } catch (const isobar::InputError& error) {
    if (comm.rank() == 0) fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
  hypre::check(HYPRE_Finalize(), "HYPRE_Finalize");
  write_json(options, comm, results);
  bool converged = true;
  for (const json& r : results) converged = converged && r["converged"].get<bool>();
  return converged ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "hypre's CG with PFMG and BoomerAMG on Isobar's matrix and right-hand side for the panel",
      "isobar_hypre_bench");
  Options options;
  declare(app, options);
  if (const auto code = isobar::read_arguments(app, argc, argv)) return *code;
  try {
    isobar::MpiSession session(argc, argv);
    try {
      return run(options);
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}\n", error.what());
      session.abort(3);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 3;
  }
}

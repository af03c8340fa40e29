// Many solvers made and destroyed, and many updates, solves and changes of one: neither memory nor communicators nor open files grow.
// isobar_growth [SOLVERS [UPDATES]]; ctest asks for few, 3000 and 1000 are worth a run by hand.
#include <isobar/pressure_solver.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <malloc.h>

namespace {

using isobar::PressureSolver;

const isobar::PressureGrid grid{16, 16, 8};

/// The memory that this rank uses.
struct Use {
  long kilobytes = 0, files = 0;
  long allocated = long(mallinfo2().uordblks); ///< bytes that malloc has given and not taken back
};

Use use_now() {
  Use use;
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmRSS:") status >> use.kilobytes;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    use.files += !entry.path().empty();
  return use;
}

/// Allocations of Kokkos that are there, by its callbacks for tools.
struct Allocation {
  std::string space, label;
  std::uint64_t bytes;
};
std::map<const void*, Allocation> allocations;
void note_allocation(Kokkos_Profiling_SpaceHandle space, const char* label, const void* data,
                     std::uint64_t bytes) {
  allocations[data] = {space.name, label, bytes};
}
void note_release(Kokkos_Profiling_SpaceHandle, const char*, const void* data, std::uint64_t) {
  allocations.erase(data);
}

/// How many allocations of each space and label there are, and their bytes.
std::map<std::string, std::pair<long, std::uint64_t>> allocations_by_label() {
  std::map<std::string, std::pair<long, std::uint64_t>> all;
  for (const auto& [data, a] : allocations) {
    auto& [count, bytes] = all[a.space + " " + a.label];
    ++count;
    bytes += a.bytes;
  }
  return all;
}

int failures = 0;

void print_growth(std::map<std::string, std::pair<long, std::uint64_t>> before) {
  for (const auto& [label, now] : allocations_by_label())
    if (const auto was = before[label]; now.first != was.first)
      std::printf("  %s: %ld more, %ld bytes more\n", label.c_str(), now.first - was.first,
                  long(now.second) - long(was.second));
}

/// `work` so many times, of which the first quarter may warm up.
void expect_no_growth(const char* what, int times, const std::function<void(int)>& work) {
  const int warm = std::max(times / 4, 20);
  for (int n = 0; n < warm; ++n) work(n);
  const Use before = use_now();
  const auto labels_before = allocations_by_label();
  const std::size_t allocations_before = allocations.size();
  for (int n = warm; n < times; ++n) work(n);
  const Use after = use_now();
  const long grown = after.kilobytes - before.kilobytes;
  // MPI's lists of messages and the allocator's pages grow for a while. 200 bytes for each of 3000 times would be a leak.
  const long most = 256 * 1024 + 64L * times;
  const bool fails = 1024 * grown > 4 * most || after.allocated - before.allocated > most ||
                     after.files > before.files || allocations.size() != allocations_before;
  failures += fails;
  std::printf("%s %d times: %ld KB of %ld more, %ld bytes of malloc more, files %ld to %ld, "
              "allocations of Kokkos %zu to %zu%s\n",
              what, times - warm, grown, before.kilobytes, after.allocated - before.allocated,
              before.files, after.files, allocations_before, allocations.size(),
              fails ? ": GROWS" : "");
  if (fails) print_growth(labels_before);
}

const std::vector<std::string> methods = {
    "multigrid",     "multigrid\"\nprecision = \"mixed",
    "cg-fused",      "cg-multigrid",
    "bicgstab",      "bicgstab-multigrid\"\nprecision = \"mixed",
    "modes",         "cg-modes",
    "multigrid-ell", "cg-csr"};

isobar::Coefficients coefficients_of(int n) {
  isobar::Coefficients c = isobar::Atmosphere{550.0, 0.018, 6371.0e3, 50.0e3, 600.0 + n % 7};
  c.positions.beta = [n](int i, int j) { return 1.0 + 0.01 * ((i + j + n) % 5); };
  return c;
}

PressureSolver made(int n) {
  const std::string& method = methods[std::size_t(n) % methods.size()];
  isobar::Coefficients c = coefficients_of(n);
  if (method.find("modes") != std::string::npos) c.positions = {};
  return {MPI_COMM_WORLD, grid, c, "[solver]\nmethod = \"" + method + "\"\n"};
}

void use(PressureSolver& solver, bool from_guess) {
  const isobar::Partition& part = solver.partition();
  std::vector<double> f(std::size_t(part.nx) * part.ny * grid.nz, 1.0), u(f.size());
  const isobar::CellsOut in(f.data(), part.nx, part.ny, grid.nz),
      out(u.data(), part.nx, part.ny, grid.nz);
  const isobar::SolveReport report =
      from_guess ? solver.solve_from(in, out) : solver.solve(in, out);
  if (!report.converged()) ++failures;
}

void run(int solvers, int updates) {
  expect_no_growth("A solver made", solvers, [](int n) {
    PressureSolver solver = made(n);
    use(solver, n % 3 == 0);
  });
  expect_no_growth("A wrong solver", std::max(solvers / 10, 40), [](int n) {
    try {
      PressureSolver(MPI_COMM_WORLD, grid, coefficients_of(n), "[solver]\nmethod = \"magic\"\n");
      ++failures;
    } catch (const std::invalid_argument&) { // as expected
    }
    isobar::Coefficients wrong = coefficients_of(n);
    wrong.positions.beta = [](int i, int j) { return i == 9 && j == 11 ? NAN : 1.0; };
    try {
      PressureSolver(MPI_COMM_WORLD, grid, wrong);
      ++failures;
    } catch (const std::invalid_argument&) { // as expected, after communicators were made
    }
  });
  PressureSolver solver(MPI_COMM_WORLD, grid, coefficients_of(0));
  expect_no_growth("An update", updates, [&](int n) {
    solver.update(coefficients_of(n));
    solver.set_options(n % 2 == 0 ? "[solver]\ntolerance = 1e-6" : "[solver]\ntolerance = 1e-5");
    isobar::BoundaryValues values;
    values.west = [n](int, int j, int k) { return 1.0 + 0.01 * ((j + k + n) % 5); };
    solver.set_boundary_values(values);
    use(solver, n % 2 == 0);
  });
}

/// With rows of the caller's, cut otherwise than the solver's.
void run_with_blocks(int solvers) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int first = rank == 0 ? 0 : 5 + 11 * (rank - 1) / ranks;
  const int next = rank + 1 == ranks ? grid.nx : 5 + 11 * rank / ranks;
  isobar::SolverOptions options;
  options.blocks = std::vector<isobar::ColumnBlock>{{first, 0, next - first, grid.ny}};
  std::vector<double> f(std::size_t(next - first) * grid.ny * grid.nz, 1.0), u(f.size());
  expect_no_growth("A solver with blocks", solvers, [&](int n) {
    PressureSolver solver(MPI_COMM_WORLD, grid, coefficients_of(n), options);
    const isobar::CellsOut in(f.data(), next - first, grid.ny, grid.nz),
        out(u.data(), next - first, grid.ny, grid.nz);
    if (!solver.solve(in, out).converged()) ++failures;
  });
}

void run_with_levels(int updates) {
  const auto at = [](double time_step) {
    isobar::Coefficients c = isobar::Atmosphere{550.0, 0.018, 6371.0e3, 50.0e3, time_step};
    c.choose_levels = true;
    return c;
  };
  PressureSolver solver(MPI_COMM_WORLD, grid, at(600.0));
  expect_no_growth("Levels chosen anew", updates, [&](int) {
    const std::string before = solver.levels();
    solver.update(at(12000.0));
    if (solver.levels() == before) ++failures;
    use(solver, true);
    solver.update(at(600.0));
  });
}

} // namespace

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  Kokkos::initialize();
  Kokkos::Tools::Experimental::set_allocate_data_callback(note_allocation);
  Kokkos::Tools::Experimental::set_deallocate_data_callback(note_release);
  const int solvers = argc > 1 ? std::atoi(argv[1]) : 200;
  const int updates = argc > 2 ? std::atoi(argv[2]) : 200;
  run(solvers, updates);
  run_with_blocks(std::max(solvers / 5, 40));
  run_with_levels(std::max(updates / 5, 40));
  Kokkos::finalize();
  MPI_Finalize();
  return failures == 0 ? 0 : 1;
}

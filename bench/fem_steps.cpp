// Times finite elements on CIRCLE of the unstructured-grid paper: a smoothing step, both transfers, a V-cycle and full multigrid. Matrices are stored
// in each format, by bands, or not at all inside macro elements. Cycles also run with CG on the coarsest level, where the host waits for its sums.
//
//     isobar_fem_steps --levels 9 --order 1
//
// It runs on one rank. All times are medians of fenced repeats after a warm-up. All matrices have
// the numbering of macro elements, in which CSR and ELLPACK are as fast as in any other. Bytes are
// those of the vectors and the matrix that a Jacobi step reads or writes.
#include "arguments.hpp"
#include "median_seconds.hpp"

#include <isobar/core/fem/fem_error.hpp>
#include <isobar/core/fem/fem_multigrid.hpp>
#include <isobar/core/fem/macro_rows.hpp>
#include <isobar/core/mesh/mesh_generators.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace {

using namespace isobar;
using bench::median_seconds;

struct Options {
  int levels = 8, coarsest = 1, order = 1, repeats = 20;
  std::vector<int> steps{1, 2, 4}; ///< before and after, in full multigrid
  std::string part = "all";
};

/// Times a Jacobi step and both transfers for each form of the matrices.
template <class T> struct Ways {
  using Vector = typename SparseMatrix<T>::Vector;
  const FemSpace &coarse, &fine;
  int repeats;
  Vector u{"u", std::size_t(fine.unknowns())}, next{"next", u.extent(0)}, f{"f", u.extent(0)};
  Vector of_coarse{"coarse", std::size_t(coarse.unknowns())};
  Vector inverse = assemble_inverse<T>(fine, {}, RowSum::diagonal);

  void time(const char* name, const SparseMatrix<T>& a, const SparseMatrix<T>& restriction,
            const SparseMatrix<T>& prolongation) {
    const double n = fine.unknowns(), step = median_seconds(repeats, [&] {
                                        a.jacobi(0.7, inverse, f, u, next);
                                        std::swap(u, next);
                                      });
    const double down = median_seconds(repeats, [&] { restriction.apply(1.0, u, of_coarse); }),
                 up = median_seconds(repeats, [&] { prolongation.add(1.0, of_coarse, u, u); });
    const double bytes = double(a.bytes_read()) / n + 4.0 * sizeof(T);
    fmt::print("  {:<12}{:>9.1f} bytes{:>9.3f} ns a step{:>9.3f} restricted{:>9.3f} prolongated\n",
               name, bytes, 1e9 * step / n, 1e9 * down / n, 1e9 * up / n);
  }
};

template <class T> void time_steps(std::span<const FemSpace> spaces, int repeats) {
  const FemSpace &fine = spaces.back(), &coarse = spaces[spaces.size() - 2];
  fmt::print("Q{}, {} unknowns, {} bytes a number; times are those of one unknown\n", fine.order(),
             fine.unknowns(), sizeof(T));
  Ways<T> ways{coarse, fine, repeats};
  for (const auto& [name, format] : {std::pair("CSR", MatrixFormat::csr),
                                     {"ELLPACK-R", MatrixFormat::ell},
                                     {"sliced", MatrixFormat::sliced_ell}}) {
    const auto a = make_sparse_matrix(format, assemble_stiffness<T>(fine), "a", 0),
               r = make_sparse_matrix(format, assemble_restriction<T>(coarse, fine), "r", 0),
               p = make_sparse_matrix(format, assemble_prolongation<T>(coarse, fine), "p", 0);
    ways.time(name, *a, *r, *p);
  }
  if (!has_macro_rows(fine)) return;
  const auto restriction = make_macro_restriction<T>(coarse, fine, 0),
             prolongation = make_macro_prolongation<T>(coarse, fine, 0);
  if (fine.order() == 1)
    ways.time("bands", *make_band_matrix(fine, assemble_bands<T>(fine), 0), *restriction,
              *prolongation);
  ways.time("macro", *make_macro_stiffness<T>(fine, {}, 0), *restriction, *prolongation);
}

/// Whether the levels support this form of the rows.
bool has(std::span<const FemSpace> spaces, FemRows rows) {
  return rows != FemRows::bands || spaces.back().order() == 1;
}

void time_cycles(std::span<const FemSpace> spaces, const FemProblem& problem, int repeats) {
  SelfCommunicator<double> self;
  const auto f =
      right_hand_side<double>(spaces.back(), problem, dirichlet_values(spaces.back(), problem));
  using enum FemCoarseSolver;
  for (const auto& [name, rows, coarse_solver] : {std::tuple("sliced, CG", FemRows::stored, cg),
                                                  {"sliced", FemRows::stored, direct},
                                                  {"bands", FemRows::bands, direct},
                                                  {"macro, CG", FemRows::macro, cg},
                                                  {"macro", FemRows::macro, direct}}) {
    if (!has(spaces, rows)) continue;
    FemMultigridOptions options = FemMultigridOptions::jacobi(4, 0.7);
    options.rows = rows;
    options.coarse_solver = coarse_solver;
    FemMultigrid<double> multigrid(make_fem_levels<double>(spaces, problem, options, self),
                                   options.cycle);
    const double one = median_seconds(repeats, [&] { multigrid.cycles(f, 1); }),
                 two = median_seconds(repeats, [&] { multigrid.cycles(f, 2); });
    const SolveReport report = multigrid.solve(f, {1e-8, 100});
    fmt::print("  {:<12} cycle of 4 + 4 steps {:>9.3f} ms, {} cycles to {:.1e}\n", name,
               1e3 * (two - one), report.iterations, report.relative_residual());
  }
}

/// u = sin 3x sin 2y.
ExactFunction waves() {
  return {[](Point p) { return std::sin(3.0 * p.x) * std::sin(2.0 * p.y); },
          [](Point p) {
            return Point{3.0 * std::cos(3.0 * p.x) * std::sin(2.0 * p.y),
                         2.0 * std::sin(3.0 * p.x) * std::cos(2.0 * p.y)};
          }};
}

/// Full multigrid for a known solution, with each form of the rows.
class FullMultigrid {
public:
  explicit FullMultigrid(std::span<const FemSpace> spaces)
      : spaces_(spaces), problem_{[value = u_.value](Point p) { return 13.0 * value(p); },
                                  {},
                                  {u_.value, u_.value}},
        g_(smooth_lift(spaces, problem_)),
        f_(right_hand_side<double>(spaces.back(), problem_, g_)) {}

  /// Times one cycle with `steps` + `steps` smoothing steps on each level. Prints its L2 error over that of the discretisation.
  void time(const char* name, FemRows rows, int steps, int repeats) {
    FemMultigridOptions options = FemMultigridOptions::jacobi(steps, 0.7);
    options.smoother = FemSmoother::chebyshev;
    options.rows = rows;
    options.cycle.start = Start::full;
    FemMultigrid<double> multigrid(make_fem_levels<double>(spaces_, problem_, options, self_),
                                   options.cycle);
    const double seconds = median_seconds(repeats, [&] { multigrid.cycles(f_, 1); });
    const double after_one = error(multigrid);
    if (!of_discretisation_) {
      multigrid.solve(f_, {1e-11, 100});
      of_discretisation_ = error(multigrid);
    }
    fmt::print(
        "  {:<6} V({},{})  full multigrid {:>9.3f} ms, {:.2f}e9 unknowns/s, {:.2f} times the "
        "discretisation error\n",
        name, steps, steps, 1e3 * seconds, double(spaces_.back().unknowns()) / seconds / 1e9,
        after_one / *of_discretisation_);
    std::fflush(stdout); // errors of large meshes take seconds on the host
  }

private:
  double error(const FemMultigrid<double>& multigrid) const {
    return fem_errors(spaces_.back(), solution_on_host<double>(multigrid.solution(), g_), u_).l2;
  }

  SelfCommunicator<double> self_;
  ExactFunction u_ = waves();
  std::span<const FemSpace> spaces_;
  FemProblem problem_;
  FemNumbers g_;
  Kokkos::View<double*, MemorySpace> f_;
  std::optional<double> of_discretisation_; ///< the same for all forms
};

void time_full_multigrid(std::span<const FemSpace> spaces, const std::vector<int>& steps,
                         int repeats) {
  FullMultigrid full(spaces);
  for (const auto& [name, rows] :
       {std::pair("sliced", FemRows::stored), {"bands", FemRows::bands}, {"macro", FemRows::macro}})
    for (int n : steps)
      if (has(spaces, rows)) full.time(name, rows, n, repeats);
}

void run(const Options& o, const QuadMesh& mesh, const FemProblem& problem) {
  const auto spaces = fem_spaces(
      mesh,
      {.levels = o.levels, .order = o.order, .numbering = Numbering::macro, .coarsest = o.coarsest},
      problem.dirichlet_rims(mesh));
  const auto asked = [&](const char* part) { return o.part == "all" || o.part == part; };
  if (asked("steps")) {
    time_steps<double>(spaces, o.repeats);
    time_steps<float>(spaces, o.repeats);
  }
  if (asked("cycles")) time_cycles(spaces, problem, o.repeats);
  if (asked("full")) time_full_multigrid(spaces, o.steps, o.repeats);
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Smoothing steps and cycles of finite elements, with and without a matrix",
               "isobar_fem_steps");
  app.add_option("--levels", options.levels, "levels, the finest of which is timed")
      ->check(CLI::Range(2, 14));
  app.add_option("--order", options.order, "1 (Q1) or 2 (Q2)")->check(CLI::Range(1, 2));
  app.add_option("--repeats", options.repeats)->check(CLI::Range(1, 1000));
  app.add_option("--part", options.part, "steps, cycles, full (full multigrid), or all of them")
      ->check(CLI::IsMember({"all", "steps", "cycles", "full"}));
  app.add_option(
      "--coarsest", options.coarsest,
      "the coarsest level of cycles, which is solved directly: up to 4, with order 2 up to 3");
  app.add_option("--steps", options.steps, "smoothing steps of full multigrid, before and after")
      ->check(CLI::Range(1, 100));
  if (const auto code = isobar::read_arguments(app, argc, argv)) return *code;
  const PointFunction one = [](Point) { return 1.0; }, zero = [](Point) { return 0.0; };
  const FemProblem problem{one, {}, {one, zero}};
  const QuadMesh mesh = circle_mesh();
  const int most = finest_direct_level(
      fem_counts(mesh, options.order, options.levels - 1, problem.dirichlet_rims(mesh)));
  if (options.coarsest < 1 || options.coarsest > most) {
    fmt::print(stderr, "--coarsest {}: expected from 1 to {} with --levels {} --order {}\n",
               options.coarsest, most, options.levels, options.order);
    return 2;
  }
  const Kokkos::ScopeGuard kokkos(argc, argv);
  run(options, mesh, problem);
}

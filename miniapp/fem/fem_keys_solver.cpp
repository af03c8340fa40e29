#include "deck/deck_keys_shared.hpp"
#include "fem/fem_keys.hpp"
#include "fem/fem_value_kinds.hpp"

namespace isobar::fem {
namespace {

using deck::Choice, deck::Integer, deck::Number;

constexpr Integer steps{0, 1000};

Keys solver_section() {
  const KeyMaker<Solver> key{"solver", &FemDeck::solver};
  return {
      key(&Solver::method, "method", Choice<Method>{}, "",
          "multigrid: multigrid alone. cg-multigrid: CG with multigrid as its preconditioner"),
      key(&Solver::precision, "precision", Choice<Precision>{}, "",
          "precision of matrices and vectors. mixed: CG and its matrix in double, around cycles in "
          "float"),
      key(&Solver::matrix_format, "matrix_format", deck::OrAuto<Choice<Format>>{}, "",
          "how matrices are stored. csr: compressed rows, multiplied by Kokkos Kernels (on NVIDIA "
          "GPUs by cuSPARSE). ell: ELLPACK-R. sliced-ell: ELLPACK in slices of 32 rows. ell-t: "
          "ELLPACK-T, in which several threads share a row. macro: no stored rows inside the "
          "refined elements of the coarsest mesh, where rows are computed from few numbers. It "
          "needs the numbering macro. bands: five numbers for each row and no columns inside these "
          "elements. It needs the numbering macro and elements of order 1. auto: csr on hosts, "
          "sliced-ell on GPUs"),
      used_with(
          "matrix_format = \"ell-t\"",
          [](const FemDeck& d) { return d.solver.matrix_format == Format::ell_t; },
          key(&Solver::row_threads, "row_threads", Integer{1, 32}, "",
              "threads of a GPU that share a row, a power of two")),
      key(&Solver::tolerance, "tolerance", Number{'(', 0, 1, ')'}, "",
          "2-norm of the residual relative to that of u = 0 inside, from which the paper starts. "
          "With multigrid.start = \"full\" it is relative to that of a smooth u with the same "
          "boundary values"),
      deck::absolute_tolerance_key(key),
      key(&Solver::max_iterations, "max_iterations", Integer{1, 1'000'000'000}, "",
          "cycles, or iterations of CG, after which a solve gives up"),
  };
}

Keys multigrid_section() {
  const KeyMaker<Multigrid> key{"multigrid", &FemDeck::multigrid};
  const auto is_chebyshev = [](const FemDeck& d) { return d.has_chebyshev(); };
  return {
      key(&Multigrid::cycle, "cycle", Choice<CycleKind>{}, "",
          "how often a cycle visits the coarser levels from each level. V: once. W: twice. F: once "
          "by an F-cycle and once by a V-cycle"),
      key(&Multigrid::smoother, "smoother", Choice<FemSmoother>{}, "",
          "jacobi: weighted Jacobi. chebyshev: Jacobi with the factors of a Chebyshev polynomial, "
          "one for each step. l1-jacobi: Jacobi with the sum of abs(a_ij) of each row in place of "
          "its diagonal. spai: the sparse approximate inverse with the pattern of the matrix. "
          "chebyshev-spai: the same with Chebyshev's factors. gauss-seidel: row after row as "
          "unknowns are numbered, forward before the coarse correction and backward after it. "
          "colour-gauss-seidel: the same, colour after colour. ilu: incomplete factors L U with "
          "the pattern of the matrix (ILU(0))"),
      key(&Multigrid::before, "before", steps, "", "smoothing steps before the coarse correction"),
      key(&Multigrid::after, "after", steps, "", "smoothing steps after the coarse correction"),
      used_with(
          "another smoother than \"chebyshev\" and \"chebyshev-spai\"",
          [is_chebyshev](const FemDeck& d) { return !is_chebyshev(d); },
          default_is("0.7 for jacobi, with mesh.layers `auto`; 1 for all others",
                     key(&Multigrid::relaxation, "relaxation",
                         RelaxationOrAuto{{'(', 0.0, 2.0, ')'}}, "",
                         "relaxation factor of each smoothing step. auto: 4 / (3 lambda) on each "
                         "level. The setup estimates lambda, the largest eigenvalue of D^-1 A, or "
                         "of the approximate inverse and A. The choice auto is there with jacobi, "
                         "l1-jacobi and spai"))),
      used_with(
          "smoother = \"chebyshev\" or \"chebyshev-spai\"", is_chebyshev,
          key(&Multigrid::chebyshev_ratio, "chebyshev_ratio", Number{'(', 1.0, 1e4, ']'}, "",
              "ratio of the largest eigenvalue to the least one that is smoothed. The eigenvalues "
              "are those of D^-1 A, or of the approximate inverse and A. Suitable ratios are 4 for "
              "square elements, 100 on thin layers, and 15 with chebyshev-spai")),
      used_with("smoother = \"chebyshev\" or \"chebyshev-spai\"", is_chebyshev,
                key(&Multigrid::largest_eigenvalue, "largest_eigenvalue",
                    deck::OrAuto<Number>{{'(', 0.0, 1e4, ']'}}, "",
                    "largest eigenvalue of D^-1 A, or of the approximate inverse and A, on all "
                    "levels. A bound of it is enough, where one is known. auto: the result of the "
                    "power method on each level, plus a tenth")),
      key(&Multigrid::coarsest_level, "coarsest_level", deck::OrAuto<Integer>{{1, 15}}, "",
          "level on which cycles end, from 1, the mesh itself, to the one below the finest. "
          "Coarser levels get no matrices. auto: the finest level that can be solved directly"),
      key(&Multigrid::coarse_solver, "coarse_solver", deck::OrAuto<Choice<FemCoarseSolver>>{}, "",
          "solver of the coarsest level. cg: CG with the diagonal, as in the paper. direct: the "
          "stored inverse of the matrix. With direct on one rank the host waits for nothing, so "
          "that a GPU gets a cycle as one graph. auto: direct up to 1024 unknowns, else cg"),
      used_with(
          "coarse_solver = \"auto\" or \"cg\"",
          [](const FemDeck& d) { return d.multigrid.coarse_solver != FemCoarseSolver::direct; },
          key(&Multigrid::coarse_tolerance, "coarse_tolerance", Number{'(', 0, 1, ')'}, "",
              "factor by which CG on the coarsest level reduces the norm of its residual")),
      used_with(
          "solver.method = \"multigrid\"",
          [](const FemDeck& d) { return d.solver.method == Method::multigrid; },
          key(&Multigrid::start, "start", Choice<Start>{}, "",
              "start of a solve. zero: from 0. full: from the coarse levels' solutions (full "
              "multigrid)")),
  };
}

} // namespace

Keys solver_keys() { return deck::joined({solver_section(), multigrid_section()}); }

} // namespace isobar::fem

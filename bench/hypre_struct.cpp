#include "hypre_check.hpp"
#include "hypre_solvers.hpp"

#include <HYPRE_krylov.h>
#include <HYPRE_struct_ls.h>

#include <array>
#include <cmath>

namespace hypre {
namespace {

using Grid = Handle<HYPRE_StructGrid, HYPRE_StructGridDestroy>;
using Stencil = Handle<HYPRE_StructStencil, HYPRE_StructStencilDestroy>;
using Matrix = Handle<HYPRE_StructMatrix, HYPRE_StructMatrixDestroy>;
using Vector = Handle<HYPRE_StructVector, HYPRE_StructVectorDestroy>;
using Pcg = Handle<HYPRE_StructSolver, HYPRE_StructPCGDestroy>;
using Pfmg = Handle<HYPRE_StructSolver, HYPRE_StructPFMGDestroy>;

using Index = std::array<HYPRE_Int, 3>;

/// The system in hypre's structured-grid objects.
class StructSystem {
public:
  explicit StructSystem(const Problem& problem);

  HYPRE_StructMatrix matrix() const { return matrix_; }
  HYPRE_StructVector b() const { return b_; }
  HYPRE_StructVector x() const { return x_; }
  /// ||b - A v|| / ||b||; v is cells in Box::index order if given, else x.
  double relative_residual(const std::vector<double>* cells);

private:
  /// Place of a cell in the arrays that hypre takes: x fastest.
  std::size_t position(int i, int j, int k) const;
  void create_grid();
  void fill_matrix();
  void create_vector(Vector& vector, std::vector<double>& values);
  std::vector<double> read(HYPRE_StructVector vector);

  const Problem& problem_;
  Index lower_, upper_;
  Grid grid_;
  Stencil stencil_;
  Matrix matrix_;
  Vector b_, x_;
};

StructSystem::StructSystem(const Problem& problem) : problem_(problem) {
  create_grid();
  fill_matrix();
  std::vector<double> values(problem.box().cells(), 0.0);
  create_vector(x_, values);
  problem.for_each_cell(
      [&](int i, int j, int k) { values[position(i, j, k)] = problem.right_side(i, j, k); });
  create_vector(b_, values);
}

std::size_t StructSystem::position(int i, int j, int k) const {
  const Box& b = problem_.box();
  return (std::size_t(k) * b.columns_y + (j - b.first_j)) * b.columns_x + (i - b.first_i);
}

void StructSystem::create_grid() {
  const Box& b = problem_.box();
  lower_ = {b.first_i, b.first_j, 0};
  upper_ = {b.first_i + b.columns_x - 1, b.first_j + b.columns_y - 1, b.nz - 1};
  check(HYPRE_StructGridCreate(problem_.communicator(), 3, &grid_), "HYPRE_StructGridCreate");
  check(HYPRE_StructGridSetExtents(grid_, lower_.data(), upper_.data()),
        "HYPRE_StructGridSetExtents");
  check(HYPRE_StructGridAssemble(grid_), "HYPRE_StructGridAssemble");
}

/// Symmetric storage: the diagonal and three couplings a cell, which hypre solves with faster
/// than with all seven.
void StructSystem::fill_matrix() {
  constexpr int size = 4;
  std::array<Index, size> offsets{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  check(HYPRE_StructStencilCreate(3, size, &stencil_), "HYPRE_StructStencilCreate");
  for (int e = 0; e < size; ++e)
    check(HYPRE_StructStencilSetElement(stencil_, e, offsets[e].data()),
          "HYPRE_StructStencilSetElement");
  check(HYPRE_StructMatrixCreate(problem_.communicator(), grid_, stencil_, &matrix_),
        "HYPRE_StructMatrixCreate");
  check(HYPRE_StructMatrixSetSymmetric(matrix_, 1), "HYPRE_StructMatrixSetSymmetric");
  check(HYPRE_StructMatrixInitialize(matrix_), "HYPRE_StructMatrixInitialize");

  std::vector<double> values(problem_.box().cells() * size);
  problem_.for_each_cell([&](int i, int j, int k) {
    const Row r = problem_.row(i, j, k);
    double* v = &values[position(i, j, k) * size];
    v[0] = r.diagonal, v[1] = r.east, v[2] = r.north, v[3] = r.above;
  });
  std::array<HYPRE_Int, size> entries{0, 1, 2, 3};
  check(HYPRE_StructMatrixSetBoxValues(matrix_, lower_.data(), upper_.data(), size, entries.data(),
                                       values.data()),
        "HYPRE_StructMatrixSetBoxValues");
  check(HYPRE_StructMatrixAssemble(matrix_), "HYPRE_StructMatrixAssemble");
}

void StructSystem::create_vector(Vector& vector, std::vector<double>& values) {
  check(HYPRE_StructVectorCreate(problem_.communicator(), grid_, &vector),
        "HYPRE_StructVectorCreate");
  check(HYPRE_StructVectorInitialize(vector), "HYPRE_StructVectorInitialize");
  check(HYPRE_StructVectorSetBoxValues(vector, lower_.data(), upper_.data(), values.data()),
        "HYPRE_StructVectorSetBoxValues");
  check(HYPRE_StructVectorAssemble(vector), "HYPRE_StructVectorAssemble");
}

std::vector<double> StructSystem::read(HYPRE_StructVector vector) {
  std::vector<double> values(problem_.box().cells());
  check(HYPRE_StructVectorGetBoxValues(vector, lower_.data(), upper_.data(), values.data()),
        "HYPRE_StructVectorGetBoxValues");
  return values;
}

double StructSystem::relative_residual(const std::vector<double>* cells) {
  std::vector<double> values = read(x_);
  if (cells != nullptr)
    problem_.for_each_cell([&](int i, int j, int k) {
      values[position(i, j, k)] = (*cells)[problem_.box().index(i, j, k)];
    });
  Vector v, product;
  create_vector(v, values);
  create_vector(product, values);
  check(HYPRE_StructMatrixMatvec(1.0, matrix_, v, 0.0, product), "HYPRE_StructMatrixMatvec");
  const std::vector<double> b = read(b_), av = read(product);
  std::array<double, 2> sums{0.0, 0.0};
  for (std::size_t c = 0; c < b.size(); ++c) {
    sums[0] += (b[c] - av[c]) * (b[c] - av[c]);
    sums[1] += b[c] * b[c];
  }
  check_mpi(
      MPI_Allreduce(MPI_IN_PLACE, sums.data(), 2, MPI_DOUBLE, MPI_SUM, problem_.communicator()),
      "MPI_Allreduce");
  return std::sqrt(sums[0] / sums[1]);
}

void configure(Pfmg& pfmg, const PfmgSettings& s, MPI_Comm communicator) {
  check(HYPRE_StructPFMGCreate(communicator, &pfmg), "HYPRE_StructPFMGCreate");
  check(HYPRE_StructPFMGSetMaxIter(pfmg, 1), "HYPRE_StructPFMGSetMaxIter");
  check(HYPRE_StructPFMGSetTol(pfmg, 0.0), "HYPRE_StructPFMGSetTol");
  check(HYPRE_StructPFMGSetZeroGuess(pfmg), "HYPRE_StructPFMGSetZeroGuess");
  check(HYPRE_StructPFMGSetRelaxType(pfmg, s.relax_type), "HYPRE_StructPFMGSetRelaxType");
  check(HYPRE_StructPFMGSetRAPType(pfmg, s.rap_type), "HYPRE_StructPFMGSetRAPType");
  check(HYPRE_StructPFMGSetSkipRelax(pfmg, s.skip_relax), "HYPRE_StructPFMGSetSkipRelax");
}

} // namespace

Outcome solve_struct(const Problem& problem, const PfmgSettings& settings, double tolerance,
                     const std::vector<double>& given) {
  Outcome outcome;
  Stopwatch watch(problem.communicator());
  StructSystem system(problem);
  outcome.assembly_seconds = watch.lap();

  Pfmg pfmg;
  Pcg pcg;
  check(HYPRE_StructPCGCreate(problem.communicator(), &pcg), "HYPRE_StructPCGCreate");
  check(HYPRE_StructPCGSetTol(pcg, tolerance), "HYPRE_StructPCGSetTol");
  check(HYPRE_StructPCGSetMaxIter(pcg, max_iterations), "HYPRE_StructPCGSetMaxIter");
  check(HYPRE_StructPCGSetTwoNorm(pcg, 1), "HYPRE_StructPCGSetTwoNorm");
  configure(pfmg, settings, problem.communicator());
  check(HYPRE_StructPCGSetPrecond(pcg, HYPRE_StructPFMGSolve, HYPRE_StructPFMGSetup, pfmg),
        "HYPRE_StructPCGSetPrecond");
  check(HYPRE_StructPCGSetup(pcg, system.matrix(), system.b(), system.x()), "HYPRE_StructPCGSetup");
  outcome.setup_seconds = watch.lap();
  outcome.converged = check_solve(
      HYPRE_StructPCGSolve(pcg, system.matrix(), system.b(), system.x()), "HYPRE_StructPCGSolve");
  outcome.solve_seconds = watch.lap();

  HYPRE_Int iterations = 0;
  check(HYPRE_StructPCGGetNumIterations(pcg, &iterations), "HYPRE_StructPCGGetNumIterations");
  outcome.iterations = iterations;
  outcome.true_residual = system.relative_residual(nullptr);
  if (!given.empty()) outcome.given_residual = system.relative_residual(&given);
  return outcome;
}

std::vector<PfmgSettings> pfmg_variants() {
  return {{"red-black", 2, 1, 0},
          {"red-black, Galerkin", 2, 0, 0},
          {"red-black, skip", 2, 1, 1},
          {"Jacobi", 1, 0, 0},
          {"Jacobi, skip", 1, 0, 1}};
}

} // namespace hypre

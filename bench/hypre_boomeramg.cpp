#include "hypre_check.hpp"
#include "hypre_solvers.hpp"

#include <HYPRE.h>
#include <HYPRE_parcsr_ls.h>

#include <cmath>
#include <numeric>

namespace hypre {
namespace {

using Matrix = Handle<HYPRE_IJMatrix, HYPRE_IJMatrixDestroy>;
using Vector = Handle<HYPRE_IJVector, HYPRE_IJVectorDestroy>;

/// The system as distributed compressed rows. A rank's rows are numbered in Box::index order,
/// the level fastest: hypre's Gauss-Seidel then runs along the columns.
class CsrSystem {
public:
  explicit CsrSystem(const Problem& problem);

  HYPRE_ParCSRMatrix matrix() const { return matrix_object_; }
  HYPRE_ParVector b() const { return object(b_); }
  HYPRE_ParVector x() const { return object(x_); }
  /// ||b - A v|| / ||b||; v is `cells` in Box::index order if given, else x.
  double relative_residual(const std::vector<double>* cells);

private:
  HYPRE_BigInt row_number(int i, int j, int k) const;
  void number_rows();
  void fill_matrix();
  void create_vector(Vector& vector, const std::vector<double>& values);
  static HYPRE_ParVector object(const Vector& vector);

  const Problem& problem_;
  std::vector<HYPRE_BigInt> first_rows_; ///< of each rank, and the end
  std::vector<HYPRE_BigInt> rows_;       ///< this rank's
  Matrix matrix_;
  HYPRE_ParCSRMatrix matrix_object_ = nullptr;
  Vector b_, x_;
};

CsrSystem::CsrSystem(const Problem& problem) : problem_(problem) {
  number_rows();
  fill_matrix();
  std::vector<double> values(problem.box().cells(), 0.0);
  create_vector(x_, values);
  problem.for_each_cell([&](int i, int j, int k) {
    values[problem.box().index(i, j, k)] = problem.right_side(i, j, k);
  });
  create_vector(b_, values);
}

void CsrSystem::number_rows() {
  first_rows_ = {0};
  for (const Box& box : problem_.boxes())
    first_rows_.push_back(first_rows_.back() + HYPRE_BigInt(box.cells()));
  rows_.resize(problem_.box().cells());
  std::iota(rows_.begin(), rows_.end(), first_rows_[problem_.comm().rank()]);
}

HYPRE_BigInt CsrSystem::row_number(int i, int j, int k) const {
  if (problem_.box().owns(i, j)) return rows_.front() + problem_.box().index(i, j, k);
  const auto& boxes = problem_.boxes();
  std::size_t owner = 0;
  while (!boxes[owner].owns(i, j)) ++owner;
  return first_rows_[owner] + boxes[owner].index(i, j, k);
}

void CsrSystem::fill_matrix() {
  std::vector<HYPRE_BigInt> columns;
  std::vector<double> values;
  std::vector<HYPRE_Int> row_sizes;
  columns.reserve(rows_.size() * 7);
  values.reserve(rows_.size() * 7);
  row_sizes.reserve(rows_.size());
  problem_.for_each_cell([&](int i, int j, int k) {
    const std::size_t begin = values.size();
    const auto add = [&](double value, int i2, int j2, int k2) {
      if (value == 0.0) return; // beyond a side of the domain
      columns.push_back(row_number(i2, j2, k2));
      values.push_back(value);
    };
    const Row r = problem_.row(i, j, k);
    add(r.diagonal, i, j, k);
    add(r.west, i - 1, j, k);
    add(r.east, i + 1, j, k);
    add(r.south, i, j - 1, k);
    add(r.north, i, j + 1, k);
    add(r.below, i, j, k - 1);
    add(r.above, i, j, k + 1);
    row_sizes.push_back(HYPRE_Int(values.size() - begin));
  });
  check(HYPRE_IJMatrixCreate(problem_.communicator(), rows_.front(), rows_.back(), rows_.front(),
                             rows_.back(), &matrix_),
        "HYPRE_IJMatrixCreate");
  check(HYPRE_IJMatrixSetObjectType(matrix_, HYPRE_PARCSR), "HYPRE_IJMatrixSetObjectType");
  check(HYPRE_IJMatrixSetRowSizes(matrix_, row_sizes.data()), "HYPRE_IJMatrixSetRowSizes");
  check(HYPRE_IJMatrixInitialize(matrix_), "HYPRE_IJMatrixInitialize");
  check(HYPRE_IJMatrixSetValues(matrix_, HYPRE_Int(rows_.size()), row_sizes.data(), rows_.data(),
                                columns.data(), values.data()),
        "HYPRE_IJMatrixSetValues");
  check(HYPRE_IJMatrixAssemble(matrix_), "HYPRE_IJMatrixAssemble");
  void* object = nullptr;
  check(HYPRE_IJMatrixGetObject(matrix_, &object), "HYPRE_IJMatrixGetObject");
  matrix_object_ = static_cast<HYPRE_ParCSRMatrix>(object);
}

void CsrSystem::create_vector(Vector& vector, const std::vector<double>& values) {
  check(HYPRE_IJVectorCreate(problem_.communicator(), rows_.front(), rows_.back(), &vector),
        "HYPRE_IJVectorCreate");
  check(HYPRE_IJVectorSetObjectType(vector, HYPRE_PARCSR), "HYPRE_IJVectorSetObjectType");
  check(HYPRE_IJVectorInitialize(vector), "HYPRE_IJVectorInitialize");
  check(HYPRE_IJVectorSetValues(vector, HYPRE_Int(rows_.size()), rows_.data(), values.data()),
        "HYPRE_IJVectorSetValues");
  check(HYPRE_IJVectorAssemble(vector), "HYPRE_IJVectorAssemble");
}

HYPRE_ParVector CsrSystem::object(const Vector& vector) {
  void* object = nullptr;
  check(HYPRE_IJVectorGetObject(vector, &object), "HYPRE_IJVectorGetObject");
  return static_cast<HYPRE_ParVector>(object);
}

double CsrSystem::relative_residual(const std::vector<double>* cells) {
  Vector residual, v;
  const std::vector<double> zeros(rows_.size(), 0.0);
  create_vector(v, cells != nullptr ? *cells : zeros);
  if (cells == nullptr) check(HYPRE_ParVectorCopy(x(), object(v)), "HYPRE_ParVectorCopy");
  create_vector(residual, zeros);
  check(HYPRE_ParVectorCopy(b(), object(residual)), "HYPRE_ParVectorCopy");
  check(HYPRE_ParCSRMatrixMatvec(-1.0, matrix_object_, object(v), 1.0, object(residual)),
        "HYPRE_ParCSRMatrixMatvec");
  double residual_squared = 0.0, b_squared = 0.0;
  check(HYPRE_ParVectorInnerProd(object(residual), object(residual), &residual_squared),
        "HYPRE_ParVectorInnerProd");
  check(HYPRE_ParVectorInnerProd(b(), b(), &b_squared), "HYPRE_ParVectorInnerProd");
  return std::sqrt(residual_squared / b_squared);
}

} // namespace

Outcome solve_boomeramg(const Problem& problem, const AmgSettings& settings, double tolerance,
                        const std::vector<double>& given) {
  Outcome outcome;
  Stopwatch watch(problem.communicator());
  CsrSystem system(problem);
  outcome.assembly_seconds = watch.lap();

  const AmgOutcome solved = solve_by_amg_cg(problem.communicator(), system.matrix(), system.b(),
                                            system.x(), settings, tolerance);
  outcome.setup_seconds = solved.setup;
  outcome.solve_seconds = solved.solve;
  outcome.iterations = solved.iterations;
  outcome.converged = solved.converged;
  outcome.true_residual = system.relative_residual(nullptr);
  if (!given.empty()) outcome.given_residual = system.relative_residual(&given);
  return outcome;
}

std::vector<AmgSettings> boomeramg_variants() {
  return {{"threshold 0.5", 0.5},
          {"threshold 0.5, l1", 0.5, 10, 6, 4, 0, 8},
          {"threshold 0.5, aggressive", 0.5, 10, 6, 4, 1},
          {"threshold 0.25", 0.25},
          {"threshold 0.25, aggressive", 0.25, 10, 6, 4, 1},
          {"threshold 0.5, aggressive, l1 Jacobi", 0.5, 10, 6, 4, 1, 18}};
}

} // namespace hypre

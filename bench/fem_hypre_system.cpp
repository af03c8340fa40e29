#include "fem_hypre_system.hpp"

#include <numeric>

namespace hypre {
namespace {

using namespace isobar;

/// hypre's numbers of the rank's own rows.
std::vector<HYPRE_BigInt> own_rows(const MpiComm& comm, int owned) {
  Int64 end = owned;
  check_mpi(MPI_Scan(MPI_IN_PLACE, &end, 1, MPI_INT64_T, MPI_SUM, comm.get()), "MPI_Scan");
  std::vector<HYPRE_BigInt> rows(std::size_t(owned), 0);
  std::iota(rows.begin(), rows.end(), HYPRE_BigInt(end - owned));
  return rows;
}

/// With those of the ghosts behind them.
std::vector<HYPRE_BigInt> all_rows(const FemSpace& space, const std::vector<HYPRE_BigInt>& own,
                                   Ghosts<double>* ghosts) {
  const auto x = vector_with_ghosts<double>("rows of hypre", own.size(),
                                            ghosts ? std::size_t(ghosts->room()) : 0);
  for (std::size_t n = 0; n < own.size(); ++n) x(n) = double(own[n]);
  if (ghosts) ghosts->exchange(x);
  std::vector<HYPRE_BigInt> rows;
  for (int n = 0; n < space.tables().places; ++n) rows.push_back(HYPRE_BigInt(x.data()[n]));
  return rows;
}

} // namespace

/// The fastest two first.
std::vector<AmgSettings> amg_variants() {
  return {{"HMIS, extended+i, aggressive", 0.25, 10, 6, 4, 1},
          {"HMIS, extended+i", 0.25},
          {"Falgout, classical, 4 entries", 0.25, 6, 0, 4},
          {"HMIS, extended+i, l1 Gauss-Seidel", 0.25, 10, 6, 4, 0, 8},
          {"HMIS, extended+i, threshold 0.5", 0.5},
          {"Falgout, classical", 0.25, 6, 0, 0}};
}

FemSystem::FemSystem(const MpiComm& comm, const FemSpace& space, const CsrRows<double>& a,
                     const std::vector<double>& f, Ghosts<double>* ghosts)
    : comm_(comm), rows_(own_rows(comm, space.owned())) {
  const std::vector<HYPRE_BigInt> numbers = all_rows(space, rows_, ghosts);
  std::vector<HYPRE_BigInt> columns;
  std::vector<double> values;
  std::vector<HYPRE_Int> sizes;
  for (Int64 n = 0; n < a.rows(); ++n) {
    const std::size_t begin = values.size();
    a.visit(n, [&](Int64 column, double value) {
      if (value == 0.0) return;
      columns.push_back(numbers[std::size_t(column)]);
      values.push_back(value);
    });
    sizes.push_back(HYPRE_Int(values.size() - begin));
  }
  check(HYPRE_IJMatrixCreate(comm.get(), rows_.front(), rows_.back(), rows_.front(), rows_.back(),
                             &matrix_),
        "HYPRE_IJMatrixCreate");
  check(HYPRE_IJMatrixSetObjectType(matrix_, HYPRE_PARCSR), "HYPRE_IJMatrixSetObjectType");
  check(HYPRE_IJMatrixSetRowSizes(matrix_, sizes.data()), "HYPRE_IJMatrixSetRowSizes");
  check(HYPRE_IJMatrixInitialize(matrix_), "HYPRE_IJMatrixInitialize");
  check(HYPRE_IJMatrixSetValues(matrix_, HYPRE_Int(rows_.size()), sizes.data(), rows_.data(),
                                columns.data(), values.data()),
        "HYPRE_IJMatrixSetValues");
  check(HYPRE_IJMatrixAssemble(matrix_), "HYPRE_IJMatrixAssemble");
  void* object = nullptr;
  check(HYPRE_IJMatrixGetObject(matrix_, &object), "HYPRE_IJMatrixGetObject");
  matrix_object_ = static_cast<HYPRE_ParCSRMatrix>(object);
  create_vector(f_, f);
  create_vector(u_, std::vector<double>(rows_.size(), 0.0));
}

void FemSystem::create_vector(Vector& vector, const std::vector<double>& values) const {
  check(HYPRE_IJVectorCreate(comm_.get(), rows_.front(), rows_.back(), &vector),
        "HYPRE_IJVectorCreate");
  check(HYPRE_IJVectorSetObjectType(vector, HYPRE_PARCSR), "HYPRE_IJVectorSetObjectType");
  check(HYPRE_IJVectorInitialize(vector), "HYPRE_IJVectorInitialize");
  check(HYPRE_IJVectorSetValues(vector, HYPRE_Int(rows_.size()), rows_.data(), values.data()),
        "HYPRE_IJVectorSetValues");
  check(HYPRE_IJVectorAssemble(vector), "HYPRE_IJVectorAssemble");
}

HYPRE_ParVector FemSystem::object(const Vector& vector) {
  void* object = nullptr;
  check(HYPRE_IJVectorGetObject(vector, &object), "HYPRE_IJVectorGetObject");
  return static_cast<HYPRE_ParVector>(object);
}

void FemSystem::start_from_zero() const {
  check(HYPRE_ParVectorSetConstantValues(u(), 0.0), "HYPRE_ParVectorSetConstantValues");
}

std::vector<double> FemSystem::solution() const {
  std::vector<double> values(rows_.size());
  check(HYPRE_IJVectorGetValues(u_, HYPRE_Int(rows_.size()), rows_.data(), values.data()),
        "HYPRE_IJVectorGetValues");
  return values;
}

} // namespace hypre

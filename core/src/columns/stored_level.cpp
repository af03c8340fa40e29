#include "columns/stored_level.hpp"

#include "columns/build_levels.hpp"

#include <isobar/core/columns/stored_solvers.hpp>
#include <isobar/core/field/blas.hpp>
#include <isobar/core/grid/coarsening.hpp>

#include <stdexcept>

namespace isobar {

template <class T, class Matrix>
StoredLevel<T, Matrix>::StoredLevel(const LevelSetup& setup, const MultigridOptions& options,
                                    Communicator<T>& communicator, const StoredLevel* coarser)
    : ColumnLevel<P>(setup, options, communicator), coarser_(coarser),
      matrix_(OperatorRows<T>(this->grid_)), columns_(this->grid_),
      r_(make_field<P>(setup, "isobar r")) {
  if (!coarser) return;
  restriction_.emplace(RestrictionRows<T>(this->grid_, coarser->grid_));
  prolongation_.emplace(ProlongationRows<T>(this->grid_, coarser->grid_));
}

template <class T, class Matrix>
Int64 StoredLevel<T, Matrix>::bytes(const LevelSetup& s, const MultigridOptions& options) {
  const int nx = s.partition.nx, ny = s.partition.ny, nz = s.nz();
  const bool coarsest = s.index + 1 == options.levels;
  Int64 bytes = ColumnLevel<P>::bytes(s) + field_bytes<P>(s) + Matrix::operator_bytes(nx, ny, nz) +
                StoredColumns<T>::bytes(nx, ny, nz);
  if (coarsest) return bytes;
  const Partition& p = s.partition;
  const Partition c = next_coarser(p);
  return bytes + Matrix::transfer_bytes(nx, ny, nz, c.nx, c.ny);
}

template <class T, class Matrix> void StoredLevel<T, Matrix>::update(const GridSpec& spec) {
  ColumnLevel<P>::update(spec);
  CopyBatch::send(); // what the kernels below read
  matrix_.update(OperatorRows<T>(this->grid_));
  columns_.update(this->grid_);
}

template <class T, class Matrix> double StoredLevel<T, Matrix>::residual_norm_squared() {
  matrix_.residual(this->u_, this->f_, r_);
  return Blas<T>::dot(r_, r_);
}

template <class T, class Matrix>
void StoredLevel<T, Matrix>::smooth(double rho, Guess guess, SmoothingStep) {
  const int rows = this->readable_rows(guess);
  if (guess == Guess::zero) {
    columns_.solve(rho, this->f_, this->u_);
  } else {
    matrix_.residual(this->u_, this->f_, r_);
    columns_.smooth(rho, r_, this->u_);
  }
  this->set_valid(rows - 1);
}

template <class T, class Matrix> void StoredLevel<T, Matrix>::restrict_residual(Guess guess) {
  if (guess == Guess::zero) return restrict_rhs();
  this->readable_rows(guess);
  matrix_.residual(this->u_, this->f_, r_);
  restriction_->apply(r_, coarser_->f_);
}

template <class T, class Matrix> void StoredLevel<T, Matrix>::restrict_rhs() {
  restriction_->apply(this->f_, coarser_->f_);
}

template <class T, class Matrix> void StoredLevel<T, Matrix>::interpolate() {
  prolongation_->apply(coarser_->u_, this->u_);
  this->set_valid(0);
}

template <class T, class Matrix> std::size_t StoredLevel<T, Matrix>::add_correction(Guess guess) {
  if (guess == Guess::zero) interpolate();
  else prolongation_->add(coarser_->u_, this->u_);
  this->set_valid(0);
  return 0;
}

/// Prepares u for its prolongation. The mirror image beyond the domain's sides is a part of the
/// prolongation matrix.
template <class T, class Matrix> void StoredLevel<T, Matrix>::prepare_correction() {
  this->readable_rows(Guess::current, Halo::edges_and_corners);
}

namespace {

/// Returns the options, with numbers in place of all that is automatic on stored levels.
MultigridOptions checked(MultigridOptions o) {
  if (!o.coarse_solver) o.coarse_solver = CoarseSolver::smoother;
  if (o.relaxation != Relaxation::jacobi || o.restriction != Restriction::average ||
      o.overcorrection != 1.0 || o.merged_layers != 1 ||
      o.coarse_solver != CoarseSolver::smoother || !o.overlap.value_or(Overlap()).empty() ||
      o.replicated_from.value_or(0) > 0)
    throw std::invalid_argument("stored levels have only Jacobi smoothing, averaging restriction, "
                                "smoothing on the coarsest level, and no overlap");
  return o;
}

template <class T> using CsrLevel = StoredLevel<T, CsrMatrix<T>>;
template <class T> using EllLevel = StoredLevel<T, EllMatrix<T>>;

} // namespace

template <class T>
ColumnHierarchy<Stored<T>> StoredLevels<T>::make(const GridSetup& setup,
                                                 const MultigridOptions& given, MatrixFormat format,
                                                 Communicators<T>& communicators) {
  const MultigridOptions options = checked(given);
  if (format != MatrixFormat::csr && format != MatrixFormat::ell)
    throw std::invalid_argument("stored levels have CSR and ELLPACK-R, no other ELLPACK");
  const auto build = [&]<class L>(std::type_identity<L>) {
    return build_levels<Stored<T>, Stored<T>, L, L>(setup, options, communicators, communicators);
  };
  return format == MatrixFormat::csr ? build(std::type_identity<CsrLevel<T>>())
                                     : build(std::type_identity<EllLevel<T>>());
}

template <class T>
Int64 StoredLevels<T>::bytes(const GridSetup& setup, const MultigridOptions& given,
                             MatrixFormat format) {
  const MultigridOptions options = checked(given);
  return format == MatrixFormat::csr
             ? built_levels_bytes<Stored<T>, CsrLevel<T>, CsrLevel<T>>(setup, options)
             : built_levels_bytes<Stored<T>, EllLevel<T>, EllLevel<T>>(setup, options);
}

namespace {

/// The stored parts of a grid that CG needs.
template <class T> struct StoredSystem {
  using Vector = Field<T>;
  PlannedGrid<T> grid;
  CsrMatrix<T> matrix{OperatorRows<T>(grid)};
  StoredColumns<T> columns{grid};
  Vector z{"isobar z", grid.nx(), grid.ny(), grid.nz()};

  const Vector& operator()(const Vector& r, double /*norm*/) const {
    columns.solve(1.0, r, z);
    return z;
  }
  void update(const GridSpec& spec) {
    grid.update(spec);
    CopyBatch::send(); // what the kernels below read
    matrix.update(OperatorRows<T>(grid));
    columns.update(grid);
  }
};

} // namespace

template <class T>
std::unique_ptr<Solver<Stored<T>>> StoredCg<T>::make(const GridSetup& setup,
                                                     Communicator<T>& communicator) {
  using Vector = Field<T>;
  const auto grid = make_grid<Stored<T>>(setup);
  const auto system = std::make_shared<StoredSystem<T>>(StoredSystem<T>{grid});
  const auto apply = [system](const Vector& u, const Vector& v) { system->matrix.apply(u, v); };
  return std::make_unique<StandardPcg<Stored<T>>>(grid, communicator, system, Directions::standard,
                                                  apply);
}

/// Returns the bytes of the grid, of CG's vectors and z, of the factors and of the matrix.
template <class T> Int64 StoredCg<T>::bytes(const GridSetup& setup) {
  using P = Stored<T>;
  const int nx = setup.partition.nx, ny = setup.partition.ny, nz = setup.spec.nz;
  return grid_bytes<P>(setup) + StandardPcg<P>::bytes(setup) + field_bytes<P>(setup) +
         StoredColumns<T>::bytes(nx, ny, nz) + CsrMatrix<T>::operator_bytes(nx, ny, nz);
}

template struct StoredLevels<double>;
template struct StoredLevels<float>;
template struct StoredCg<double>;
template struct StoredCg<float>;

} // namespace isobar

#pragma once
#include "columns/stored_columns.hpp"
#include "columns/stored_matrix.hpp"

#include <isobar/core/columns/column_level.hpp>

#include <optional>

namespace isobar {

/// A level with stored matrices and factors. `Matrix` is CsrMatrix<T> or EllMatrix<T>.
template <class T, class Matrix> class StoredLevel final : public ColumnLevel<Precision<T, T>> {
public:
  using P = Precision<T, T>;
  using typename FieldLevel<P>::Vector;

  using Coarser = StoredLevel;

  /// Assembles the operator. Unless `coarser` is null, it also assembles the transfers from and to
  /// the coarser level.
  StoredLevel(const LevelSetup& setup, const MultigridOptions& options,
              Communicator<T>& communicator, const StoredLevel* coarser);
  /// Returns the device bytes of a level.
  static Int64 bytes(const LevelSetup& setup, const MultigridOptions& options);

  void update(const GridSpec& spec) override;
  double residual_norm_squared() override;
  void restrict_residual(Guess guess) override;
  void restrict_rhs() override;
  void interpolate() override;
  void prepare_correction() override;
  bool records() const override { return false; }

private:
  void smooth(double rho, Guess guess, SmoothingStep step) override;
  std::size_t add_correction(Guess guess) override;

  const StoredLevel* coarser_;
  Matrix matrix_;
  StoredColumns<T> columns_;
  std::optional<Matrix> restriction_, prolongation_;
  Vector r_;
};

} // namespace isobar

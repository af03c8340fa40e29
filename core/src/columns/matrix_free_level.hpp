#pragma once
#include <isobar/core/columns/column_level.hpp>
#include <isobar/core/columns/kernels/layer_transfer.hpp>
#include <isobar/core/columns/pcg.hpp>
#include <isobar/core/multigrid/rim_first_patches.hpp>
#include <isobar/core/multigrid/rim_first_rows.hpp>

#include <memory>
#include <optional>
#include <string>

namespace isobar {

/// A level whose matrix is never stored: fused kernels in precision P over a coarser level in Q. If
/// coarse levels have merged layers, level 1 has the fields and kernels that lead to them.
template <class P, class Q = P> class MatrixFreeLevel final : public ColumnLevel<P> {
public:
  using typename FieldLevel<P>::T;
  using typename ColumnLevel<P>::Grid;
  using typename FieldLevel<P>::Vector;

  /// The part of the next coarser level that transfers need.
  using Coarser = CoarserLevel<Q>;

  /// Creates a level. `coarser` is null on the coarsest level.
  MatrixFreeLevel(const LevelSetup& setup, const MultigridOptions& options,
                  Communicator<T>& communicator, const Coarser* coarser);
  /// Returns the device bytes of a level.
  static Int64 bytes(const LevelSetup& setup, const MultigridOptions& options);

  /// The fields with all layers of the finest level, if layers are merged.
  const Vector& restricted() const override { return layers_ ? layers_->f() : this->f_; }
  const Vector& correction() const override { return layers_ ? layers_->u() : this->u_; }

  void update(const GridSpec& spec) override;
  double residual_norm_squared() override;
  void restrict_residual(Guess guess) override;
  void restrict_rhs() override;
  void interpolate() override;
  void prepare_rhs() override;
  void prepare_correction() override;
  void solve_coarsest(Guess guess) override;
  bool records() const override;

private:
  void smooth(double rho, Guess guess, SmoothingStep step) override;
  std::optional<double> smooth_norm(double rho) override;
  bool sides_are_mirrored() const;
  std::size_t add_correction(Guess guess) override;
  void make_parts();
  template <class Step> void in_parts(const Step& step);
  void smooth_corrected(double rho, Guess guess);
  FieldOf<Q> rows_here(const FieldOf<Q>& coarse) const;
  FieldOf<Q> coarse_f() const;
  FieldOf<Q> correction_here() const;
  int corrected_rows() const;
  void smooth_colours(double rho, Guess guess);
  void restrict_transpose(Guess guess);

  const Coarser* coarser_;
  Coarsening halved_;            ///< axes that the coarser level halves
  Coarsening single_end_;        ///< axes along which the last column covers a single finer one
  Coarsening coarse_single_end_; ///< the same axes for the coarser level's last column
  /// Label of the kernel that treats the coarser level's single ends.
  std::string coarse_ends_label_;
  /// The rows in parts, where steps begin with those that neighbours wait for.
  RimFirstRows<GridOf<P>> parts_;
  RimFirstPatches<GridOf<P>> patches_;     ///< these parts on the sphere
  Vector r_;                               ///< the residual, only for the transposed restriction
  std::optional<LayerTransfer<P>> layers_; ///< the transfer to merged layers
  std::unique_ptr<FusedPcg<P>> cg_;        ///< the solver of the coarsest level, if that is CG
};

} // namespace isobar

#pragma once
#include <isobar/core/columns/kernels/coupled_columns.hpp>
#include <isobar/core/multigrid/field_level.hpp>

namespace isobar {

/// A level whose matrix consists of the couplings of its cells (coupled_levels.hpp). Its transfers
/// read no halo.
template <class P> class CoupledLevel final : public FieldLevel<P> {
public:
  using typename FieldLevel<P>::T;
  using typename FieldLevel<P>::Vector;

  CoupledLevel(const LevelSetup& setup, const MultigridOptions& options,
               Communicator<T>& communicator, const CoupledLevel* coarser);
  /// Returns the device bytes of a level.
  static Int64 bytes(const LevelSetup& setup);

  const CoupledColumns<P>& columns() const { return columns_; }

  double residual_norm_squared() override;
  void restrict_residual(Guess guess) override;
  void restrict_rhs() override;
  void interpolate() override;
  void prepare_correction() override {}
  bool records() const override { return false; }

private:
  static LevelShape shape(const LevelSetup& s) { return {s.partition, s.nz(), s.index}; }
  void smooth(double rho, Guess guess, SmoothingStep step) override;
  std::size_t add_correction(Guess guess) override;

  const CoupledLevel* coarser_;
  CoupledColumns<P> columns_;
};

} // namespace isobar

#pragma once
#include <isobar/core/modes/horizontal_problems.hpp>
#include <isobar/core/modes/layer_product.hpp>
#include <isobar/core/modes/mode_shares.hpp>
#include <isobar/core/multigrid/transposition.hpp>

#include <optional>

namespace isobar {

/// One pass through vertical modes: Q H Q^T r, where H solves each mode by itself
/// (horizontal_problems.hpp).
///
/// P is the precision of r and u, M the precision of modes, and L that of multigrid's cycles. The
/// pass always computes u from the modes in double: rounding of u, not of its modes, would leave
/// 5e-3 of a residual. Products with modes need only a rank's own columns. A rank solves some of
/// the low modes in all columns, so these modes travel there and back. The other modes stay. Steps
/// read columns beside a rank's own, which travel with the low modes: two messages to each other
/// rank.
template <class P, class M, class L = M> class ModePass {
public:
  using Vector = FieldOf<P>;
  using ModeVector = FieldOf<M>;
  using Planes = Transposition<typename M::storage>;

  /// A rank with a part of the columns needs a transposition, which must outlive the pass. If the
  /// rank has any mode, it evaluates the functions of the spec's columns in all columns of the
  /// domain. Throws what mode_pencil() throws, and std::invalid_argument if a transposition is
  /// needed and missing.
  ModePass(const GridSetup& setup, const ModeOptions& options, Planes* planes);
  /// Device bytes, without the transposition's own.
  static Int64 bytes(const GridSetup& setup, const ModeOptions& options, const ModeShares& shares);

  /// Takes another equation that separates. Multigrid solves the same number of modes as before.
  void update(const GridSpec& spec);
  /// See HorizontalProblems::set_reduction.
  void set_reduction(double reduction);
  /// Writes the result to owned cells of u, or adds it to them. Reads owned cells
  /// of r. `norm`: about the norm of r over all ranks, which scales float modes.
  void apply(const Vector& r, double norm, const Vector& u, Target target);
  /// See Communicator::check().
  void check() const;

private:
  void find_modes(const GridSpec& spec);
  void solve_modes();

  OwnModes own_modes() const { return {shares_, modes_.values(), low_}; }

  Int64 unknowns_;
  Planes* transposition_;
  ModeShares shares_;
  int low_; ///< number of modes that multigrid solves, on all ranks
  VerticalModes modes_;
  ModeOrder order_;
  LayerMatrix<typename M::arithmetic> forward_;
  LayerMatrix<double> back_;
  ModeVector f_modes_;    ///< all modes of this rank's columns and those beside them
  ModeFields<M> columns_; ///< modes of this rank's columns; f is a part of f_modes_
  ModeFields<M> whole_;   ///< this rank's modes in all columns, if there is a transposition
  std::optional<HorizontalProblems<M, L>> problems_; ///< none on a rank without modes
};

} // namespace isobar

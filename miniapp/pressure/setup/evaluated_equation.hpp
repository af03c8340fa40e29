#pragma once
#include "pressure/problem/equation.hpp"

#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/grid/rank_one.hpp>

#include <array>

namespace isobar {

/// The columns at which a rank knows functions of the horizontal position: its own and their neighbours, or all.
enum class KnownColumns { own, all };

/// An equation on the columns of one rank. It calls the equation's functions for all of the
/// rank's own columns and cells, so that all ranks together refuse an impossible number.
class EvaluatedEquation {
public:
  /// Collective. A null `comm` means one rank, which knows all columns. Throws InputError, with one line
  /// and on all ranks, if the equation has an impossible number, or if one of its functions throws.
  EvaluatedEquation(Equation equation, const Partition& part, const MpiComm* comm,
                    KnownColumns known = KnownColumns::own);

  /// Takes another equation of the same kind. Throws as the constructor does, and if it has boundaries,
  /// fields, convection or cells that the first one did not have. Allocates nothing on a device. Collective.
  void update(Equation equation);

  const Equation& equation() const { return equation_; }
  /// The spec that line relaxation and multigrid solve: the equation's own, with
  /// the nearest products in place of coefficients a cell. Its functions call the
  /// equation's, or, if all columns are known, read the numbers of all ranks.
  const GridSpec& spec() const { return spec_; }
  const FactorDistance& distance() const { return distance_; }
  const Partition& partition() const { return part_; }
  /// alpha_h, alpha_v and beta of the own cells; empty if the equation factorises.
  const std::array<HostField, 3>& cells() const { return cells_; }

  /// Bytes on the host.
  static Int64 bytes(const Equation& equation, const Partition& part,
                     KnownColumns known = KnownColumns::own);

private:
  void take(Equation equation);
  void check_all(const Equation& equation) const;
  void check_coefficients(const Equation& equation) const;
  void store_cells(const Equation& equation);
  GridSpec factorised(const Equation& equation);
  void replace_by_product(const HostField& numbers, const WeightedCells& cells,
                          const CellField& field, std::vector<double>& profile,
                          HorizontalField& column);
  std::shared_ptr<const ColumnFields> of_all_columns(const GridSpec& spec,
                                                     const Convection& xi) const;
  WeightedCells weights(const GridSpec& spec) const;
  RankReductions reductions() const;
  void agree(const std::function<void()>& work) const;

  Partition part_, host_part_; ///< the latter in the order of hosts
  const MpiComm* comm_;
  KnownColumns known_;
  Equation equation_;
  GridSpec spec_;
  FactorDistance distance_;
  std::array<HostField, 3> cells_;
};

} // namespace isobar

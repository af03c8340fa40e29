#pragma once
#include "pressure/problem/equation.hpp"

#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/grid/rank_one.hpp>

#include <array>

namespace isobar {

/// Of which columns a rank has the numbers of functions of the horizontal position: of its own and those beside them, or of all.
enum class KnownColumns { own, all };

/// An equation on the columns of one rank. Its functions are called here for all of the rank's own columns and cells, so
/// that a number that cannot be is refused on all ranks together.
class EvaluatedEquation {
public:
  /// Collective; `comm` is null on one rank, which knows all columns in any case. Throws InputError, with one line and on all ranks, if the
  /// equation has a number that cannot be, or if a function of it throws.
  EvaluatedEquation(Equation equation, const Partition& part, const MpiComm* comm,
                    KnownColumns known = KnownColumns::own);

  /// Another equation of the same kind. Throws as the constructor, and if it has boundaries that the first one had not, or
  /// fields, convection or cells that it was without. Nothing is allocated on a device. Collective.
  void update(Equation equation);

  const Equation& equation() const { return equation_; }
  /// What line relaxation and multigrid solve: the equation's spec; where there are cells, with the products nearest to
  /// them. Its functions call the equation's; where all columns are known, they read numbers of all ranks.
  const GridSpec& spec() const { return spec_; }
  const FactorDistance& distance() const { return distance_; }
  const Partition& partition() const { return part_; }
  /// alpha_h, alpha_v and beta of the own cells; empty where the equation factorises.
  const std::array<HostField, 3>& cells() const { return cells_; }

  /// Bytes on the host.
  static Int64 bytes(const Equation& equation, const Partition& part,
                     KnownColumns known = KnownColumns::own);

private:
  void take(Equation equation);
  void check_all(const Equation& equation) const;
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

  Partition part_, host_part_; ///< the latter as hosts hold it
  const MpiComm* comm_;
  KnownColumns known_;
  Equation equation_;
  GridSpec spec_;
  FactorDistance distance_;
  std::array<HostField, 3> cells_;
};

} // namespace isobar

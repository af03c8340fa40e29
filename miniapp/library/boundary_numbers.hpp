#pragma once
#include "library/kept_exception.hpp"
#include "library/same_on_ranks.hpp"

#include <isobar/boundary_values.hpp>
#include <isobar/comm/topology/column_blocks.hpp>
#include <isobar/core/grid/sides.hpp>

#include <array>
#include <vector>

namespace isobar {

const CellField& values_at(const BoundaryValues& values, DomainSide side);
CellField& values_at(BoundaryValues& values, DomainSide side);

/// A subset of the six sides.
using Sides = std::array<bool, all_sides.size()>;

/// Rectangles of columns, and the size of their domain.
struct ColumnsOfDomain {
  int nx, ny, nz;
  std::vector<ColumnBlock> blocks;
  /// Calls use(i, j) for all columns beside a side.
  template <class Use> void for_beside(DomainSide side, const Use& use) const {
    for (const ColumnBlock& b : blocks) {
      const auto [i0, i1] = span(b.first_i, b.nx, nx, side, 0);
      const auto [j0, j1] = span(b.first_j, b.ny, ny, side, 1);
      for (int j = j0; j < j1; ++j)
        for (int i = i0; i < i1; ++i) use(i, j);
    }
  }

private:
  /// The span of indices along an axis: all columns, or
  /// only the one beside the side if the block has it.
  static std::pair<int, int> span(int first, int count, int all, DomainSide side, int axis) {
    if (axis_of(side) != axis) return {first, first + count};
    const int at = is_low(side) ? 0 : all - 1;
    const bool there = at >= first && at < first + count;
    return {at, there ? at + 1 : at};
  }
};

/// Evaluates and keeps the boundary values of some columns, with 9 bytes a number.
class BoundaryNumbers {
public:
  /// `given`: the sides with functions, the same on all ranks. For
  /// a side whose function this rank lacks, an evaluation throws.
  BoundaryNumbers(const BoundaryValues& values, const Sides& given, ColumnsOfDomain columns,
                  const std::shared_ptr<KeptException>& kept);

  const TakenFunctions& functions() const { return functions_; }
  /// Evaluates all numbers of the columns. Throws InputError if one is not finite, and whatever a function throws.
  void ask() const;
  void close() const;
  /// The numbers as functions, which must not outlive this object.
  BoundaryValues values() const;
  const Sides& given() const { return given_; }
  /// The boundary value of the cell beside a given side, by the cell's indices in the whole domain.
  double number(DomainSide side, int i, int j, int k) const;

private:
  Sides given_;
  ColumnsOfDomain columns_;
  TakenFunctions functions_; ///< the functions of the given sides, in the sides' order
};

} // namespace isobar

#pragma once
#include <isobar/core/grid/coefficients.hpp>
#include <isobar/core/grid/partition.hpp>
#include <isobar/core/grid/rank_one.hpp>

#include <memory>
#include <vector>

namespace isobar {

/// The numbers of functions of the horizontal position in all columns of the domain, on each rank: for what a rank solves in whole
/// planes (core's ModePass). A rank calls a function for its own columns and edges, and those beside them. What it gives for the own ones is
/// remembered, and summed with the numbers of the other ranks. An edge belongs to the column east or north of it, on a side of the domain
/// to the last one.
class GatheredColumns {
public:
  /// Of the functions that are given, on the rank of this part of the domain. Calls none of them.
  GatheredColumns(const ColumnFields& given, const Partition& part);

  /// The given functions, whose numbers are remembered when they are called.
  const ColumnFields& asking() const { return asking_; }
  /// Functions of the numbers of all ranks: those that any rank has asked for, 0 elsewhere. They keep the numbers. Call it once, behind all
  /// calls of `asking`. Collective; every rank has the same functions. Throws MpiError.
  std::shared_ptr<const ColumnFields> over_ranks(const RankReductions& ranks) const;

  /// Bytes on the host of the numbers of these functions, (n_x + 1) (n_y + 1) each.
  static Int64 bytes(const ColumnFields& given, const Partition& part);

private:
  std::vector<std::shared_ptr<std::vector<double>>>
      numbers_; ///< of each function, (j, i), i fastest
  ColumnFields asking_, known_;
};

} // namespace isobar

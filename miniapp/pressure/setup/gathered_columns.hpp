#pragma once
#include <isobar/core/grid/coefficients.hpp>
#include <isobar/core/grid/partition.hpp>
#include <isobar/core/grid/rank_one.hpp>

#include <memory>
#include <vector>

namespace isobar {

/// The numbers of functions of the horizontal position in all columns of the domain, on each rank.
/// Problems that a rank solves in whole planes need them (core's ModePass). A rank calls a function
/// for its own columns and edges and their neighbours. It remembers the numbers of its own ones,
/// and an all-reduce adds those of other ranks. An edge belongs to the column east or north of it;
/// the edge on the last side belongs to the last column.
class GatheredColumns {
public:
  /// Takes the given functions, on the rank that has this part of the domain. Calls none of them.
  GatheredColumns(const ColumnFields& given, const Partition& part);

  /// The given functions; their numbers are remembered when they are called.
  const ColumnFields& asking() const { return asking_; }
  /// Functions of all ranks' numbers: those that any rank has asked for, 0 elsewhere. They keep the numbers.
  /// Call it once, after all calls of `asking`. Collective; every rank has the same functions. Throws MpiError.
  std::shared_ptr<const ColumnFields> over_ranks(const RankReductions& ranks) const;

  /// Bytes on the host of the numbers of these functions, (n_x + 1) (n_y + 1) each.
  static Int64 bytes(const ColumnFields& given, const Partition& part);

private:
  std::vector<std::shared_ptr<std::vector<double>>>
      numbers_; ///< of each function, (j, i), i fastest
  ColumnFields asking_, known_;
};

} // namespace isobar

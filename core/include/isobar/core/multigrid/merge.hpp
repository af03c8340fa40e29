#pragma once
#include <isobar/core/field/field.hpp>

namespace isobar {

/// Moves a level from the ranks of the finer one to fewer ranks, or to all. In the first case few
/// ranks gather it; in the second, each rank gets the whole level. A part has the columns of the
/// level that the rank's part of the finer one coarsens to. Merged columns are those that the rank
/// has behind the merge. Both are fields with a halo of 1. (Amalgamation paper, section IV.C.)
template <class T> class Merge {
public:
  virtual ~Merge() = default;
  /// Whether this rank has a part of the merged level. A rank without
  /// one waits while others solve, and its merged fields are empty.
  virtual bool has_level() const = 0;
  /// Fills the owned cells of `merged` from those of all parts.
  virtual void gather(const FieldMemory<T>& part, const FieldMemory<T>& merged) = 0;
  /// Fills owned cells and halo of `part`, corners included, from `merged`. The
  /// halo of `merged` must be right wherever the halo of `part` lies in it.
  virtual void scatter(const FieldMemory<T>& merged, const FieldMemory<T>& part) = 0;
  /// See Communicator::enqueued() and check().
  virtual bool enqueued() const = 0;
  virtual void check() const {}
};

} // namespace isobar

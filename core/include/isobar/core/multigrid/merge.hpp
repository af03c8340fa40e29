#pragma once
#include <isobar/core/field/field.hpp>

namespace isobar {

/// Moves a level from the ranks of the finer one to fewer ranks, which gather it, or to all, each of which gets
/// it whole. A part is the rank's columns of the level beside its part of the finer one. Merged columns are those
/// that the rank has behind the merge. Both are fields with a halo of 1. (Amalgamation paper, section IV.C.)
template <class T> class Merge {
public:
  virtual ~Merge() = default;
  /// Whether this rank has a part of the merged level. If not, it waits while others solve, and its merged fields are empty.
  virtual bool has_level() const = 0;
  /// Fills the owned cells of `merged` from those of all parts.
  virtual void gather(const FieldMemory<T>& part, const FieldMemory<T>& merged) = 0;
  /// Fills owned cells and halo of `part`, corners included, from `merged`, whose halo must be right where the part's is read.
  virtual void scatter(const FieldMemory<T>& merged, const FieldMemory<T>& part) = 0;
  /// See Communicator::enqueued and check.
  virtual bool enqueued() const = 0;
  virtual void check() const {}
};

} // namespace isobar

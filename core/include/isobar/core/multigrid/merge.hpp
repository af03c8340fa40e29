#pragma once
#include <isobar/core/field/field.hpp>

namespace isobar {

/// How a level moves from the ranks that have the finer one to other ranks: to fewer of them, which gather it, or to all, each
/// of which gets it whole. "Part" is what a rank has of the level beside its part of the finer one, "merged" what it has of it
/// behind the merge; both are fields with a halo of 1. (Amalgamation paper, section IV.C.)
template <class T> class Merge {
public:
  virtual ~Merge() = default;
  /// Whether this rank has a part of the merged level. If not, it waits while others solve; merged fields are empty there.
  virtual bool has_level() const = 0;
  /// Owned cells of `merged` from those of all parts.
  virtual void gather(const FieldMemory<T>& part, const FieldMemory<T>& merged) = 0;
  /// Owned cells and halo of `part`, corners included, from `merged`, whose halo must be right wherever the part's is read.
  virtual void scatter(const FieldMemory<T>& merged, const FieldMemory<T>& part) = 0;
  /// As Communicator::enqueued and check.
  virtual bool enqueued() const = 0;
  virtual void check() const {}
};

} // namespace isobar

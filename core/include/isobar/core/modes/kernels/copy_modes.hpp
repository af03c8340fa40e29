#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/modes/target.hpp>

namespace isobar {

/// Copies owned cells between a field of all modes and a field
/// of only the first of them, from one precision to the other.
template <class P, class Q = P> struct CopyModes {
  /// Copies the first modes of `all` to `some`.
  static void inwards(const FieldOf<P>& all, const FieldOf<Q>& some);
  /// Copies `some` to the first modes of `all`, or adds it (Target).
  static void outwards(const FieldOf<Q>& some, const FieldOf<P>& all,
                       Target target = Target::overwrite);
};

} // namespace isobar

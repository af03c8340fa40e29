#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/modes/target.hpp>

namespace isobar {

/// Copies between a field of modes and one that has the first of them alone, from one precision to the other: owned cells.
template <class P, class Q = P> struct CopyModes {
  static void inwards(const FieldOf<P>& all, const FieldOf<Q>& some);
  static void outwards(const FieldOf<Q>& some, const FieldOf<P>& all,
                       Target target = Target::overwrite);
};

} // namespace isobar

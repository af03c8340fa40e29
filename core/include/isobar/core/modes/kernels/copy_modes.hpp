#pragma once
#include <isobar/core/field/field.hpp>

namespace isobar {

/// The first `count` modes of a field to those of another one with as many columns, from one precision to the other: owned cells.
template <class P, class Q = P> struct CopyModes {
  static void inwards(const FieldOf<P>& from, const FieldOf<Q>& to, int count);
  static void outwards(const FieldOf<Q>& from, const FieldOf<P>& to, int count);
};

} // namespace isobar

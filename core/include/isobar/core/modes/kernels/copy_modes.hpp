#pragma once
#include <isobar/core/field/field.hpp>

namespace isobar {

/// Copies between a field of modes and one that has some of them alone, from place `first` on, from one precision to the other: owned
/// cells.
template <class P, class Q = P> struct CopyModes {
  static void inwards(const FieldOf<P>& all, int first, const FieldOf<Q>& some);
  static void outwards(const FieldOf<Q>& some, int first, const FieldOf<P>& all);
};

} // namespace isobar

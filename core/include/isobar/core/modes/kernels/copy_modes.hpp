#pragma once
#include <isobar/core/field/field.hpp>

namespace isobar {

template <class P> struct CopyModes {
  /// The first `count` modes of one field to those of another one with as many columns: owned cells.
  static void first(const FieldOf<P>& from, const FieldOf<P>& to, int count);
};

} // namespace isobar

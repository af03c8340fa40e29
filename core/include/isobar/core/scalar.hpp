#pragma once
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace isobar {

/// What a number is in memory and what it is in a register. Bytes moved depend on `storage`
/// alone, rounding inside a kernel on `arithmetic`. Sums over columns are always double.
template <class Storage, class Arithmetic> struct Precision {
  using storage = Storage;
  using arithmetic = Arithmetic;
};

using Double = Precision<double, double>;
using Single = Precision<float, float>;
/// Half the bytes of Double with its pivots: float fields, double arithmetic.
using SingleStorage = Precision<float, double>;

template <class P> constexpr std::string_view precision_name() {
  if constexpr (std::is_same_v<P, Double>) return "double";
  else if constexpr (std::is_same_v<P, Single>) return "float";
  else return "float-storage";
}

/// Sizes multiply in this type: 10^12 unknowns must not overflow anything.
using Count = std::int64_t;

} // namespace isobar

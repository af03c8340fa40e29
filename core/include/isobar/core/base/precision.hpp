#pragma once
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace isobar {

/// Which cells of a field are neighbours in memory (field.hpp): those of one level in x, or those of
/// one column, as weather models hold them on CPUs.
enum class Layout { x_fastest, z_fastest };

/// What a number is in memory, where it stands there, and what it is in a register. Bytes moved
/// depend on `storage` alone, rounding inside a kernel on `arithmetic`. Sums over columns are
/// always double.
template <class Storage, class Arithmetic, Layout L = Layout::x_fastest> struct Precision {
  using storage = Storage;
  using arithmetic = Arithmetic;
  static constexpr Layout layout = L;
};

using Double = Precision<double, double>;
using Float = Precision<float, float>;
/// Half the bytes of Double with its pivots: float fields, double arithmetic.
using FloatStorage = Precision<float, double>;
/// The same numbers, z fastest: each column is contiguous.
template <class P>
using ZFastest = Precision<typename P::storage, typename P::arithmetic, Layout::z_fastest>;

template <class P> constexpr std::string_view precision_name() {
  using S = typename P::storage;
  if constexpr (!std::is_same_v<S, typename P::arithmetic>) return "float-storage";
  else return std::is_same_v<S, double> ? "double" : "float";
}

/// Sizes multiply in this type: 10^12 unknowns must not overflow anything.
using Int64 = std::int64_t;

} // namespace isobar

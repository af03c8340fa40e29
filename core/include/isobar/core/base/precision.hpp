#pragma once
#include <isobar/core/base/half.hpp>
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/types.hpp>

#include <string_view>
#include <type_traits>

namespace isobar {

/// The order in which the threads of a launch visit columns. With `blocks`, a thread works on packs
/// of columns layer by layer, as suits the caches and vector registers of a host. With `march`, the
/// threads of a team share columns and march along y, as suits a GPU.
enum class Walk { blocks, march };
/// The walk of the machine for which the code is compiled.
inline constexpr Walk native_walk = on_host ? Walk::blocks : Walk::march;

/// The types of numbers in memory and in registers, their layout, and the walk of kernels.
/// `storage` alone decides how many bytes move, and `arithmetic` decides how kernels round. Sums
/// over columns are always double. Programs leave the walk to the machine; tests run a GPU's walk
/// on a host. `RightSide` is the type in memory of a finest level's right-hand side f.
template <class Storage, class Arithmetic, Layout L = Layout::x_fastest, Walk W = native_walk,
          class RightSide = Storage>
struct Precision {
  using storage = Storage;
  using arithmetic = Arithmetic;
  using right_side = RightSide;
  static constexpr Layout layout = L;
  static constexpr Walk walk = W;
};

using Double = Precision<double, double>;
using Float = Precision<float, float>;
/// Float fields, double arithmetic: half the bytes of Double, with its pivots.
using FloatStorage = Precision<float, double>;
/// Float with right-hand sides of 16 bits, for cycles that reduce a residual by a small factor
/// (docs/decisions/0055-half-right-sides.md).
using FloatHalf = Precision<float, float, Layout::x_fastest, native_walk, Half>;
/// The precision with right-hand sides of the storage type.
template <class P>
using WithoutHalf = Precision<typename P::storage, typename P::arithmetic, P::layout, P::walk>;
/// Whether right-hand sides have a type of their own.
template <class P>
inline constexpr bool has_half = !std::is_same_v<typename P::right_side, typename P::storage>;
/// The same types with z fastest: each column is contiguous.
template <class P>
using ZFastest = Precision<typename P::storage, typename P::arithmetic, Layout::z_fastest, P::walk>;

/// The name of a precision: "double", "float", "float-storage" or "float-half".
template <class P> constexpr std::string_view precision_name() {
  using S = typename P::storage;
  if constexpr (has_half<P>) return "float-half";
  else if constexpr (!std::is_same_v<S, typename P::arithmetic>) return "float-storage";
  else return std::is_same_v<S, double> ? "double" : "float";
}

} // namespace isobar

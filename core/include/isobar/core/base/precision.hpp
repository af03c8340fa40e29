#pragma once
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
/// on a host.
template <class Storage, class Arithmetic, Layout L = Layout::x_fastest, Walk W = native_walk>
struct Precision {
  using storage = Storage;
  using arithmetic = Arithmetic;
  static constexpr Layout layout = L;
  static constexpr Walk walk = W;
};

using Double = Precision<double, double>;
using Float = Precision<float, float>;
/// Float fields, double arithmetic: half the bytes of Double, with its pivots.
using FloatStorage = Precision<float, double>;
/// The same types with z fastest: each column is contiguous.
template <class P>
using ZFastest = Precision<typename P::storage, typename P::arithmetic, Layout::z_fastest, P::walk>;

/// The name of a precision: "double", "float" or "float-storage".
template <class P> constexpr std::string_view precision_name() {
  using S = typename P::storage;
  if constexpr (!std::is_same_v<S, typename P::arithmetic>) return "float-storage";
  else return std::is_same_v<S, double> ? "double" : "float";
}

} // namespace isobar

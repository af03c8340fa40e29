#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/types.hpp>

#include <string_view>
#include <type_traits>

namespace isobar {

/// In which order the threads of a launch visit columns. `blocks`: a thread carries packs of columns
/// layer by layer, as suits the caches and vector registers of a host. `march`: the threads of a team
/// share columns and march along y, as suits a GPU.
enum class Walk { blocks, march };
/// The machine's own.
inline constexpr Walk native_walk = on_host ? Walk::blocks : Walk::march;

/// What a number is in memory, where it stands there, what it is in a register, and how kernels
/// visit the cells. Bytes moved depend on `storage` alone, rounding inside a kernel on `arithmetic`.
/// Sums over columns are always double. Programs leave the walk to the machine; tests run a GPU's
/// walk on a host.
template <class Storage, class Arithmetic, Layout L = Layout::x_fastest, Walk W = native_walk>
struct Precision {
  using storage = Storage;
  using arithmetic = Arithmetic;
  static constexpr Layout layout = L;
  static constexpr Walk walk = W;
};

using Double = Precision<double, double>;
using Float = Precision<float, float>;
/// Half the bytes of Double with its pivots: float fields, double arithmetic.
using FloatStorage = Precision<float, double>;
/// The same numbers, z fastest: each column is contiguous.
template <class P>
using ZFastest = Precision<typename P::storage, typename P::arithmetic, Layout::z_fastest, P::walk>;

template <class P> constexpr std::string_view precision_name() {
  using S = typename P::storage;
  if constexpr (!std::is_same_v<S, typename P::arithmetic>) return "float-storage";
  else return std::is_same_v<S, double> ? "double" : "float";
}

} // namespace isobar

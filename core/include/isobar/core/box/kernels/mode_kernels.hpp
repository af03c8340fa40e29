#pragma once
#include <isobar/core/box/axis_modes.hpp>
#include <isobar/core/field/field.hpp>

namespace isobar {

/// The shape of layers of nx x ny real numbers, or of their Fourier transform in the same memory.
/// A row has row() numbers. The rows with one j in all layers come first, then those with the next
/// j. A transformed row has nx / 2 + 1 complex numbers, with real and imaginary part in turn.
struct PlaneShape {
  int nx, ny, nz;
  int row() const { return 2 * (nx / 2 + 1); }
  Int64 size() const { return Int64(row()) * nz * ny; }
};

/// The numbers that turn the cells of a box's layers into modes in x and y.
template <class P> struct ModePlanes {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  AxisModes x, y;
  int nz = 0;
  Kokkos::View<S*, MemorySpace> numbers;
  Kokkos::View<A*, MemorySpace> x_turns, y_turns; ///< turns() of both axes

  ModePlanes() = default;
  ModePlanes(const AxisModes& x, const AxisModes& y, int nz);
  /// Device bytes.
  static Int64 bytes(const AxisModes& x, const AxisModes& y, int nz);
  PlaneShape shape() const { return {x.length, y.length, nz}; }
};

/// Kernels between fields and a library that transforms such layers. Fields have the columns of the
/// box, and the same number of layers. Kernels read and write owned cells. P is Double or Float.
template <class P> struct ModeKernels {
  using Planes = ModePlanes<P>;
  using Vector = FieldOf<P>;
  using Columns = Kokkos::View<typename P::arithmetic**, Kokkos::LayoutLeft, MemorySpace>;

  /// Computes real numbers of the layers from f. 2 references.
  static void arrange(const Planes& planes, const Vector& f);
  /// Computes u from real numbers of the layers. 2 references.
  static void collect(const Planes& planes, const Vector& u);
  /// Computes modes from transformed layers. 2 references.
  static void split(const Planes& planes, const Vector& modes);
  /// Computes transformed layers from modes. 2 references.
  static void join(const Planes& planes, const Vector& modes);
  /// Closes periodic columns (direct_poisson.hpp): u_k += weight (u_0 + u_top)
  /// (ratio^k + ratio^(nz-1-k)). ratio and weight are given by column (i, j).
  /// The kernel stops where the terms are negligible. At most 2 references.
  static void close_around(const Columns& ratio, const Columns& weight, const Vector& u);

  using Numbers = Kokkos::View<typename P::arithmetic*, MemorySpace>;
  /// Copies column (0, 0) of a field into numbers(k).
  static void keep_mean(const Vector& f, const Numbers& numbers);
  /// Solves column (0, 0) of u with `numbers` as its right-hand side, from u = 0 in the first
  /// layer. Nothing flows through bottom and top. Across interface k, u falls by the sum of the
  /// numbers below it times resistance(k).
  static void solve_mean(const Numbers& numbers, const Numbers& resistance, const Vector& u);
};

} // namespace isobar

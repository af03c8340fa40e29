#pragma once
#include "fem/macro_element.hpp"

#include <isobar/core/fem/assembly.hpp>

namespace isobar {

/// Returns `factor` times the numbers of elements, macro element after macro element, and row by row in each. The result is
/// empty if `of_elements` is.
template <class T>
Kokkos::View<T*, MemorySpace> by_rows(const MacroElements& macro, const FemNumbers& of_elements,
                                      double factor = 1.0);

/// The places of the elements inside macro elements, from few numbers. A macro element is cut into patches of 8 x 8 elements.
/// Refinement puts the nodes of a straight quadrilateral on its bilinear map. Beside a curved rim, all quadrilaterals but those
/// at the rim are straight after a refinement. So nearly all patches are bilinear, with six numbers each; other patches keep
/// their points. The numbers are made and kept on a device, and copies share them.
template <class T> struct MacroGeometry {
  static constexpr int patch = 8; ///< elements on a side
  static_assert(patch % element_pack == 0);

  int order, elements; ///< elements on a side of a macro element: a multiple of `patch`
  double scale;        ///< factor of maps and points relative to the mesh
  Kokkos::View<T* [6], Kokkos::LayoutRight, MemorySpace>
      maps;                               ///< of patches: b, c, d of BilinearMap
  Kokkos::View<int*, MemorySpace> curved; ///< -1, or the first point of a patch
  Kokkos::View<double* [2], Kokkos::LayoutRight, MemorySpace> points;
  Kokkos::View<T*, MemorySpace> diffusion; ///< c, elements row by row; empty: 1

  /// Throws what FemSpace::macro throws, and std::invalid_argument if macro elements have fewer than 8 x 8 elements.
  MacroGeometry(const FemSpace& space, const FemNumbers& diffusion);

  Int64 bytes() const {
    return Int64(maps.span() + diffusion.span()) * Int64(sizeof(T)) +
           Int64(curved.span() * sizeof(int) + points.span() * sizeof(double));
  }

  /// A pack of columns of elements on a patch. It has the map of the elements in the patch's first row, up to a factor, or
  /// where the patch's points begin.
  template <class V> struct Patch {
    int curved;
    BilinearMap<V> first;
  };
  template <class V> KOKKOS_FORCEINLINE_FUNCTION Patch<V> patch_at(int macro, int i, int j) const {
    constexpr T width = T(1) / T(patch);
    const int at = (macro * (elements / patch) + j / patch) * (elements / patch) + i / patch;
    const T dx = maps(at, 4), dy = maps(at, 5);
    V s;
    for (int lane = 0; lane < V::width; ++lane) s.set(lane, T(i % patch + lane) * width);
    return {curved(at),
            {V(maps(at, 0)), V(maps(at, 1)), maps(at, 2) + dx * s, maps(at, 3) + dy * s,
             V(width * dx), V(width * dy)}};
  }
  /// Computes r = A u of a pack of elements on this patch. The first element is in column i and row j of a macro element.
  template <int K, class V>
  KOKKOS_FORCEINLINE_FUNCTION void product(const Patch<V>& p, int macro, int i, int j, const V* u,
                                           V* r) const {
    const V c =
        diffusion.extent(0) > 0 ? load<V>(diffusion.data() + element(macro, i, j)) : V(T(1));
    if (p.curved < 0) element_product<K>(in_row(p.first, T(j % patch)), c, u, r);
    else element_product<K>(with_points<K, V>(p.curved, i % patch, j % patch), c, u, r);
  }

protected:
  /// Returns the index of the element in column i and row j of a macro element.
  KOKKOS_FORCEINLINE_FUNCTION Int64 element(int macro, int i, int j) const {
    return (Int64(macro) * elements + j) * elements + i;
  }
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION static BilinearMap<V> in_row(const BilinearMap<V>& m, T row) {
    return {m.bx + row * m.dx, m.by + row * m.dy, m.cx, m.cy, m.dx, m.dy};
  }
  template <int K, class V>
  KOKKOS_FORCEINLINE_FUNCTION auto with_points(int first, int i, int j) const {
    BiquadraticMap<V> nodes;
    for (int lane = 0; lane < V::width; ++lane) {
      const int corner = first + (K * j) * (K * patch + 1) + K * (i + lane);
      for (int b = 0; b <= K; ++b)
        for (int a = 0; a <= K; ++a) {
          const int n = corner + b * (K * patch + 1) + a;
          nodes.x[3 * b + a].set(lane, T(points(n, 0) - points(corner, 0)));
          nodes.y[3 * b + a].set(lane, T(points(n, 1) - points(corner, 1)));
        }
    }
    if constexpr (K == 2) return nodes;
    else return bilinear(nodes);
  }

private:
  /// Makes the map from the corners, of which the first is at 0.
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION static BilinearMap<V> bilinear(const BiquadraticMap<V>& n) {
    return {n.x[1], n.y[1], n.x[3], n.y[3], n.x[4] - n.x[1] - n.x[3], n.y[4] - n.y[1] - n.y[3]};
  }
};

} // namespace isobar

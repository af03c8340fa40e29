#include "fem/macro_geometry.hpp"

#include "fem/macro_places.hpp"
#include "sparse/ell_storage.hpp"

#include <isobar/core/base/device_array.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace isobar {
namespace {

/// How far a point may be from the bilinear map, relative to the coordinates of its macro element: each refinement rounds.
constexpr double rounding = 1e-14;

KOKKOS_FORCEINLINE_FUNCTION double larger_size(double size, double x) {
  const double other = x < 0.0 ? -x : x;
  return size > other ? size : other;
}

/// The points of all patches, in rows of `cells` + 1, as device functions find them.
struct PatchPoints {
  MacroPlaces places;
  Kokkos::View<double**, Kokkos::LayoutRight, MemorySpace> points; ///< of unknowns
  /// Cells of the lattice on a side of a patch.
  int cells;
  double scale; ///< factor of all points: entries do not depend on the size of an element

  int patches() const { return places.macros * along() * along(); }
  int count() const { return (cells + 1) * (cells + 1); } ///< of a patch
  KOKKOS_FORCEINLINE_FUNCTION int along() const { return places.cells / cells; }
  KOKKOS_FORCEINLINE_FUNCTION int macro(int patch) const { return patch / (along() * along()); }
  KOKKOS_FORCEINLINE_FUNCTION Place at(int patch, int i, int j) const {
    const int x = patch % along(), y = patch / along() % along();
    return point(macro(patch), x * cells + i, y * cells + j);
  }
  /// Returns the largest absolute coordinate of the corners of a macro element.
  KOKKOS_FORCEINLINE_FUNCTION double size(int macro) const {
    double size = 0.0;
    for (int corner = 0; corner < 4; ++corner) {
      const Place p = point(macro, corner % 2 * places.cells, corner / 2 * places.cells);
      size = larger_size(larger_size(size, p.x), p.y);
    }
    return size;
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION Place point(int macro, int i, int j) const {
    const int n = places.unknown(macro, i, j);
    return {scale * points(n, 0), scale * points(n, 1)};
  }
};

/// Finds the map of a patch, and whether its points are on the map. A thread takes a patch.
template <class T> struct FindMaps {
  PatchPoints points;
  decltype(MacroGeometry<T>::maps) maps;
  Kokkos::View<int*, MemorySpace> curved; ///< -1, or 0 if points are not on the map

  KOKKOS_FUNCTION void operator()(Int64 n) const {
    const int patch = int(n), cells = points.cells;
    const Place o = points.at(patch, 0, 0), b = points.at(patch, cells, 0),
                c = points.at(patch, 0, cells), last = points.at(patch, cells, cells);
    const double map[] = {b.x - o.x,
                          b.y - o.y,
                          c.x - o.x,
                          c.y - o.y,
                          last.x - b.x - c.x + o.x,
                          last.y - b.y - c.y + o.y};
    for (int k = 0; k < 6; ++k) maps(patch, k) = T(map[k]);
    curved(patch) = is_bilinear(patch, o, map) ? -1 : 0;
  }

private:
  KOKKOS_FUNCTION bool is_bilinear(int patch, Place o, const double* map) const {
    const double most = rounding * points.size(points.macro(patch));
    for (int j = 0; j <= points.cells; ++j)
      for (int i = 0; i <= points.cells; ++i) {
        const double s = double(i) / points.cells, t = double(j) / points.cells;
        const Place p = points.at(patch, i, j);
        const double x = o.x + map[0] * s + map[2] * t + map[4] * s * t,
                     y = o.y + map[1] * s + map[3] * t + map[5] * s * t;
        if (larger_size(larger_size(0.0, p.x - x), p.y - y) > most) return false;
      }
    return true;
  }
};

/// Finds where the points of each curved patch begin. Returns the number of these points.
int place_points(const Kokkos::View<int*, MemorySpace>& curved, int count) {
  int points = 0;
  Kokkos::parallel_scan(
      "isobar/macro_curved", AllRows(0, Int64(curved.extent(0))),
      KOKKOS_LAMBDA(Int64 n, int& sum, bool final) {
        const bool is_curved = curved(n) >= 0;
        if (is_curved && final) curved(n) = sum;
        if (is_curved) sum += count;
      },
      points);
  return points;
}

void copy_points(const PatchPoints& from, const Kokkos::View<int*, MemorySpace>& curved,
                 const Kokkos::View<double* [2], Kokkos::LayoutRight, MemorySpace>& to) {
  const int count = from.count(), side = from.cells + 1;
  Kokkos::parallel_for(
      "isobar/macro_points", AllRows(0, Int64(from.patches()) * count), KOKKOS_LAMBDA(Int64 n) {
        const int patch = int(n / count), k = int(n % count);
        if (curved(patch) < 0) return;
        const Place p = from.at(patch, k % side, k / side);
        to(curved(patch) + k, 0) = p.x;
        to(curved(patch) + k, 1) = p.y;
      });
}

/// Returns a power of two that scales a mesh to a width near 1. So squared lengths of its smallest elements stay in the range
/// of float.
double scale_of_points(const ElementTable& table) {
  const auto [left, right] = std::ranges::minmax(table.points, {}, &Point::x);
  const auto [low, high] = std::ranges::minmax(table.points, {}, &Point::y);
  return std::ldexp(1.0, -std::ilogb(std::max(right.x - left.x, high.y - low.y)));
}

} // namespace

template <class T>
Kokkos::View<T*, MemorySpace> by_rows(const MacroElements& macro, const FemNumbers& of_elements,
                                      double factor) {
  if (of_elements.extent(0) == 0) return {};
  const auto firsts = on_device("isobar first elements", macro.first_elements),
             order = on_device("isobar element order", macro.element_order);
  const Int64 elements = Int64(order.extent(0));
  const Kokkos::View<T*, MemorySpace> rows("isobar numbers by rows",
                                           firsts.extent(0) * order.extent(0));
  Kokkos::parallel_for(
      "isobar/macro_by_rows", AllRows(0, Int64(rows.extent(0))), KOKKOS_LAMBDA(Int64 n) {
        rows(n) = T(factor * of_elements(firsts(n / elements) + order(n % elements)));
      });
  return rows;
}

template <class T>
MacroGeometry<T>::MacroGeometry(const FemSpace& space, const FemNumbers& of_elements)
    : order(space.order()), elements(space.macro().places.cells / space.order()),
      scale(scale_of_points(space.table())) {
  if (elements % patch != 0)
    throw std::invalid_argument(
        "rows without a matrix need macro elements of 8 x 8 elements or more, these have " +
        std::to_string(elements) + " x " + std::to_string(elements));
  const PatchPoints all{space.macro().places, space.tables().points, order * patch, scale};
  const auto patches = std::size_t(all.patches());
  maps = decltype(maps)("isobar patch maps", patches);
  curved = decltype(curved)("isobar curved patches", patches);
  Kokkos::parallel_for("isobar/macro_maps", AllRows(0, Int64(patches)),
                       FindMaps<T>{all, maps, curved});
  points = decltype(points)("isobar curved points", std::size_t(place_points(curved, all.count())));
  copy_points(all, curved, points);
  diffusion = by_rows<T>(space.macro(), of_elements);
}

template struct MacroGeometry<double>;
template struct MacroGeometry<float>;
template Kokkos::View<double*, MemorySpace> by_rows(const MacroElements&, const FemNumbers&,
                                                    double);
template Kokkos::View<float*, MemorySpace> by_rows(const MacroElements&, const FemNumbers&, double);

} // namespace isobar

#include "fem/macro_geometry.hpp"

#include <isobar/core/base/device_array.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace isobar {
namespace {

/// How far a point may be from the bilinear map, over the coordinates of its macro element: refinement rounds each time.
constexpr double rounding = 1e-14;

/// The largest coordinate of the corners of a macro element.
double size_of(const ElementTable& table, const MacroLattice& lattice, int macro) {
  double size = 0.0;
  for (int k = 0; k < 4; ++k) {
    const Point& p = table.points[lattice.on_side(macro, k, 0)];
    size = std::max({size, std::abs(p.x), std::abs(p.y)});
  }
  return size;
}

/// The points of a patch, rows of `side`, and its map.
struct PatchPoints {
  int side;
  std::vector<Point> points;
  std::array<double, 6> map;

  PatchPoints(const ElementTable& table, const MacroLattice& lattice, int macro, int first_i,
              int first_j, int cells)
      : side(cells + 1) {
    points.reserve(std::size_t(side) * side);
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i)
        points.push_back(table.points[lattice.unknown(macro, first_i + i, first_j + j)]);
    const Point o = at(0, 0), b = at(cells, 0), c = at(0, cells), last = at(cells, cells);
    map = {b.x - o.x,
           b.y - o.y,
           c.x - o.x,
           c.y - o.y,
           last.x - b.x - c.x + o.x,
           last.y - b.y - c.y + o.y};
  }
  Point at(int i, int j) const { return points[std::size_t(j) * side + i]; }

  bool bilinear(double size) const {
    const Point o = at(0, 0);
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i) {
        const double s = double(i) / (side - 1), t = double(j) / (side - 1);
        const Point p = at(i, j);
        const double x = o.x + map[0] * s + map[2] * t + map[4] * s * t,
                     y = o.y + map[1] * s + map[3] * t + map[5] * s * t;
        if (std::max(std::abs(p.x - x), std::abs(p.y - y)) > rounding * size) return false;
      }
    return true;
  }
};

} // namespace

template <class T>
MacroGeometry<T>::MacroGeometry(const FemSpace& space, const MacroLattice& lattice,
                                const FemNumbers& of_elements)
    : order(space.order()), elements(lattice.elements()) {
  if (elements % patch != 0)
    throw std::invalid_argument(
        "rows without a matrix need macro elements of 8 x 8 elements or more, these have " +
        std::to_string(elements) + " x " + std::to_string(elements));
  std::vector<T> all_maps;
  std::vector<int> firsts;
  std::vector<Point> of_curved;
  const int cells = order * patch;
  for (int q = 0; q < lattice.macros(); ++q) {
    const double size = size_of(space.table(), lattice, q);
    for (int j = 0; j < lattice.cells(); j += cells)
      for (int i = 0; i < lattice.cells(); i += cells) {
        const PatchPoints p(space.table(), lattice, q, i, j, cells);
        for (double number : p.map) all_maps.push_back(T(number));
        firsts.push_back(p.bilinear(size) ? -1 : int(of_curved.size()));
        if (firsts.back() >= 0) of_curved.insert(of_curved.end(), p.points.begin(), p.points.end());
      }
  }
  const auto patches = firsts.size();
  maps = decltype(maps)("isobar patch maps", patches);
  to_device(all_maps, Kokkos::View<T*, MemorySpace>(maps.data(), all_maps.size()));
  curved = on_device("isobar curved patches", firsts);
  points = decltype(points)("isobar curved points", of_curved.size());
  std::vector<double> coordinates;
  for (const Point& p : of_curved) coordinates.insert(coordinates.end(), {p.x, p.y});
  to_device(coordinates, Kokkos::View<double*, MemorySpace>(points.data(), coordinates.size()));
  diffusion = by_rows<T>(lattice, of_elements);
}

template <class T>
Kokkos::View<T*, MemorySpace> by_rows(const MacroLattice& lattice, const FemNumbers& of_elements) {
  if (of_elements.extent(0) == 0) return {};
  const auto numbers = Kokkos::create_mirror_view_and_copy(HostSpace(), of_elements);
  std::vector<T> all;
  for (int q = 0; q < lattice.macros(); ++q)
    for (int j = 0; j < lattice.elements(); ++j)
      for (int i = 0; i < lattice.elements(); ++i)
        all.push_back(T(numbers(lattice.element(q, i, j))));
  return on_device("isobar numbers by rows", all);
}

template struct MacroGeometry<double>;
template struct MacroGeometry<float>;
template Kokkos::View<double*, MemorySpace> by_rows(const MacroLattice&, const FemNumbers&);
template Kokkos::View<float*, MemorySpace> by_rows(const MacroLattice&, const FemNumbers&);

} // namespace isobar

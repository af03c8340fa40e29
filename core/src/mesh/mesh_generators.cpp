#include <isobar/core/mesh/mesh_generators.hpp>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <stdexcept>

namespace isobar {
namespace {

/// Returns a ring of `around` x `across` quadrilaterals. place(i, j) returns the vertex that is i-th around, and j-th from the
/// inner rim to the outer one.
template <class Place>
QuadMesh ring(int around, int across, std::vector<Rim> rims, const Place& place) {
  std::vector<Point> vertices;
  std::vector<std::array<int, 4>> quads;
  std::vector<RimSegment> segments;
  const auto index = [&](int i, int j) { return j * around + i % around; };
  for (int j = 0; j <= across; ++j)
    for (int i = 0; i < around; ++i) vertices.push_back(place(i, j));
  for (int j = 0; j < across; ++j)
    for (int i = 0; i < around; ++i)
      quads.push_back({index(i, j), index(i, j + 1), index(i + 1, j + 1), index(i + 1, j)});
  for (int i = 0; i < around; ++i) {
    segments.push_back({{index(i, 0), index(i + 1, 0)}, 0});
    segments.push_back({{index(i, across), index(i + 1, across)}, 1});
  }
  return make_mesh(std::move(vertices), std::move(quads), segments, std::move(rims));
}

bool is_cut(CellShape shape, int i, int n) {
  return shape == CellShape::triangles || (shape == CellShape::mixed && 2 * i >= n);
}

/// Adds a cell, or two triangles on both sides of the diagonal from one of its first two corners.
void add_cell(const std::array<int, 4>& cell, bool cut, int from,
              std::vector<std::array<int, 4>>& quads) {
  if (!cut) return quads.push_back(cell);
  const int a = cell[from], b = cell[from + 1], c = cell[(from + 2) % 4], d = cell[(from + 3) % 4];
  quads.push_back({a, b, c, -1});
  quads.push_back({a, c, d, -1});
}

Rim circle_rim(const std::string& name, double radius) {
  return {name, Rim::Shape::circle, {}, radius};
}

} // namespace

QuadMesh circle_mesh(double radius) {
  if (!(radius > 0.0 && radius < 1.0))
    throw std::invalid_argument("the circle in the square needs a radius between 0 and 1");
  constexpr std::array<Point, 8> outer{
      {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
  return ring(8, 1, {circle_rim("inner", radius), {.name = "outer"}}, [&](int i, int j) {
    const Point p = outer[i];
    const double scale = j == 0 ? radius / std::hypot(p.x, p.y) : 1.0;
    return Point{scale * p.x, scale * p.y};
  });
}

QuadMesh annulus_mesh(double inner_radius, double outer_radius, int around, int across) {
  if (!(inner_radius > 0.0 && outer_radius > inner_radius) || around < 3 || across < 1)
    throw std::invalid_argument("an annulus needs 0 < inner radius < outer radius, and at least 3 "
                                "quadrilaterals around and 1 across");
  return ring(around, across,
              {circle_rim("inner", inner_radius), circle_rim("outer", outer_radius)},
              [&](int i, int j) {
                const double angle = 2.0 * std::numbers::pi * i / around;
                const double r = inner_radius + (outer_radius - inner_radius) * j / across;
                return Point{r * std::cos(angle), r * std::sin(angle)};
              });
}

QuadMesh square_mesh(int n, double distortion, std::uint64_t seed, CellShape shape) {
  if (n < 1 || !(distortion >= 0.0 && distortion <= 0.25))
    throw std::invalid_argument("a square needs at least 1 quadrilateral in each direction, and a "
                                "distortion of 0 to 1/4");
  std::mt19937_64 random(seed);
  const auto shift = [&] {
    return distortion * (2.0 * double(random() >> 11) / double(1ull << 53) - 1.0);
  };
  std::vector<Point> vertices;
  std::vector<std::array<int, 4>> quads;
  std::vector<RimSegment> segments;
  const auto index = [n](int i, int j) { return j * (n + 1) + i; };
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      const bool inside = i > 0 && i < n && j > 0 && j < n;
      const double dx = inside ? shift() : 0.0, dy = inside ? shift() : 0.0;
      vertices.push_back({(i + dx) / n, (j + dy) / n});
    }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      add_cell({index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)},
               is_cut(shape, i, n), (i + j) % 2, quads);
  for (int i = 0; i < n; ++i) {
    segments.push_back({{index(0, i), index(0, i + 1)}, 0});
    segments.push_back({{index(n, i), index(n, i + 1)}, 1});
    segments.push_back({{index(i, 0), index(i + 1, 0)}, 2});
    segments.push_back({{index(i, n), index(i + 1, n)}, 3});
  }
  return make_mesh(std::move(vertices), std::move(quads), segments,
                   {{.name = "west"}, {.name = "east"}, {.name = "south"}, {.name = "north"}});
}

} // namespace isobar

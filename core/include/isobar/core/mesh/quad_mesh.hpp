#pragma once
#include <isobar/core/mesh/mesh_origin.hpp>

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Unstructured meshes of quadrilaterals in the plane, on the host. Nothing here needs Kokkos.
namespace isobar {

/// A place. z is 0 in the plane.
struct Point {
  double x = 0.0, y = 0.0, z = 0.0;
  bool operator==(const Point&) const = default;
};

/// A named part of the boundary of a mesh, and the curve that it follows.
struct Rim {
  enum class Shape { straight, circle };
  std::string name;
  Shape shape = Shape::straight;
  Point centre = {};   ///< of a circle
  double radius = 0.0; ///< of a circle

  /// The point of the curve that is nearest to p. Straight rims leave p where it is.
  Point project(Point p) const;
};

/// An edge on the boundary, and the index of its rim.
struct RimEdge {
  int edge = 0, rim = 0;
};

/// The layers of an extruded mesh along z, all of one thickness, from z = 0 to `height`. There are none in the plane.
struct Layers {
  int count = 0;
  double height = 1.0; ///< of all of them together
  int bottom_rim = -1; ///< index of the rim at z = 0
  int top_rim = -1;    ///< index of the rim at z = height

  explicit operator bool() const { return count > 0; }
  /// The layers of the refined mesh: each is halved.
  Layers refined() const { return {2 * count, height, bottom_rim, top_rim}; }
};

/// A conforming mesh of quadrilaterals and triangles. Local edge k joins the vertices k and k + 1 of an
/// element. A triangle's fourth vertex and edge are below 0. "Quadrilaterals" in comments includes triangles.
struct QuadMesh {
  std::vector<Point> vertices;
  std::vector<std::array<int, 4>> quads;      ///< vertices, counter-clockwise
  std::vector<std::array<int, 2>> edges;      ///< vertices
  std::vector<std::array<int, 4>> quad_edges; ///< edges of each quadrilateral
  std::vector<RimEdge> rim_edges;             ///< all edges with one quadrilateral
  std::vector<Rim> rims;
  Layers layers{}; ///< of hexahedra that stand on the quadrilaterals
  int refinements =
      0; ///< 4^refinements quadrilaterals in a row are one of the unrefined mesh: a macro element

  /// How many elements are triangles.
  int triangles() const;
  /// The index of a rim. Throws std::invalid_argument if no rim has this name.
  int rim(std::string_view name) const;
};

/// The vertices or the edges of an element: four or three.
inline std::span<const int> present(const std::array<int, 4>& four) {
  return std::span(four).first(four[3] < 0 ? 3 : 4);
}
/// The number of an element's vertices.
inline int corners(const std::array<int, 4>& quad) { return int(present(quad).size()); }

/// Two vertices on the boundary and the rim that the edge between them belongs to.
struct RimSegment {
  std::array<int, 2> vertices;
  int rim = 0;
};

/// A mesh of these quadrilaterals. Edges are numbered in the order in which they appear. `origin` is passed to check() and also
/// has the segments. Throws std::invalid_argument as check() does, and if a segment is no edge on the boundary or is given twice.
QuadMesh make_mesh(std::vector<Point> vertices, std::vector<std::array<int, 4>> quads,
                   std::span<const RimSegment> segments, std::vector<Rim> rims,
                   const MeshOrigin& origin = {});

/// The range of a mesh's extent, the larger of width and height: squares of the elements' numbers then stay in the range of a double.
inline constexpr double least_extent = 1e-30, most_extent = 1e30;

/// Throws std::invalid_argument, in one line that names the number and the error, for an inverted or
/// degenerate quadrilateral, a vertex that is not finite or belongs to no quadrilateral, and an index out of
/// range. Also for an edge that has more than two quadrilaterals or both on one side, as in a folded mesh.
/// Also for a boundary edge without a rim, and a mesh too small or too large for numbers. Quadrilaterals may
/// overlap: only vertices make neighbours. `origin` names vertices and quadrilaterals as a file does.
void check(const QuadMesh& mesh, const MeshOrigin& origin = {});

/// How far quadrilaterals are from rectangles: the smallest sine of a corner, negative for
/// an inverted one; and the largest ratio of the lengths of two edges of one quadrilateral.
struct MeshQuality {
  double smallest_scaled_jacobian = 1.0;
  double largest_aspect_ratio = 1.0;
};
MeshQuality quality(const QuadMesh& mesh);

} // namespace isobar

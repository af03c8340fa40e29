#pragma once
#include <isobar/core/mesh/mesh_origin.hpp>

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Unstructured meshes of quadrilaterals in the plane, on the host. Nothing here needs Kokkos.
namespace isobar {

/// A point in space. z is 0 in the plane.
struct Point {
  double x = 0.0, y = 0.0, z = 0.0;
  bool operator==(const Point&) const = default;
};

/// A named part of the boundary of a mesh, and the curve that it follows.
struct Rim {
  enum class Shape { straight, circle };
  std::string name;
  Shape shape = Shape::straight;
  Point centre = {};   ///< centre of a circle
  double radius = 0.0; ///< radius of a circle

  /// Returns the point of the curve that is nearest to p. Straight rims leave p unchanged.
  Point project(Point p) const;
};

/// An edge on the boundary, and the index of its rim.
struct RimEdge {
  int edge = 0, rim = 0;
};

/// The layers of an extruded mesh along z, all of one thickness, from z = 0 to `height`. There are
/// none in the plane.
struct Layers {
  int count = 0;
  double height = 1.0; ///< height of all layers together
  int bottom_rim = -1; ///< index of the rim at z = 0
  int top_rim = -1;    ///< index of the rim at z = height

  explicit operator bool() const { return count > 0; }
  /// Returns the layers of the refined mesh: each layer is halved.
  Layers refined() const { return {2 * count, height, bottom_rim, top_rim}; }
};

/// A conforming mesh of quadrilaterals and triangles. Local edge k joins the vertices k and k + 1
/// of an element. A triangle's fourth vertex and edge are below 0. "Quadrilaterals" in comments
/// includes triangles.
struct QuadMesh {
  std::vector<Point> vertices;
  std::vector<std::array<int, 4>> quads;      ///< vertices of each element, counter-clockwise
  std::vector<std::array<int, 2>> edges;      ///< vertices of each edge
  std::vector<std::array<int, 4>> quad_edges; ///< edges of each quadrilateral
  std::vector<RimEdge> rim_edges;             ///< all edges with one quadrilateral
  std::vector<Rim> rims;
  Layers layers{}; ///< layers of hexahedra that stand on the quadrilaterals
  int refinements =
      0; ///< 4^refinements successive quadrilaterals are one of the unrefined mesh: a macro element

  /// Returns the number of elements that are triangles.
  int triangles() const;
  /// Returns the index of a rim. Throws std::invalid_argument if no rim has this name.
  int rim(std::string_view name) const;
};

/// Returns the vertices or the edges of an element that are present: four, or three of a triangle.
inline std::span<const int> present(const std::array<int, 4>& four) {
  return std::span(four).first(four[3] < 0 ? 3 : 4);
}
/// Returns the number of an element's vertices.
inline int corners(const std::array<int, 4>& quad) { return int(present(quad).size()); }

/// Two vertices on the boundary and the rim that the edge between them belongs to.
struct RimSegment {
  std::array<int, 2> vertices;
  int rim = 0;
};

/// Returns a mesh of these quadrilaterals. Edges are numbered in the order in which
/// they appear. `segments`: the rims of edges on the boundary. `origin`: names for
/// check() and for segments in messages. Throws std::invalid_argument as check()
/// does. Throws it also if a segment is no edge on the boundary or is given twice.
QuadMesh make_mesh(std::vector<Point> vertices, std::vector<std::array<int, 4>> quads,
                   std::span<const RimSegment> segments, std::vector<Rim> rims,
                   const MeshOrigin& origin = {});

/// The permitted range of a mesh's extent, which is the larger one of width and height.
/// In this range, squares of the elements' numbers stay in the range of a double.
inline constexpr double least_extent = 1e-30, most_extent = 1e30;

/// Checks a mesh. Throws std::invalid_argument, in one line
/// that names the number and the error, in these cases:
///
/// - a quadrilateral is inverted or degenerate;
/// - a vertex is not finite or belongs to no quadrilateral;
/// - an index is out of range;
/// - an edge has more than two quadrilaterals, or both on one side, as in a folded mesh;
/// - a boundary edge has no rim;
/// - the mesh is too small or too large for numbers.
///
/// Quadrilaterals may overlap: only common vertices make neighbours.
/// `origin` names vertices and quadrilaterals as a file does.
void check(const QuadMesh& mesh, const MeshOrigin& origin = {});

/// How far quadrilaterals are from rectangles: the smallest sine of a corner, and the largest ratio
/// of the lengths of two edges of one quadrilateral. The sine is negative for an inverted
/// quadrilateral.
struct MeshQuality {
  double smallest_scaled_jacobian = 1.0;
  double largest_aspect_ratio = 1.0;
};
/// Returns the quality of a mesh.
MeshQuality quality(const QuadMesh& mesh);

} // namespace isobar

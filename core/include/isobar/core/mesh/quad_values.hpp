#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

namespace isobar {

/// A function of the place that is constant in each quadrilateral of a mesh with straight edges: what a file says of elements. A point on an
/// edge has the mean of the quadrilaterals around it, and a point outside of all of them the value of the one whose centre is
/// next. Copies are deep.
class QuadValues {
public:
  /// One value for each quadrilateral. Throws std::invalid_argument for another number of them.
  QuadValues(const QuadMesh& mesh, std::vector<double> values);
  double operator()(Point p) const;

private:
  struct Corners {
    std::array<Point, 4> points;
    Point centre() const;
    /// Up to rounding, on the edges as well.
    bool contain(Point p) const;
  };
  std::size_t cell_of(Point p) const;

  std::vector<Corners> quads_;
  std::vector<double> values_;
  Point low_{}, cell_{}; ///< of a grid of cells, with the quadrilaterals that touch each
  int cells_ = 1;        ///< in either direction
  std::vector<std::vector<int>> there_; ///< (row, column)
};

} // namespace isobar

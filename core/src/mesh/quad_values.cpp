#include <isobar/core/mesh/quad_values.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace isobar {
namespace {

constexpr double rounding = 1e-12;

/// The column or row of a grid; what lies outside of it belongs to its first or last one.
int cell_along(double x, double low, double width, int cells) {
  return std::clamp(int((x - low) / width), 0, cells - 1);
}

} // namespace

Point QuadValues::Corners::centre() const {
  Point sum;
  for (const Point& p : points) sum = {sum.x + 0.25 * p.x, sum.y + 0.25 * p.y};
  return sum;
}

bool QuadValues::Corners::contain(Point p) const {
  for (int k = 0; k < 4; ++k) {
    const Point &a = points[k], &b = points[(k + 1) % 4];
    const Point edge{b.x - a.x, b.y - a.y}, to{p.x - a.x, p.y - a.y};
    const double size = std::hypot(edge.x, edge.y) * (std::abs(p.x) + std::abs(p.y) + 1.0);
    if (edge.x * to.y - edge.y * to.x < -rounding * size) return false;
  }
  return true;
}

QuadValues::QuadValues(const QuadMesh& mesh, std::vector<double> values)
    : values_(std::move(values)) {
  if (values_.size() != mesh.quads.size())
    throw std::invalid_argument("there are " + std::to_string(values_.size()) + " values for " +
                                std::to_string(mesh.quads.size()) + " quadrilaterals");
  Point high = low_ = mesh.vertices.front();
  for (const Point& p : mesh.vertices) {
    low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  cells_ = std::max(1, int(std::sqrt(double(values_.size()))));
  cell_ = {(high.x - low_.x) / cells_, (high.y - low_.y) / cells_};
  there_.resize(std::size_t(cells_) * cells_);
  for (const auto& q : mesh.quads) {
    const Corners& corners = quads_.emplace_back(Corners{
        {mesh.vertices[q[0]], mesh.vertices[q[1]], mesh.vertices[q[2]], mesh.vertices[q[3]]}});
    int first_i = cells_, last_i = 0, first_j = cells_, last_j = 0;
    for (const Point& p : corners.points) {
      const int i = cell_along(p.x, low_.x, cell_.x, cells_),
                j = cell_along(p.y, low_.y, cell_.y, cells_);
      first_i = std::min(first_i, i), last_i = std::max(last_i, i);
      first_j = std::min(first_j, j), last_j = std::max(last_j, j);
    }
    // A cell more on each side, as points on edges are found up to rounding.
    for (int j = std::max(0, first_j - 1); j <= std::min(cells_ - 1, last_j + 1); ++j)
      for (int i = std::max(0, first_i - 1); i <= std::min(cells_ - 1, last_i + 1); ++i)
        there_[std::size_t(j) * cells_ + i].push_back(int(quads_.size()) - 1);
  }
}

std::size_t QuadValues::cell_of(Point p) const {
  return std::size_t(cell_along(p.y, low_.y, cell_.y, cells_)) * cells_ +
         cell_along(p.x, low_.x, cell_.x, cells_);
}

double QuadValues::operator()(Point p) const {
  double sum = 0.0;
  int count = 0;
  for (const int q : there_[cell_of(p)])
    if (quads_[q].contain(p)) {
      sum += values_[q];
      ++count;
    }
  if (count > 0) return sum / count;
  std::size_t next = 0;
  double distance = std::numeric_limits<double>::infinity();
  for (std::size_t q = 0; q < quads_.size(); ++q) {
    const Point centre = quads_[q].centre();
    const double here = std::hypot(p.x - centre.x, p.y - centre.y);
    if (here < distance) distance = here, next = q;
  }
  return values_[next];
}

} // namespace isobar

#include "grid/field_evaluation.hpp"

#include <cmath>
#include <sstream>
#include <stdexcept>

namespace isobar {
namespace {

/// Returns the user's number for a column, or for the edge with the same indices. Throws
/// std::invalid_argument if it is not finite or too small.
double number(const char* name, const HorizontalField& field, int i, int j, bool may_be_zero) {
  const double x = field(i, j);
  if (std::isfinite(x) && (x > 0.0 || (may_be_zero && x == 0.0))) return x;
  std::ostringstream line;
  line << "column field " << name << ": (" << i << ", " << j << ") is " << x
       << "; expected a finite number " << (may_be_zero ? "of at least 0" : "greater than 0");
  throw std::invalid_argument(line.str());
}
/// Returns length over distance. An edge of length 0 has 0, whatever its distance, because it
/// couples nothing.
double ratio(const char* length_name, const HorizontalField& length, const char* distance_name,
             const HorizontalField& distance, int i, int j) {
  const double l = number(length_name, length, i, j, true);
  return l == 0.0 ? 0.0 : l / number(distance_name, distance, i, j, false);
}

void require_all(const ColumnGeometryFields& g) {
  const auto require = [](const HorizontalField& field, const char* name) {
    if (!field)
      throw std::invalid_argument(std::string("column geometry: ") + name +
                                  " is not given; expected all five functions");
  };
  require(g.area, "area");
  require(g.west_length, "west_length");
  require(g.west_distance, "west_distance");
  require(g.south_length, "south_length");
  require(g.south_distance, "south_distance");
}

} // namespace

double positive_number(const char* name, const HorizontalField& field, int i, int j) {
  return field ? number(name, field, i, j, false) : 1.0;
}

double ground_share(const HorizontalField& ground, int i, int j) {
  const double share = ground(i, j);
  if (std::isfinite(share) && share < 1.0) return share;
  std::ostringstream line;
  line << "column field ground: (" << i << ", " << j << ") is at " << share
       << " of the depth; expected a finite height below the depth";
  throw std::invalid_argument(line.str());
}

FieldEvaluation::FieldEvaluation(const GridSpec& spec, const Partition& partition)
    : fields_(spec.columns ? *spec.columns : ColumnFields()), boundaries_(spec.boundaries),
      part_(partition), geometry_(spec.domain, partition.global_nx, partition.global_ny,
                                  partition.x_widths, partition.y_widths, spec.boundaries) {
  if (fields_.geometry) require_all(*fields_.geometry);
}

/// Returns alpha_h of a column. For a missing column beyond a side of the domain it returns 1,
/// which is not used.
double FieldEvaluation::alpha_h(int i, int j) const {
  const DomainAxis x = x_axis(part_, boundaries_), y = y_axis(part_, boundaries_);
  if (!x.exists(i) || !y.exists(j)) return 1.0;
  return positive_number("alpha_h", fields_.alpha_h, x.inside(i), y.inside(j));
}

double FieldEvaluation::west(int i, int j, double alpha_west, double alpha_east) const {
  const int row = y_axis(part_, boundaries_).inside(j);
  return x_axis(part_, boundaries_).transmissibility(i, alpha_west, alpha_east, [&](int edge) {
    if (const ColumnGeometryFields* g = fields_.geometry.get())
      return ratio("west_length", g->west_length, "west_distance", g->west_distance, edge, row);
    return geometry_.west(edge, row);
  });
}

double FieldEvaluation::south(int i, int j, double alpha_south, double alpha_north) const {
  const int column = x_axis(part_, boundaries_).inside(i);
  return y_axis(part_, boundaries_).transmissibility(j, alpha_south, alpha_north, [&](int edge) {
    if (const ColumnGeometryFields* g = fields_.geometry.get())
      return ratio("south_length", g->south_length, "south_distance", g->south_distance, column,
                   edge);
    return geometry_.south(column, edge);
  });
}

void FieldEvaluation::write_column(const HostColumns& to, int i, int j) const {
  const int gi = x_axis(part_, boundaries_).inside(part_.first_i + i);
  const int gj = y_axis(part_, boundaries_).inside(part_.first_j + j);
  const ColumnGeometryFields* g = fields_.geometry.get();
  const double area = g ? number("area", g->area, gi, gj, false) : geometry_.area(gi, gj);
  to.area(i, j) = area;
  to.vertical(i, j) = area * positive_number("alpha_v", fields_.alpha_v, gi, gj);
  to.reaction(i, j) = area * positive_number("beta", fields_.beta, gi, gj);
}

void FieldEvaluation::write(const HostColumns& to) const {
  const auto row_of_alpha = [&](int j) {
    std::vector<double> alpha;
    for (int i = -1; i <= part_.nx; ++i)
      alpha.push_back(alpha_h(part_.first_i + i, part_.first_j + j));
    return alpha;
  };
  std::vector<double> southern = row_of_alpha(-1);
  for (int j = 0; j <= part_.ny; ++j) {
    const std::vector<double> own = row_of_alpha(j);
    const int gj = part_.first_j + j;
    for (int i = 0; i <= part_.nx; ++i) {
      const std::size_t at = std::size_t(i) + 1;
      const int gi = part_.first_i + i;
      if (i < part_.nx && j < part_.ny) write_column(to, i, j);
      if (j < part_.ny) to.west(i, j) = west(gi, gj, own[at - 1], own[at]);
      if (i < part_.nx) to.south(i, j) = south(gi, gj, southern[at], own[at]);
    }
    southern = own;
  }
}

/// Evaluates all numbers. It writes them all to one place.
void FieldEvaluation::ask() const {
  double last = 0.0;
  const auto place = [&](int nx, int ny) {
    return HostColumns::View(&last, Kokkos::LayoutStride(std::size_t(nx), 0, std::size_t(ny), 0));
  };
  const int nx = part_.nx, ny = part_.ny;
  write({place(nx, ny), place(nx, ny), place(nx, ny), place(nx + 1, ny), place(nx, ny + 1)});
}

} // namespace isobar

#include <isobar/core/grid/geometry.hpp>

#include <algorithm>
#include <numbers>

namespace isobar {

double mesh_width(Domain domain, int global_nx, int global_ny) {
  const double side = domain == Domain::flat ? 1.0 : std::numbers::pi / 2.0;
  return side / std::max(global_nx, global_ny);
}

} // namespace isobar

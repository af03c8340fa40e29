#include <isobar/core/mesh/extrusion.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace isobar {
namespace {

int add_rim(QuadMesh& mesh, const char* name) {
  if (std::ranges::count(mesh.rims, name, &Rim::name) > 0)
    throw std::invalid_argument(std::string("the mesh has a boundary \"") + name +
                                "\" already, which layers along z would have as well");
  mesh.rims.push_back({.name = name});
  return int(mesh.rims.size()) - 1;
}

} // namespace

QuadMesh extruded(QuadMesh mesh, int layers, double height) {
  if (layers < 1)
    throw std::invalid_argument("a mesh is extruded into at least one layer, not " +
                                std::to_string(layers));
  if (!(height > 0.0) || !std::isfinite(height))
    throw std::invalid_argument("layers have a height of " + std::to_string(height) +
                                " together, which is no finite number above 0");
  if (mesh.triangles() > 0) throw std::invalid_argument("triangles are not extruded along z");
  const int bottom = add_rim(mesh, "bottom"), top = add_rim(mesh, "top");
  mesh.layers = {layers, height, bottom, top};
  return mesh;
}

} // namespace isobar

#include "fem/fem_problem.hpp"
#include "input/input_file.hpp"

#include <isobar/core/mesh/extrusion.hpp>
#include <isobar/core/mesh/gmsh_file.hpp>
#include <isobar/core/mesh/mesh_generators.hpp>

#include <cstdint>
#include <fmt/format.h>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace isobar {
namespace {

using namespace fem;

QuadMesh read_file(const std::string& path, GmshData* data) {
  constexpr std::size_t most = std::size_t(1) << 30;
  const InputFile file = read_input_file(path, most);
  if (!file.problem.empty())
    throw std::invalid_argument(fmt::format("{}: cannot read it: {}", path, file.problem));
  std::istringstream text(file.text);
  return read_gmsh(text, path, data);
}

QuadMesh made_or_read(const Mesh& m, const std::string& vessel, GmshData* data) {
  switch (m.source) {
  case MeshSource::circle: break;
  case MeshSource::annulus: return annulus_mesh(m.inner_radius, m.outer_radius);
  case MeshSource::square:
    return square_mesh(m.cells, m.distortion, std::uint64_t(m.seed), m.elements);
  case MeshSource::vessel: return read_gmsh(vessel);
  case MeshSource::file: return read_file(m.file, data);
  }
  return circle_mesh(m.radius);
}

QuadMesh with_layers(const FemDeck& deck, QuadMesh mesh) {
  try {
    return extruded(std::move(mesh), deck.mesh.layers, deck.mesh.height);
  } catch (const std::invalid_argument& e) {
    throw InputError(fmt::format("{}: {}; expected a mesh of quadrilaterals without such a "
                                 "boundary, or no layers",
                                 describe(deck, "mesh.layers"), e.what()));
  }
}

} // namespace

QuadMesh fem_mesh(const FemDeck& deck, const std::string& vessel, GmshData* data) {
  const bool reads = deck.mesh.source == MeshSource::file;
  try {
    QuadMesh mesh = made_or_read(deck.mesh, vessel, data);
    if (!deck.has_layers()) return mesh;
    return with_layers(deck, std::move(mesh));
  } catch (const std::invalid_argument& e) {
    throw InputError(
        fmt::format("{}: {}", describe(deck, reads ? "mesh.file" : "mesh.source"), e.what()));
  }
}

} // namespace isobar

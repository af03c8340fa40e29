#include "gmsh_sections.hpp"

#include <istream>
#include <stdexcept>

namespace isobar::gmsh {

bool Lines::next(std::string& line) {
  if (!std::getline(in_, line)) return false;
  ++number_;
  line.erase(line.find_last_not_of(" \t\r") + 1);
  return true;
}

std::istringstream Lines::required(const std::string& what) {
  std::string line;
  if (!next(line)) fail("the file ends where " + what + " should stand");
  return std::istringstream(line);
}

void Lines::finish(std::istringstream& line, const std::string& what) const {
  if (!line || !(line >> std::ws).eof()) fail("here should stand " + what + " and nothing else");
}

long Lines::count(const std::string& what) {
  long count = -1;
  read("the number of " + what, count);
  if (count < 0) fail("the number of " + what + " is negative");
  return count;
}

void Lines::fail(const std::string& what) const {
  throw std::invalid_argument(name_ + ":" + std::to_string(number_) + ": " + what);
}

Point& add_node(const Lines& lines, GmshMesh& mesh, long number) {
  if (!mesh.vertex_of_node.try_emplace(number, int(mesh.nodes.size())).second)
    lines.fail("node " + std::to_string(number) + " stands there twice");
  return mesh.nodes.emplace_back();
}

ElementType element_type(const Lines& lines, int type, const std::string& whose) {
  switch (type) {
  case 1: return {.nodes = 2, .dimension = 1};
  case 3: return {.nodes = 4, .dimension = 2};
  case 15: return {.nodes = 1, .dimension = 0};
  default:
    lines.fail(whose + " of type " + std::to_string(type) +
               "; a mesh has quadrilaterals of 4 nodes (3), lines of 2 (1) and points (15)");
  }
}

void add_element(const Lines& lines, GmshMesh& mesh, std::istringstream& line, long number,
                 ElementType type, long group) {
  std::array<long, 4> nodes{};
  for (int n = 0; n < type.nodes; ++n) line >> nodes[n];
  lines.finish(line, "an element with its " + std::to_string(type.nodes) + " nodes");
  for (int n = 0; n < type.nodes; ++n)
    if (!mesh.vertex_of_node.contains(nodes[n]))
      lines.fail("element " + std::to_string(number) + " has node " + std::to_string(nodes[n]) +
                 ", which is not there");
  if (type.dimension == 2) mesh.quads.push_back(nodes);
  if (type.dimension == 1) mesh.lines.push_back({{nodes[0], nodes[1]}, group});
}

void read_names(Lines& lines, GmshMesh& mesh) {
  for (long left = lines.count("physical names"); left > 0; --left) {
    std::istringstream line = lines.required("a physical name");
    int dimension = 0;
    long group = 0;
    std::string rest;
    if (!(line >> dimension >> group) || !std::getline(line, rest))
      lines.fail("here should stand dimension, number and \"name\" of a physical group");
    const std::size_t first = rest.find('"'), last = rest.rfind('"');
    if (first == std::string::npos || last == first)
      lines.fail("the name of a physical group stands in quotation marks");
    if (dimension == 1) mesh.names[group] = rest.substr(first + 1, last - first - 1);
  }
}

} // namespace isobar::gmsh

#include "mesh/gmsh_sections.hpp"

#include <cmath>
#include <istream>
#include <limits>
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

void Lines::fail_at(int line, const std::string& what) const {
  throw std::invalid_argument(name_ + ":" + std::to_string(line) + ": " + what);
}

std::size_t add_node(const Lines& lines, GmshMesh& mesh, long number) {
  const std::size_t index = mesh.nodes.size();
  if (!mesh.index_of_node.try_emplace(number, int(index)).second)
    lines.fail("node " + std::to_string(number) + " stands there twice");
  mesh.nodes.emplace_back();
  mesh.z.push_back(0.0);
  mesh.node_entries.push_back({number, lines.number()});
  return index;
}

void place_node(const Lines& lines, GmshMesh& mesh, std::size_t node, Point p, double z) {
  mesh.nodes[node] = p;
  mesh.z[node] = z;
  mesh.node_entries[node].line = lines.number();
}

ElementType element_type(const Lines& lines, int type, const std::string& whose) {
  switch (type) {
  case 1: return {.nodes = 2, .dimension = 1};
  case 2: return {.nodes = 3, .dimension = 2};
  case 3: return {.nodes = 4, .dimension = 2};
  case 15: return {.nodes = 1, .dimension = 0};
  default:
    lines.fail(whose + " of type " + std::to_string(type) +
               "; a mesh has quadrilaterals of 4 nodes (3), triangles of 3 (2), lines of 2 (1) and "
               "points (15)");
  }
}

void add_element(const Lines& lines, GmshMesh& mesh, std::istringstream& line, long number,
                 ElementType type, const GmshMesh::Groups& groups) {
  std::array<long, 4> nodes;
  nodes.fill(no_node);
  for (int n = 0; n < type.nodes; ++n) line >> nodes[n];
  lines.finish(line, "an element with its " + std::to_string(type.nodes) + " nodes");
  for (int n = 0; n < type.nodes; ++n)
    if (!mesh.index_of_node.contains(nodes[n]))
      lines.fail("element " + std::to_string(number) + " has node " + std::to_string(nodes[n]) +
                 ", which is not there");
  mesh.quad_of_element[number] = type.dimension == 2 ? int(mesh.quads.size()) : -1;
  if (type.dimension == 2) {
    mesh.quads.push_back(nodes);
    mesh.quad_entries.push_back({number, lines.number()});
    mesh.group_set_of_quad.push_back(mesh.group_set(groups));
  }
  if (type.dimension == 1)
    mesh.lines.push_back(
        {{nodes[0], nodes[1]}, groups.empty() ? 0 : groups[0], {number, lines.number()}});
}

namespace {

/// Returns the text between quotation marks.
std::string quoted(const Lines& lines, const std::string& text, const std::string& whose) {
  const std::size_t first = text.find('"'), last = text.rfind('"');
  if (first == std::string::npos || last == first)
    lines.fail("the name of a " + whose + " stands in quotation marks");
  return text.substr(first + 1, last - first - 1);
}

} // namespace

void read_names(Lines& lines, GmshMesh& mesh) {
  for (long left = lines.count("physical names"); left > 0; --left) {
    std::istringstream line = lines.required("a physical name");
    int dimension = 0;
    long group = 0;
    std::string rest;
    if (!(line >> dimension >> group) || !std::getline(line, rest))
      lines.fail("here should stand dimension, number and \"name\" of a physical group");
    const std::string name = quoted(lines, rest, "physical group");
    mesh.all_names.emplace_back(dimension, name);
    if (dimension == 1) mesh.names[group] = name;
    if (dimension == 2) mesh.regions[group] = name;
  }
}

namespace {

/// The tags of a view: first its name, then the numbers of its components and values.
struct ViewTags {
  std::string name;
  long components = 0, values = 0;
};
ViewTags read_view_tags(Lines& lines) {
  ViewTags tags;
  const long texts = lines.count("texts of a view");
  for (long n = 0; n < texts; ++n) {
    const std::string text = lines.required("a text of a view").str();
    if (n == 0) tags.name = quoted(lines, text, "view");
  }
  for (long left = lines.count("times of a view"); left > 0; --left) lines.required("a time");
  const long integers = lines.count("integers of a view");
  for (long n = 0, value = 0; n < integers; ++n) {
    lines.read("an integer of a view", value);
    if (n == 1) tags.components = value;
    if (n == 2) tags.values = value;
  }
  if (texts < 1 || tags.components != 1)
    lines.fail("a view has a name and one number for each element");
  return tags;
}

} // namespace

void read_element_data(Lines& lines, GmshMesh& mesh) {
  const ViewTags tags = read_view_tags(lines);
  const auto [view, is_new] = mesh.views.try_emplace(tags.name, mesh.quads.size(),
                                                     std::numeric_limits<double>::quiet_NaN());
  if (!is_new) lines.fail("the view \"" + tags.name + "\" stands there twice");
  for (long left = tags.values; left > 0; --left) {
    long number = 0;
    double value = 0.0;
    lines.read("an element and its value", number, value);
    const auto element = mesh.quad_of_element.find(number);
    if (element == mesh.quad_of_element.end())
      lines.fail("element " + std::to_string(number) + " is not there");
    if (element->second >= 0) view->second[element->second] = value;
  }
  for (const auto& [number, quad] : mesh.quad_of_element)
    if (quad >= 0 && std::isnan(view->second[quad]))
      lines.fail("the view \"" + tags.name + "\" has no value of element " +
                 std::to_string(number));
}

} // namespace isobar::gmsh

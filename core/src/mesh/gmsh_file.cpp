#include <isobar/core/mesh/gmsh_file.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace isobar {
namespace {

/// The lines of a file, of which it knows the number for messages.
class Lines {
public:
  Lines(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

  /// The next line without what stands around it; false at the end of the file.
  bool next(std::string& line) {
    if (!std::getline(in_, line)) return false;
    ++number_;
    while (!line.empty() && std::string_view(" \t\r").find(line.back()) != std::string_view::npos)
      line.pop_back();
    return true;
  }
  std::istringstream required(const std::string& what) {
    std::string line;
    if (!next(line)) fail("the file ends where " + what + " should stand");
    return std::istringstream(line);
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw std::invalid_argument(name_ + ":" + std::to_string(number_) + ": " + what);
  }

private:
  std::istream& in_;
  std::string name_;
  int number_ = 0;
};

/// What a file holds, with Gmsh's own numbers.
struct GmshMesh {
  std::map<long, std::string> names;  ///< of physical groups of lines
  std::map<long, int> vertex_of_node; ///< nodes in the order of the file
  std::vector<Point> nodes;
  std::vector<std::array<long, 4>> quads;
  struct Line {
    std::array<long, 2> nodes;
    long group;
  };
  std::vector<Line> lines;
};

long read_count(Lines& lines, const std::string& what) {
  long count = -1;
  if (!(lines.required("the number of " + what) >> count) || count < 0)
    lines.fail("here should stand the number of " + what);
  return count;
}

void require_end(Lines& lines, const std::string& section) {
  std::string word;
  lines.required(section) >> word;
  if (word != section) lines.fail("here should stand " + section);
}

void read_format(Lines& lines) {
  std::string version;
  int binary = 1;
  lines.required("the version") >> version >> binary;
  if (version != "2.2" || binary != 0)
    lines.fail("the format has to be 2.2 in ASCII (gmsh -format msh22), not " + version +
               (binary ? " binary" : ""));
}

void read_names(Lines& lines, GmshMesh& mesh) {
  for (long left = read_count(lines, "physical names"); left > 0; --left) {
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

void read_nodes(Lines& lines, GmshMesh& mesh) {
  for (long left = read_count(lines, "nodes"); left > 0; --left) {
    long number = 0;
    Point p;
    double z = 0.0;
    if (!(lines.required("a node") >> number >> p.x >> p.y >> z))
      lines.fail("here should stand number, x, y and z of a node");
    if (!mesh.vertex_of_node.try_emplace(number, int(mesh.nodes.size())).second)
      lines.fail("node " + std::to_string(number) + " stands there twice");
    mesh.nodes.push_back(p);
  }
}

void read_elements(Lines& lines, GmshMesh& mesh) {
  constexpr int line_type = 1, quad_type = 3, point_type = 15;
  for (long left = read_count(lines, "elements"); left > 0; --left) {
    std::istringstream line = lines.required("an element");
    long number = 0, tag = 0, group = 0;
    int type = 0, tags = 0;
    line >> number >> type >> tags;
    for (int t = 0; t < tags && line >> tag; ++t)
      if (t == 0) group = tag;
    std::array<long, 4> nodes{};
    const int count = type == quad_type ? 4 : type == line_type ? 2 : 0;
    for (int n = 0; n < count; ++n) line >> nodes[n];
    if (!line) lines.fail("here should stand number, type, tags and nodes of an element");
    if (count == 0 && type != point_type)
      lines.fail("element " + std::to_string(number) + " is of type " + std::to_string(type) +
                 "; a mesh has quadrilaterals of 4 nodes (3), lines of 2 (1) and points (15)");
    for (int n = 0; n < count; ++n)
      if (!mesh.vertex_of_node.contains(nodes[n]))
        lines.fail("element " + std::to_string(number) + " has node " + std::to_string(nodes[n]) +
                   ", which is not there");
    if (count == 4) mesh.quads.push_back(nodes);
    if (count == 2) mesh.lines.push_back({{nodes[0], nodes[1]}, group});
  }
}

/// Vertices are the nodes in the order of the file, rims the groups in that of their numbers.
QuadMesh to_mesh(const GmshMesh& read) {
  std::vector<Rim> rims;
  std::map<long, int> rim_of_group;
  for (const auto& [group, name] : read.names) {
    rim_of_group[group] = int(rims.size());
    rims.push_back({.name = name});
  }
  const auto vertex = [&](long node) { return read.vertex_of_node.at(node); };
  std::vector<std::array<int, 4>> quads;
  for (const auto& q : read.quads)
    quads.push_back({vertex(q[0]), vertex(q[1]), vertex(q[2]), vertex(q[3])});
  std::vector<RimSegment> segments;
  for (const auto& [nodes, group] : read.lines) {
    const auto rim = rim_of_group.find(group);
    if (rim == rim_of_group.end())
      throw std::invalid_argument("the line of nodes " + std::to_string(nodes[0]) + " and " +
                                  std::to_string(nodes[1]) +
                                  " belongs to no physical group with a name");
    segments.push_back({{vertex(nodes[0]), vertex(nodes[1])}, rim->second});
  }
  return make_mesh(read.nodes, std::move(quads), segments, std::move(rims));
}

} // namespace

QuadMesh read_gmsh(std::istream& in, const std::string& name) {
  Lines lines(in, name);
  GmshMesh mesh;
  bool has_format = false;
  for (std::string line; lines.next(line);) {
    if (line.empty()) continue;
    if (line[0] != '$') lines.fail("here should stand the beginning of a section, as $Nodes");
    if (line == "$MeshFormat") read_format(lines), has_format = true;
    else if (!has_format) lines.fail("a mesh begins with $MeshFormat");
    else if (line == "$PhysicalNames") read_names(lines, mesh);
    else if (line == "$Nodes") read_nodes(lines, mesh);
    else if (line == "$Elements") read_elements(lines, mesh);
    else lines.fail("the section " + line + " is unknown");
    require_end(lines, "$End" + line.substr(1));
  }
  if (!has_format) lines.fail("a mesh begins with $MeshFormat");
  try {
    return to_mesh(mesh);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(name + ": " + error.what());
  }
}

QuadMesh read_gmsh(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::invalid_argument(path + ": the mesh cannot be read");
  return read_gmsh(in, path);
}

} // namespace isobar

#include <isobar/core/mesh/gmsh_file.hpp>

#include "gmsh_sections.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <stdexcept>

namespace isobar {
namespace {

using namespace gmsh;

/// A file may have none of these, and several, behind its elements.
const std::string element_data = "$ElementData";

/// The sections of the format that $MeshFormat names, in the order of Gmsh.
std::vector<Section> read_format(Lines& lines) {
  std::string version;
  int binary = 1;
  lines.required("the version") >> version >> binary;
  if ((version != "2.2" && version != "4.1") || binary != 0)
    lines.fail("the format has to be 2.2 or 4.1 in ASCII (gmsh -format msh22 or msh41), not " +
               version + (binary ? " binary" : ""));
  std::vector<Section> sections = version == "2.2" ? sections_2() : sections_4();
  sections.insert(sections.begin(), {"$PhysicalNames", read_names});
  sections.push_back({element_data, read_element_data});
  return sections;
}

/// Reads the lines behind the first of a section. Elements need nodes and curves.
void read_section(Lines& lines, const std::vector<Section>& sections, const std::string& name,
                  const std::set<std::string>& seen, GmshMesh& mesh) {
  const auto section = std::find_if(sections.begin(), sections.end(),
                                    [&](const Section& s) { return s.name == name; });
  if (section == sections.end()) lines.fail("the section " + name + " is unknown");
  if (name == element_data && !seen.contains("$Elements"))
    lines.fail("the section $Elements has to stand before " + name);
  if (name != element_data && seen.contains(name))
    lines.fail("the section " + name + " stands there twice");
  for (const auto& [needed, read] : sections)
    if (name == "$Elements" && needed != name && needed != element_data && read != read_names &&
        !seen.contains(needed))
      lines.fail("the section " + needed + " has to stand before $Elements");
  section->read(lines, mesh);
}

GmshMesh read_sections(Lines& lines) {
  GmshMesh mesh;
  std::vector<Section> sections;
  std::set<std::string> seen;
  for (std::string line; lines.next(line);) {
    if (line.empty()) continue;
    if (line[0] != '$') lines.fail("here should stand the beginning of a section, as $Nodes");
    if (line != "$MeshFormat" && seen.empty()) lines.fail("a mesh begins with $MeshFormat");
    if (line == "$MeshFormat" && seen.empty()) sections = read_format(lines);
    else read_section(lines, sections, line, seen, mesh);
    seen.insert(line);
    std::string word;
    const std::string end = "$End" + line.substr(1);
    lines.required(end) >> word;
    if (word != end) lines.fail("here should stand " + end);
  }
  if (seen.empty()) lines.fail("a mesh begins with $MeshFormat");
  for (const Section& s : sections)
    if (s.name != element_data && !seen.contains(s.name))
      lines.fail("the section " + s.name + " is missing");
  return mesh;
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

/// In the order of the quadrilaterals.
GmshData to_data(GmshMesh& read) {
  GmshData data;
  for (const long group : read.group_of_quad) {
    const auto region = read.regions.find(group);
    data.regions.push_back(region == read.regions.end() ? "" : region->second);
  }
  data.views = std::move(read.views);
  return data;
}

} // namespace

QuadMesh read_gmsh(std::istream& in, const std::string& name, GmshData* data) {
  Lines lines(in, name);
  GmshMesh mesh = read_sections(lines);
  if (data) *data = to_data(mesh);
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

#include <isobar/core/mesh/gmsh_file.hpp>

#include "mesh/gmsh_sections.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <stdexcept>

namespace isobar {
namespace {

using namespace gmsh;

/// The section of element data. A file may have none or several after its elements.
const std::string element_data = "$ElementData";

/// Returns the sections of the format that $MeshFormat names, in the order of Gmsh.
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

/// Reads the lines after the first one of a section. Elements need nodes and curves.
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
  if (name == "$Elements") join_twins(lines, mesh);
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

} // namespace

QuadMesh read_gmsh(std::istream& in, const std::string& name, GmshData* data) {
  Lines lines(in, name);
  GmshMesh read = read_sections(lines);
  MeshOrigin origin = origin_of(read, name);
  QuadMesh mesh = to_mesh(read, origin);
  if (data) *data = to_data(read, std::move(origin));
  return mesh;
}

QuadMesh read_gmsh(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::invalid_argument(path + ": the mesh cannot be read");
  return read_gmsh(in, path);
}

} // namespace isobar

#pragma once
#include <isobar/core/mesh/gmsh_file.hpp>

#include <iosfwd>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/// The sections of Gmsh's files (reference manual, "MSH file format" and "MSH file format version 2"), read line by line.
namespace isobar::gmsh {

/// The lines of a file, and their numbers for messages.
class Lines {
public:
  Lines(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

  /// Reads the next line, without spaces at its end. Returns false at the end of the file.
  bool next(std::string& line);
  /// Returns the next line, which must exist.
  std::istringstream required(const std::string& what);
  /// Reads all of the next line into `values`.
  template <class... T> void read(const std::string& what, T&... values) {
    std::istringstream line = required(what);
    (line >> ... >> values);
    finish(line, what);
  }
  /// Fails unless all of `line` has been read and nothing was missing.
  void finish(std::istringstream& line, const std::string& what) const;
  /// Reads a line with one number that is not negative.
  long count(const std::string& what);
  int number() const { return number_; } ///< of the line that was read last
  [[noreturn]] void fail(const std::string& what) const { fail_at(number_, what); }
  [[noreturn]] void fail_at(int line, const std::string& what) const;

private:
  std::istream& in_;
  std::string name_;
  int number_ = 0;
};

/// Stands in place of a triangle's fourth node. Tags of nodes are positive.
inline constexpr long no_node = -1;

/// The contents of a file, with Gmsh's own numbers.
struct GmshMesh {
  using Groups = std::vector<long>;                   ///< ascending
  std::map<long, std::string> names;                  ///< of physical groups of lines
  std::map<long, std::string> regions;                ///< of physical groups of surfaces
  std::vector<std::pair<int, std::string>> all_names; ///< of all dimensions
  std::map<long, long> group_of_curve;                ///< format 4.1; 0 if a curve is in no group
  std::map<long, Groups> groups_of_surface;           ///< format 4.1
  std::map<long, int> index_of_node;                  ///< nodes in the order of the file
  std::vector<Point> nodes;
  std::vector<double> z; ///< of the nodes
  std::vector<MeshOrigin::Entry> node_entries;
  std::vector<std::array<long, 4>> quads;
  std::vector<MeshOrigin::Entry> quad_entries;
  std::map<Groups, int> group_sets; ///< the number of each set of groups
  std::vector<int> group_set_of_quad;
  std::map<long, int> quad_of_element;              ///< below 0 for elements of other kinds
  std::map<std::string, std::vector<double>> views; ///< a value of each quadrilateral
  struct Line {
    std::array<long, 2> nodes;
    long group;
    MeshOrigin::Entry entry;
  };
  std::vector<Line> lines;

  int group_set(const Groups& groups) {
    return group_sets.try_emplace(groups, int(group_sets.size())).first->second;
  }
};

/// Appends a node without a place, and returns its index. Fails if a node already has this number.
std::size_t add_node(const Lines& lines, GmshMesh& mesh, long number);
/// Sets a node's place, which is in the line that was read last.
void place_node(const Lines& lines, GmshMesh& mesh, std::size_t node, Point p, double z);

/// A kind of element, named by Gmsh's number.
struct ElementType {
  int nodes, dimension;
};
/// Fails for all but quadrilaterals, triangles, lines and points. `whose` begins the message.
ElementType element_type(const Lines& lines, int type, const std::string& whose);

/// Reads the nodes of an element from the rest of its line and appends it. Points are left out. Lines have one group, or 0.
void add_element(const Lines& lines, GmshMesh& mesh, std::istringstream& line, long number,
                 ElementType type, const GmshMesh::Groups& groups);

/// Joins elements that a file has twice: in format 2.2, Gmsh writes an element of two physical groups twice. The first one gets
/// both groups, and the second one is removed. Fails for an element that is twice in one group.
void join_twins(const Lines& lines, GmshMesh& mesh);

/// Returns the places of the vertices, quadrilaterals and lines of to_mesh() in the file of this name.
MeshOrigin origin_of(const GmshMesh& read, const std::string& name);
/// Returns the mesh. Its vertices are the nodes of quadrilaterals in the order of the file. Its rims are the names in the order
/// of their groups' numbers. Throws std::invalid_argument as read_gmsh() does.
QuadMesh to_mesh(const GmshMesh& read, const MeshOrigin& origin);
GmshData to_data(GmshMesh& read, MeshOrigin origin);

/// A section: its first line, and a function that reads the lines after it up to its end.
struct Section {
  std::string name;
  void (*read)(Lines&, GmshMesh&);
};
/// These functions read the sections of both formats: $PhysicalNames, and $ElementData, which may occur several times.
void read_names(Lines& lines, GmshMesh& mesh);
void read_element_data(Lines& lines, GmshMesh& mesh);
/// Returns the sections $Nodes and $Elements of format 2.2.
std::vector<Section> sections_2();
/// Returns the sections $Entities, $Nodes and $Elements of format 4.1.
std::vector<Section> sections_4();

} // namespace isobar::gmsh

// Meshes from Gmsh's files, and the vessel that stands in for BLOOD.
#include "support_fem.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace isobar {
namespace {

const std::string head = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n";
const std::string names = "$PhysicalNames\n2\n1 7 \"the rim\"\n2 8 \"all\"\n$EndPhysicalNames\n";
const std::string nodes = "$Nodes\n4\n10 0 0 0\n11 1 0 0\n12 1 1 0\n20 0 1 0\n$EndNodes\n";
const std::string elements =
    "$Elements\n6\n1 1 2 7 1 10 11\n2 1 2 7 1 11 12\n3 1 2 7 1 12 20\n"
    "4 1 2 7 1 20 10\n5 3 2 8 1 10 11 12 20\n6 15 2 8 1 10\n$EndElements\n";

QuadMesh read(const std::string& text) {
  std::istringstream in(text);
  return read_gmsh(in, "square.msh");
}

std::string refusal(const std::string& text) {
  try {
    read(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

TEST(Gmsh, ASquareIsRead) {
  const QuadMesh mesh = read(head + names + nodes + elements);
  EXPECT_EQ(mesh.vertices.size(), 4u);
  EXPECT_EQ(mesh.quads.size(), 1u);
  EXPECT_EQ(mesh.rim_edges.size(), 4u);
  EXPECT_EQ(mesh.rims.at(0).name, "the rim");
  EXPECT_EQ(mesh.vertices[2], (Point{1, 1}));
}

TEST(Gmsh, LinesMayEndAsOnOtherSystems) {
  std::string text = head + names + nodes + elements, other;
  for (char c : text) other += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(read(other).quads.size(), 1u);
}

TEST(Gmsh, MessagesNameFileAndLine) {
  const std::string text = head + names + nodes + elements;
  const auto expect = [&](const std::string& what, const std::string& by, const std::string& says) {
    EXPECT_EQ(refusal(replaced(text, what, by)).find("square.msh:" + says), 0u)
        << refusal(replaced(text, what, by));
  };
  expect("2.2 0 8", "4.1 0 8", "2: the format has to be 2.2 in ASCII");
  expect("2.2 0 8", "2.2 1 8", "2: the format has to be 2.2 in ASCII");
  expect("1 7 \"the rim\"", "1 7 rim", "6: the name of a physical group stands in quotation");
  expect("11 1 0 0", "11 1 x 0", "12: here should stand number, x, y and z");
  expect("11 1 0 0", "10 1 0 0", "12: node 10 stands there twice");
  expect("$EndNodes", "$EndNode", "15: here should stand $EndNodes");
  expect("5 3 2 8 1 10 11 12 20", "5 3 2 8 1 10 11 12 21", "22: element 5 has node 21");
  expect("5 3 2 8 1 10 11 12 20", "5 2 2 8 1 10 11 12", "22: element 5 is of type 2");
  expect("5 3 2 8 1 10 11 12 20", "5 3 2 8 1 10 11 12", "22: here should stand number, type");
  expect("$Elements\n6", "$Elements\n-1", "17: here should stand the number of elements");
  expect("$Elements\n6", "$Elements\n9", "24: here should stand number, type");
  expect("$PhysicalNames", "$Periodic", "4: the section $Periodic is unknown");
  expect("$MeshFormat", "MeshFormat", "1: here should stand the beginning of a section");
}

TEST(Gmsh, CutFilesAreRefused) {
  const std::string text = head + names + nodes + elements;
  for (std::size_t length = 0; length + 1 < text.size(); ++length)
    EXPECT_FALSE(refusal(text.substr(0, length)).empty()) << length;
}

TEST(Gmsh, WhatTheMeshLacksIsSaidWithTheFile) {
  const std::string text = head + names + nodes + elements;
  EXPECT_EQ(refusal(replaced(text, "4 1 2 7 1 20 10", "4 15 2 7 1 10")),
            "square.msh: the edge of vertices 0 and 3 is on the boundary and has no name");
  EXPECT_NE(refusal(replaced(text, "4 1 2 7 1 20 10", "4 1 2 9 1 20 10"))
                .find("square.msh: the line of nodes 20 and 10 belongs to no physical group"),
            std::string::npos);
  EXPECT_NE(refusal(replaced(text, "10 11 12 20", "10 20 12 11")).find("inverted"),
            std::string::npos);
}

TEST(Gmsh, AFileThatIsNotThereIsNamed) {
  try {
    read_gmsh("no/such.msh");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "no/such.msh: the mesh cannot be read");
  }
}

TEST(Vessel, HasTheCountsOfBlood) {
  const QuadMesh mesh = vessel_mesh();
  EXPECT_EQ(mesh.vertices.size(), 267u);
  EXPECT_EQ(mesh.edges.size(), 500u);
  EXPECT_EQ(mesh.quads.size(), 234u);
  EXPECT_EQ(mesh.rim_edges.size(), 64u);
  for (const char* name : {"wall", "inlet", "outlet"}) EXPECT_NO_THROW((void)mesh.rim(name));
}

TEST(Vessel, NoElementIsInvertedOnAnyLevel) {
  for (const QuadMesh& mesh : refinements(vessel_mesh(), 5)) {
    EXPECT_NO_THROW(check(mesh));
    EXPECT_GT(quality(mesh).smallest_scaled_jacobian, 0.4);
  }
}

/// The edges that lead from the wall's rim inwards are as long as a layer is thick, in necks a little longer. They halve from
/// level to level.
TEST(Vessel, TheWallStaysThin) {
  double thickness = 0.1;
  for (const QuadMesh& mesh : refinements(vessel_mesh(), 5)) {
    std::vector<bool> on_rim(mesh.vertices.size(), false);
    for (const RimEdge& r : mesh.rim_edges)
      for (int v : mesh.edges[r.edge])
        if (r.rim == mesh.rim("wall")) on_rim[v] = true;
    double thickest = 0.0;
    for (const auto& [a, b] : mesh.edges)
      if (on_rim[a] != on_rim[b])
        thickest = std::max(thickest, std::hypot(mesh.vertices[a].x - mesh.vertices[b].x,
                                                 mesh.vertices[a].y - mesh.vertices[b].y));
    EXPECT_LT(thickest, thickness);
    EXPECT_GT(quality(mesh).largest_aspect_ratio, 6.0);
    thickness /= 2.0;
  }
}

} // namespace
} // namespace isobar

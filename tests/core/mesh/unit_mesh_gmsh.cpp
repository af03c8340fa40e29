// Meshes from Gmsh's files.
#include "support_fem.hpp"

#include <sstream>

namespace isobar {
namespace {

// Two squares beside each other in both formats. The rim goes around all but the left side.
const std::string names =
    "$PhysicalNames\n3\n1 7 \"the rim\"\n1 9 \"in\"\n2 8 \"all\"\n$EndPhysicalNames\n";
const std::string format_2 =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n" + names +
    "$Nodes\n6\n10 0 0 0\n30 2 0 0\n31 2 1 0\n20 0 1 0\n11 1 0 0\n12 1 1 0\n$EndNodes\n"
    "$Elements\n9\n1 15 2 8 1 10\n2 1 2 7 1 10 11\n3 1 2 7 1 11 30\n4 1 2 7 2 30 31\n"
    "5 1 2 7 3 31 12\n6 1 2 7 3 12 20\n7 1 2 9 4 20 10\n8 3 2 8 1 10 11 12 20\n"
    "9 3 2 8 1 11 30 31 12\n$EndElements\n";
const std::string format_4 =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n" + names +
    "$Entities\n4 4 1 0\n1 0 0 0 0 \n2 2 0 0 1 5 \n3 2 1 0 0 \n4 0 1 0 0 \n"
    "1 0 0 0 2 0 0 1 7 2 1 -2 \n2 2 0 0 2 1 0 1 7 2 2 -3 \n3 0 1 0 2 1 0 1 -7 2 3 -4 \n"
    "4 0 0 0 0 1 0 1 9 2 4 -1 \n1 0 0 0 2 1 0 1 8 4 1 2 3 4 \n$EndEntities\n"
    "$Nodes\n7 6 10 31\n0 1 0 1\n10\n0 0 0\n0 2 0 1\n30\n2 0 0\n0 3 0 1\n31\n2 1 0\n"
    "0 4 0 1\n20\n0 1 0\n1 1 0 1\n11\n1 0 0\n1 3 0 1\n12\n1 1 0\n2 1 0 0\n$EndNodes\n"
    "$Elements\n6 9 1 9\n0 1 15 1\n1 10 \n1 1 1 2\n2 10 11 \n3 11 30 \n1 2 1 1\n4 30 31 \n"
    "1 3 1 2\n5 31 12 \n6 12 20 \n1 4 1 1\n7 20 10 \n2 1 3 2\n8 10 11 12 20 \n"
    "9 11 30 31 12 \n$EndElements\n";

QuadMesh read(const std::string& text) {
  std::istringstream in(text);
  return read_gmsh(in, "squares.msh");
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

/// Replaces `what` by `by` and looks at the refusal behind the file's name.
void expect_refusal(const std::string& text, const std::string& what, const std::string& by,
                    const std::string& says) {
  ASSERT_NE(text.find(what), std::string::npos) << what;
  const std::string line = refusal(replaced(text, what, by));
  EXPECT_EQ(line.find("squares.msh:" + says), 0u) << line;
  EXPECT_EQ(line.find('\n'), std::string::npos) << line;
}

/// The text from one section up to the other.
std::string section(const std::string& text, const std::string& first, const std::string& next) {
  const std::size_t begin = text.find(first);
  return text.substr(begin, text.find(next) - begin);
}

class GmshFormats : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Gmsh, GmshFormats, testing::Values(format_2, format_4),
                         [](const auto& suite) { return suite.index ? "of4" : "of2"; });

TEST_P(GmshFormats, TwoSquaresAreRead) {
  const QuadMesh mesh = read(GetParam());
  EXPECT_EQ(mesh.vertices, (std::vector<Point>{{0, 0}, {2, 0}, {2, 1}, {0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(mesh.quads, (std::vector<std::array<int, 4>>{{0, 4, 5, 3}, {4, 1, 2, 5}}));
  EXPECT_EQ(mesh.rims.at(0).name, "the rim");
  EXPECT_EQ(mesh.rims.at(1).name, "in");
  ASSERT_EQ(mesh.rim_edges.size(), 6u);
  for (const RimEdge& r : mesh.rim_edges) {
    const auto [a, b] = mesh.edges[r.edge];
    EXPECT_EQ(r.rim, mesh.vertices[a].x + mesh.vertices[b].x == 0.0 ? 1 : 0) << a << " " << b;
  }
}

TEST(Gmsh, BothFormatsGiveTheSame) {
  const QuadMesh a = read(format_2), b = read(format_4);
  EXPECT_EQ(a.vertices, b.vertices);
  EXPECT_EQ(a.quads, b.quads);
  EXPECT_EQ(a.edges, b.edges);
  EXPECT_EQ(a.quad_edges, b.quad_edges);
  ASSERT_EQ(a.rims.size(), b.rims.size());
  for (std::size_t r = 0; r < a.rims.size(); ++r) EXPECT_EQ(a.rims[r].name, b.rims[r].name);
  ASSERT_EQ(a.rim_edges.size(), b.rim_edges.size());
  for (std::size_t e = 0; e < a.rim_edges.size(); ++e) {
    EXPECT_EQ(a.rim_edges[e].edge, b.rim_edges[e].edge);
    EXPECT_EQ(a.rim_edges[e].rim, b.rim_edges[e].rim);
  }
}

TEST_P(GmshFormats, LinesMayEndAsOnOtherSystems) {
  std::string other;
  for (char c : GetParam()) other += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(read(other).quads.size(), 2u);
}

TEST_P(GmshFormats, MessagesNameFileAndLine) {
  const auto expect = [&](const std::string& what, const std::string& by, const std::string& says) {
    expect_refusal(GetParam(), what, by, says);
  };
  const std::string format = "2: the format has to be 2.2 or 4.1 in ASCII";
  const std::string version = GetParam().substr(12, 4);
  for (const char* other : {"2.0 0 8", "4.0 0 8", "4 0 8", "4.1 1 8", "2.2 1 8", "4.1", ""})
    expect(version + "0 8", other, format);
  expect("1 7 \"the rim\"", "1 7 rim", "6: the name of a physical group stands in quotation");
  expect("1 7 \"the rim\"", "x", "6: here should stand dimension, number and \"name\"");
  expect("$PhysicalNames\n3", "$PhysicalNames\n3 4", "5: here should stand the number of phys");
  expect("$PhysicalNames\n3", "$PhysicalNames\n-3", "5: the number of physical names is negative");
  expect("$PhysicalNames", "$Periodic", "4: the section $Periodic is unknown");
  expect("$MeshFormat", "MeshFormat", "1: here should stand the beginning of a section");
  expect("$MeshFormat", "$Nodes", "1: a mesh begins with $MeshFormat");
  expect(names, names + names, "10: the section $PhysicalNames stands there twice");
}

TEST_P(GmshFormats, MissingSectionsAreNamed) {
  const std::string& text = GetParam();
  const std::string all_nodes = section(text, "$Nodes", "$Elements");
  const std::string elements = section(text, "$Elements", "end of file");
  const bool of_4 = text == format_4;
  expect_refusal(text, names, "",
                 of_4 ? "55: the section $PhysicalNames is missing"
                      : "24: the section $PhysicalNames is missing");
  expect_refusal(text, elements, "",
                 of_4 ? "43: the section $Elements is missing"
                      : "18: the section $Elements is missing");
  expect_refusal(text, all_nodes, "",
                 of_4 ? "22: the section $Nodes has to stand before $Elements"
                      : "10: the section $Nodes has to stand before $El");
  if (of_4)
    expect_refusal(text, section(text, "$Entities", "$Nodes"), "",
                   "32: the section $Entities has to stand before $Elements");
}

TEST(Gmsh, MessagesOfFormat2) {
  const auto expect = [](const std::string& what, const std::string& by, const std::string& says) {
    expect_refusal(format_2, what, by, says);
  };
  expect("11 1 0 0", "11 1 x 0", "16: here should stand number, x, y and z of a node");
  expect("11 1 0 0", "10 1 0 0", "16: node 10 stands there twice");
  expect("$EndNodes", "$EndNode", "18: here should stand $EndNodes");
  expect("$Elements\n9", "$Elements\n-1", "20: the number of elements is negative");
  expect("$Elements\n9", "$Elements\n12", "30: here should stand number, type");
  expect("$Elements\n9", "$Elements\n8", "29: here should stand $EndElements");
  const std::string quad = "8 3 2 8 1 10 11 12 20";
  expect(quad, "8 3 2 8 1 10 11 12 21", "28: element 8 has node 21, which is not there");
  expect(quad, "8 9 2 8 1 10 11 12", "28: element 8 is of type 9; a mesh has quadrilaterals");
  expect(quad, "8 3 2 8 1 10 11 12", "28: here should stand an element with its 4 nodes");
  expect(quad, quad + " 11", "28: here should stand an element with its 4 nodes and nothing else");
}

TEST(Gmsh, MessagesOfFormat4) {
  const auto expect = [](const std::string& what, const std::string& by, const std::string& says) {
    expect_refusal(format_4, what, by, says);
  };
  expect("4 4 1 0", "4 4 1", "11: here should stand the numbers of points, curves, surfaces");
  expect("4 4 1 0", "4 4 -1 0", "11: the numbers of points, curves, surfaces and volumes are not");
  expect("4 4 1 0", "4 5 1 0", "20: curve 1 stands there twice");
  expect("4 4 1 0", "4 3 1 0", "20: here should stand $EndEntities");
  expect("2 2 0 0 1 5", "2 2 0 0 2 5", "13: here should stand tag, place and physical tags");
  expect("2 2 0 0 1 5", "2 2 0 0 -1", "13: here should stand tag, place and physical tags");
  expect("0 1 9 2 4", "0 1 -9223372036854775808 2 4", "19: here should stand tag, place and");
  expect("0 1 9 2 4", "0 2 9 7 2 4", "19: curve 4 belongs to more than one physical group");
  expect("4 0 0 0 0 1", "3 0 0 0 0 1", "19: curve 3 stands there twice");
  expect("7 6 10 31", "7 6", "23: here should stand the numbers of blocks and nodes");
  expect("7 6 10 31", "-7 6 10 31", "23: the numbers of blocks and nodes are not negative");
  expect("7 6 10 31", "6 6 10 31", "42: here should stand $EndNodes");
  expect("7 6 10 31", "7 5 10 31", "39: a block of 1 nodes, where 0 are left");
  expect("7 6 10 31", "7 7 10 31", "42: the blocks end where 1 nodes are left");
  expect("1 1 0 1\n11", "1 1 1 1\n11", "36: nodes have to be without parameters");
  expect("1 1 0 1\n11", "1 1 0 -1\n11", "36: a block of -1 nodes, where 2 are left");
  expect("1 1 0 1\n11", "1 1 0 1\n10", "37: node 10 stands there twice");
  expect("1 1 0 1\n11", "1 1 0 1\n11 1", "37: here should stand the number of a node");
  expect("11\n1 0 0", "11\n1 x 0", "38: here should stand x, y and z of a node");
  expect("$EndNodes", "$EndNode", "43: here should stand $EndNodes");
}

TEST(Gmsh, MessagesOfElementsOfFormat4) {
  const auto expect = [](const std::string& what, const std::string& by, const std::string& says) {
    expect_refusal(format_4, what, by, says);
  };
  expect("6 9 1 9", "6 8 1 9", "58: a block of 2 elements, where 1 are left");
  expect("6 9 1 9", "6 10 1 9", "60: the blocks end where 1 elements are left");
  expect("2 1 3 2", "2 1 9 2", "58: a block of elements of type 9; a mesh has quadrilaterals");
  expect("2 1 3 2", "1 1 3 2", "58: elements of type 3 belong to entities of dimension 2, not 1");
  expect("1 4 1 1", "1 5 1 1", "56: curve 5 is not in $Entities");
  expect("8 10 11 12 20", "8 10 11 12 21", "59: element 8 has node 21, which is not there");
  expect("8 10 11 12 20", "8 10 11 12", "59: here should stand an element with its 4 nodes");
  expect("8 10 11 12 20", "8 10 11 12 20 1", "59: here should stand an element with its 4 nodes");
}

TEST_P(GmshFormats, CutFilesAreRefused) {
  for (std::size_t length = 0; length + 1 < GetParam().size(); ++length)
    EXPECT_FALSE(refusal(GetParam().substr(0, length)).empty()) << length;
}

/// Messages about a wrong mesh have the file's own numbers and lines.
TEST(Gmsh, WhatTheMeshLacksIsSaidWithTheFile) {
  EXPECT_EQ(
      refusal(replaced(format_2, "7 1 2 9 4 20 10", "7 15 2 8 1 10")),
      "squares.msh:28: the edge of nodes 10 and 20 of element 8 is on the boundary and has no "
      "name");
  for (const std::string& text :
       {replaced(format_2, "7 1 2 9 4 20 10", "7 1 2 6 4 20 10"),
        replaced(format_4, "0 1 9 2 4", "0 1 6 2 4"), replaced(format_4, "0 1 9 2 4", "0 0 2 4")})
    EXPECT_EQ(refusal(text), std::string("squares.msh:") + (text[12] == '2' ? "27" : "57") +
                                 ": element 7, the line of nodes 20 and 10, belongs to no physical "
                                 "group with a name");
  expect_refusal(format_2, "8 1 10 11 12 20", "8 1 10 20 12 11", "28: element 8 is inverted");
  expect_refusal(format_4, "8 10 11 12 20", "8 10 20 12 11", "59: element 8 is inverted");
  expect_refusal(format_2, "12 1 1 0", "12 0.5 0.5 0", "28: element 8 is degenerate");
  expect_refusal(format_2, "4 1 2 7 2 30 31", "4 1 2 7 2 30 20",
                 "24: element 4, a line, on the boundary is no edge of a quadrilateral");
  expect_refusal(
      format_2, "4 1 2 7 2 30 31", "4 1 2 7 2 11 12",
      "28: the edge of nodes 11 and 12 of element 8 has a name but is not on the boundary");
}

/// Two of a mesh's quadrilaterals are on the same side of the edge between them.
TEST(Gmsh, FoldedMeshesAreRefused) {
  std::string text = replaced(format_2, "30 2 0 0\n31 2 1 0", "30 0 0 0\n31 0 1 0");
  text = replaced(text, "9 3 2 8 1 11 30 31 12", "9 3 2 8 1 30 11 12 31");
  EXPECT_EQ(refusal(text), "squares.msh:28: the edge of nodes 11 and 12 of element 8 has element 9 "
                           "on the same side: the mesh is folded there");
}

/// Nodes that no quadrilateral has are left out, whether points or nothing at all has them.
TEST_P(GmshFormats, NodesOfNoQuadrilateralAreLeftOut) {
  const bool of_4 = GetParam() == format_4;
  const std::string text =
      of_4 ? replaced(replaced(GetParam(), "7 6 10 31", "8 7 5 31"), "0 1 0 1\n10\n0 0 0\n",
                      "2 1 0 1\n5\n9 9 7\n0 1 0 1\n10\n0 0 0\n")
           : replaced(replaced(GetParam(), "$Nodes\n6\n", "$Nodes\n7\n5 9 9 7\n"), "15 2 8 1 10",
                      "15 2 8 1 5");
  EXPECT_EQ(read(text).vertices, read(GetParam()).vertices);
}

TEST(Gmsh, MeshesOutsideOfAPlaneOfConstantZAreRefused) {
  for (const std::string& text : {format_2, format_4}) {
    expect_refusal(
        text, "1 1 0\n", "1 1 0.5\n",
        text == format_2
            ? "17: node 12 has z = 0.5 and node 10 (line 12) z = 0; expected a mesh in a "
            : "41: node 12 has z = 0.5 and node 10 (line 26) z = 0; expected a mesh in a ");
    EXPECT_EQ(read(replaced(text, "1 1 0\n", "1 1 1e-12\n")).quads.size(), 2u); // rounding
  }
  std::string shifted = format_2;
  for (const char* node : {"0 0 0", "2 0 0", "2 1 0", "0 1 0", "1 0 0", "1 1 0"})
    shifted = replaced(shifted, std::string(" ") + node + "\n",
                       std::string(" ") + std::string(node).substr(0, 4) + "7.5\n");
  EXPECT_EQ(read(shifted).vertices, read(format_2).vertices);
}

TEST(Gmsh, MeshesTooSmallOrTooLargeForNumbersAreRefused) {
  std::string large = format_2, small = format_2;
  for (const char* node : {"2 0 0", "2 1 0", "0 1 0", "1 0 0", "1 1 0"}) {
    const std::string old = std::string(" ") + node + "\n";
    const auto with = [&](const char* exponent) {
      return std::string(" ") + node[0] + exponent + " " + node[2] + exponent + " 0\n";
    };
    large = replaced(large, old, with("e100"));
    small = replaced(small, old, with("e-100"));
  }
  EXPECT_EQ(refusal(large), "squares.msh: the mesh is 2e+100 wide; expected 1e-30 to 1e+30, in "
                            "another unit of length");
  EXPECT_NE(refusal(small).find("the mesh is 2e-100 wide"), std::string::npos);
}

TEST(Gmsh, GroupsOfOneNameAreOneRim) {
  const QuadMesh mesh = read(replaced(format_2, "1 9 \"in\"", "1 9 \"the rim\""));
  ASSERT_EQ(mesh.rims.size(), 1u);
  EXPECT_EQ(mesh.rim_edges.size(), 6u);
}

TEST(Gmsh, AFileThatIsNotThereIsNamed) {
  try {
    read_gmsh("no/such.msh");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "no/such.msh: the mesh cannot be read");
  }
}

/// A view of the two squares of both formats, with a value of a line, which nobody asks for.
std::string view(const std::string& name, const std::string& values) {
  return "$ElementData\n1\n\"" + name + "\"\n1\n0.0\n3\n0\n1\n3\n" + values + "$EndElementData\n";
}

TEST(GmshData, RegionsAndViewsAreThoseOfTheQuadrilaterals) {
  for (const std::string& format : {format_2, format_4}) {
    GmshData data;
    std::istringstream in(format + view("c", "9 2.5\n1 7\n8 -1\n") + view("f", "8 3\n9 4\n3 0\n"));
    read_gmsh(in, "squares.msh", &data);
    EXPECT_EQ(data.regions_of(0), (std::vector<std::string>{"all"}));
    EXPECT_EQ(data.regions_of(1), (std::vector<std::string>{"all"}));
    ASSERT_EQ(data.views.size(), 2U);
    EXPECT_EQ(data.views["c"], (std::vector<double>{-1.0, 2.5}));
    EXPECT_EQ(data.views["f"], (std::vector<double>{3.0, 4.0}));
  }
}

TEST(GmshData, SurfacesWithoutANameAreNoRegions) {
  GmshData data;
  std::istringstream first(replaced(format_2, "9 3 2 8 1", "9 3 2 5 1"));
  read_gmsh(first, "squares.msh", &data);
  EXPECT_EQ(data.regions_of(0), (std::vector<std::string>{"all"}));
  EXPECT_TRUE(data.regions_of(1).empty());
}

/// In format 4.1 a surface has several groups, in 2.2 an element stands there for each of them.
TEST(GmshData, QuadrilateralsMayBelongToSeveralRegions) {
  const auto with_name = [](const std::string& text) {
    return replaced(text, "3\n1 7 \"the rim\"", "4\n2 5 \"more\"\n1 7 \"the rim\"");
  };
  const std::string twins =
      replaced(replaced(with_name(format_2), "$Elements\n9", "$Elements\n10"),
               "9 3 2 8 1 11 30 31 12\n", "9 3 2 8 1 11 30 31 12\n10 3 2 5 1 11 30 31 12\n");
  const std::vector<std::string> all{"all"}, both{"more", "all"};
  for (const std::string& text :
       {twins, replaced(with_name(format_4), "1 8 4 1 2 3 4", "2 8 5 4 1 2 3 4")}) {
    GmshData data;
    std::istringstream in(text + view("c", "9 2.5\n1 7\n8 -1\n"));
    EXPECT_EQ(read_gmsh(in, "squares.msh", &data).quads.size(), 2u);
    EXPECT_EQ(data.regions_of(0), text == twins ? all : both);
    EXPECT_EQ(data.regions_of(1), both);
    EXPECT_EQ(data.views["c"], (std::vector<double>{-1.0, 2.5}));
  }
  expect_refusal(twins, "10 3 2 5 1 11 30", "10 3 2 8 1 11 30",
                 "31: element 10 has the nodes of element 9 (line 30) again");
}

TEST(GmshData, BadViewsAreRefused) {
  const std::string good = format_2 + view("c", "8 1\n9 2\n1 3\n");
  expect_refusal(good, "\n8 1\n", "\n7 1\n", "42: the view \"c\" has no value of element 8");
  expect_refusal(good, "\n8 1\n", "\n80 1\n", "40: element 80 is not there");
  expect_refusal(good, "\n8 1\n", "\n8 1 2\n", "40: here should stand an element and its value");
  expect_refusal(good, "\n8 1\n", "\n8 nan\n", "40: here should stand an element and its value");
  expect_refusal(good, "3\n0\n1\n3\n", "3\n0\n3\n3\n", "39: a view has a name and one number");
  expect_refusal(good, "\"c\"", "c", "33: the name of a view stands in quotation marks");
  expect_refusal(good, "$EndElementData\n", "$EndElementData\n" + view("c", ""),
                 "52: the view \"c\" stands there twice");
  const std::string early = view("c", "");
  expect_refusal(good, "$Nodes", early + "$Nodes", "10: the section $Elements has to stand before");
}

} // namespace
} // namespace isobar

// Files of meshes in which something has been changed by chance: each is read, or refused in one line that begins with the file.
#include "support_fem.hpp"

#include <fstream>
#include <random>
#include <sstream>

namespace isobar {
namespace {

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

class Mutations {
public:
  explicit Mutations(unsigned seed) : random_(seed) {}

  std::string operator()(std::vector<std::string> lines) {
    for (int changes = 1 + below(2); changes > 0; --changes) change(lines);
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return below(10) == 0 ? text.substr(0, std::size_t(below(int(text.size())))) : text;
  }

private:
  int below(int count) { return int(random_() % unsigned(count)); }

  void change(std::vector<std::string>& lines) {
    if (lines.empty()) return;
    const auto at = lines.begin() + below(int(lines.size()));
    switch (below(5)) {
    case 0: lines.erase(at); break;
    case 1: lines.insert(lines.begin() + below(int(lines.size())), std::string(*at)); break;
    case 2: std::swap(*at, lines[std::size_t(below(int(lines.size())))]); break;
    case 3: change_word(*at); break;
    default:
      if (!at->empty()) (*at)[std::size_t(below(int(at->size())))] = char(32 + below(95));
    }
  }
  void change_word(std::string& line) {
    static const std::vector<std::string> others{
        "0", "1",     "-1", "2", "7",         "1e9", "nan", "inf", "0.5", "99999999999999999999",
        "",  "1e400", "x",  "3", "2147483648"};
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    if (words.empty()) return;
    words[std::size_t(below(int(words.size())))] = others[std::size_t(below(int(others.size())))];
    line.clear();
    for (const std::string& word : words) line += word + " ";
  }

  std::mt19937 random_;
};

TEST(GmshMutations, AreReadOrRefusedInOneLine) {
  const std::vector<std::string> vessel = lines_of(vessel_file);
  const std::vector<std::string> small = {"$MeshFormat",
                                          "4.1 0 8",
                                          "$EndMeshFormat",
                                          "$PhysicalNames",
                                          "2",
                                          "1 7 \"rim\"",
                                          "2 8 \"all\"",
                                          "$EndPhysicalNames",
                                          "$Entities",
                                          "0 1 1 0",
                                          "1 0 0 0 2 1 0 1 7 0",
                                          "1 0 0 0 2 1 0 1 8 0",
                                          "$EndEntities",
                                          "$Nodes",
                                          "1 6 1 6",
                                          "2 1 0 6",
                                          "1",
                                          "2",
                                          "3",
                                          "4",
                                          "5",
                                          "6",
                                          "0 0 0",
                                          "1 0 0",
                                          "2 0 0",
                                          "0 1 0",
                                          "1 1 0",
                                          "2 1 0",
                                          "$EndNodes",
                                          "$Elements",
                                          "2 8 1 8",
                                          "1 1 1 6",
                                          "1 1 2",
                                          "2 2 3",
                                          "3 3 6",
                                          "4 6 5",
                                          "5 5 4",
                                          "6 4 1",
                                          "2 1 3 2",
                                          "7 1 2 5 4",
                                          "8 2 3 6 5",
                                          "$EndElements"};
  int read = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    const std::string text = Mutations(seed)(seed % 8 == 0 ? vessel : small);
    std::istringstream in(text);
    try {
      GmshData data;
      const QuadMesh mesh = read_gmsh(in, "m.msh", &data);
      EXPECT_NO_THROW(check(mesh)) << seed;
      EXPECT_EQ(data.origin.vertices.size(), mesh.vertices.size()) << seed;
      EXPECT_EQ(data.region_set_of.size(), mesh.quads.size()) << seed;
      ++read;
    } catch (const std::invalid_argument& error) {
      const std::string line = error.what();
      EXPECT_EQ(line.find("m.msh:"), 0u) << seed << ": " << line;
      EXPECT_EQ(line.find('\n'), std::string::npos) << seed << ": " << line;
    }
  }
  EXPECT_GT(read, 40);
}

} // namespace
} // namespace isobar

// The equation of a deck, with the exact line of every error.
#include "input/npy_header.hpp"
#include "support_deck.hpp"

#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace {

using namespace isobar;

/// A NumPy file in the temporary directory, gone afterwards.
class NpyFile {
public:
  NpyFile(const npy::Shape& shape, const std::vector<double>& numbers)
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("isobar-{}-{}.npy", getpid(), count_++)) {
    std::ofstream file(path_, std::ios::binary);
    file << npy::header(shape);
    file.write(reinterpret_cast<const char*>(numbers.data()),
               std::streamsize(numbers.size() * sizeof(double)));
  }
  ~NpyFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  NpyFile(const NpyFile&) = delete;
  NpyFile& operator=(const NpyFile&) = delete;
  std::string path() const { return path_.string(); }

private:
  static inline int count_ = 0;
  std::filesystem::path path_;
};

const std::string small = "[grid]\nnx = 4\nny = 2\nnz = 3\n";
const std::string latlon = small + "domain = \"latlon\"\n";

TEST(DeckEquation, IsThePapersWithoutAKey) {
  const Deck deck = parse(small);
  EXPECT_EQ(deck.boundaries, Boundaries());
  EXPECT_FALSE(deck.coefficients.has_convection());
  EXPECT_FALSE(deck.coefficients.has_cells());
  EXPECT_FALSE(deck.grid.has_interfaces());
  EXPECT_EQ(parameters(deck)["coefficients"]["alpha_h_profile"], 1.0);
  EXPECT_EQ(parameters(deck)["coefficients"]["xi_z_profile"], 0.0);
  EXPECT_EQ(parameters(deck)["coefficients"]["beta_columns"], "constant");
  EXPECT_TRUE(parameters(deck)["coefficients"]["beta_cells"].is_null());
  EXPECT_TRUE(parameters(deck)["grid"]["interfaces"].is_null());
}

TEST(DeckEquation, ReadsProfilesAndColumns) {
  const NpyFile file({3}, {1.5, 2.0, 2.5}), columns({2, 4}, std::vector<double>(8, 1.0));
  const Deck deck = parse(small + "[coefficients]\nalpha_h_profile = \"standard-atmosphere\"\n" +
                          "alpha_v_profile = [1, 2, 3.5]\nbeta_profile = \"" + file.path() +
                          "\"\nalpha_h_columns = \"mountains\"\nxi_x_profile = -2\n" +
                          "xi_x_columns = \"" + columns.path() + "\"\n");
  const deck::Coefficients& c = deck.coefficients;
  EXPECT_TRUE(c.alpha_h.profile.standard_atmosphere);
  EXPECT_EQ(c.alpha_v.profile.numbers, (std::vector<double>{1.0, 2.0, 3.5}));
  EXPECT_EQ(c.beta.profile.numbers, (std::vector<double>{1.5, 2.0, 2.5}));
  EXPECT_EQ(c.alpha_h.columns.factor, deck::ColumnFactor::mountains);
  EXPECT_EQ(c.xi_x.profile.numbers, std::vector<double>{-2.0});
  EXPECT_EQ(c.xi_x.columns.file, columns.path());
  EXPECT_TRUE(c.has_convection());
  const nlohmann::json shown = parameters(deck)["coefficients"];
  EXPECT_EQ(shown["beta_profile"], file.path());
  EXPECT_EQ(shown["alpha_h_columns"], "mountains");
  EXPECT_EQ(shown["alpha_v_profile"], (nlohmann::json{1.0, 2.0, 3.5}));
}

TEST(DeckEquation, OverridesNeedNoQuotes) {
  const NpyFile file({3}, {1.5, 2.0, 2.5});
  const Deck deck =
      parse(small, {"coefficients.alpha_h_profile=standard-atmosphere",
                    "coefficients.alpha_v_profile=2.5", "coefficients.beta_profile=" + file.path(),
                    "coefficients.xi_y_profile=[1,-2,3]", "boundaries.top=dirichlet"});
  EXPECT_TRUE(deck.coefficients.alpha_h.profile.standard_atmosphere);
  EXPECT_EQ(deck.coefficients.alpha_v.profile.numbers, std::vector<double>{2.5});
  EXPECT_EQ(deck.coefficients.beta.profile.file, file.path());
  EXPECT_EQ(deck.coefficients.xi_y.profile.numbers, (std::vector<double>{1.0, -2.0, 3.0}));
  EXPECT_EQ(deck.boundaries.top, Boundary::dirichlet);
}

TEST(DeckEquation, HeightsGiveTheDepth) {
  const Deck deck = parse(small + "interfaces = [0, 1e3, 5e3, 2e4]\n");
  EXPECT_EQ(deck.physics.depth, 2e4);
  EXPECT_EQ(deck.grid.interfaces.numbers.size(), 4u);
}

TEST(DeckEquation, TheSphereClosesAndHasPoles) {
  const Deck whole = parse(latlon);
  EXPECT_EQ(whole.boundaries.west, Boundary::periodic);
  EXPECT_EQ(whole.boundaries.east, Boundary::periodic);
  EXPECT_EQ(whole.boundaries.south, Boundary::neumann);
  EXPECT_EQ(whole.boundaries.north, Boundary::neumann);
  const Deck part = parse(latlon + "longitude = [0, 90]\nlatitude = [10, 90]\n");
  EXPECT_EQ(part.boundaries.west, Boundary::dirichlet);
  EXPECT_EQ(part.boundaries.south, Boundary::dirichlet);
  EXPECT_EQ(part.boundaries.north, Boundary::neumann);
  EXPECT_EQ(parse(latlon + "[boundaries]\nwest = \"dirichlet\"\n").boundaries.east,
            Boundary::dirichlet);
  EXPECT_NEAR(parse(latlon).grid.mesh_width(), std::acos(-1.0) / 2.0, 1e-15);
}

TEST(DeckEquation, TheVertexFluxIsForPanels) {
  const std::string vertex = small + "flux = \"vertex\"\n";
  EXPECT_EQ(parse(vertex).grid.flux, Flux::vertex);
  EXPECT_EQ(error_of(vertex + "domain = \"flat\"\n"),
            "deck.toml:5: grid.flux = \"vertex\": grid.domain is \"flat\", whose cells are "
            "orthogonal; expected \"two-point\"");
  EXPECT_NO_THROW(parse(vertex + "[boundaries]\nwest = \"neumann\"\n"));
  EXPECT_NO_THROW(parse(vertex + "[coefficients]\nbeta_columns = \"mountains\"\n"));
  EXPECT_NO_THROW(parse(vertex + "[solver]\nmethod = \"modes\"\n"));
  EXPECT_EQ(error_of(vertex, {"solver.method=cg-csr"}),
            "--set solver.method=cg-csr: not available with grid.flux = \"vertex\"; expected "
            "\"multigrid\", \"cg-fused\", \"cg-standard\", \"cg-multigrid\", \"bicgstab\", "
            "\"bicgstab-multigrid\", \"modes\", \"cg-modes\", \"bicgstab-modes\", \"gcr\", "
            "\"gcr-multigrid\", \"gcr-modes\", \"gmres\", \"gmres-multigrid\", \"gmres-modes\", "
            "\"cr\", \"cr-multigrid\" or \"cr-modes\"");
  EXPECT_EQ(error_of(vertex, {"multigrid.smoother=red-black"}),
            "--set multigrid.smoother=red-black: not available with grid.flux = \"vertex\"; "
            "expected \"jacobi\"");
}

TEST(DeckEquation, SidesComeInPairs) {
  EXPECT_EQ(
      error_of(small + "domain = \"flat\"\n[boundaries]\nwest = \"periodic\"\n"),
      "deck.toml:7: boundaries.west = \"periodic\": boundaries.east is \"dirichlet\"; expected "
      "both periodic or none");
  EXPECT_EQ(error_of(small + "[boundaries]\nwest = \"periodic\"\neast = \"periodic\"\n"),
            "deck.toml:6: boundaries.west = \"periodic\": a panel's sides do not meet; expected "
            "\"dirichlet\", \"neumann\", or \"flat\" or \"latlon\" as grid.domain");
  EXPECT_EQ(error_of(small + "[boundaries]\ntop = \"periodic\"\n"),
            "deck.toml:6: boundaries.top = \"periodic\": expected \"dirichlet\" or \"neumann\"");
  EXPECT_EQ(error_of(latlon, {"boundaries.south=periodic", "boundaries.north=periodic"}),
            "--set boundaries.south=periodic: parallels do not meet; expected \"dirichlet\" or "
            "\"neumann\"");
  EXPECT_EQ(error_of(small + "[boundaries]\ntop = \"open\"\n"),
            "deck.toml:6: boundaries.top = \"open\": unknown choice; expected \"dirichlet\", "
            "\"neumann\" or \"periodic\"");
}

TEST(DeckEquation, DegreesGrow) {
  EXPECT_EQ(
      error_of(latlon + "longitude = [90, 0]\n"),
      "deck.toml:6: grid.longitude = [90, 0]: from is not below to; expected the lower number "
      "first");
  EXPECT_EQ(error_of(latlon + "longitude = [-180, 200]\n"),
            "deck.toml:6: grid.longitude = [-180, 200]: 380 degrees; expected at most 360");
  EXPECT_EQ(error_of(latlon + "latitude = [0, 91]\n"),
            "deck.toml:6: grid.latitude = [0, 91]: out of range; expected a list of 2 numbers in "
            "[-90, 90]");
}

TEST(DeckEquation, NumbersOfLayersAreChecked) {
  const std::string section = small + "[coefficients]\n";
  EXPECT_EQ(
      error_of(section + "alpha_h_profile = [1, 2]\n"),
      "deck.toml:6: coefficients.alpha_h_profile = [1, 2]: 2 numbers; expected 3, one for each "
      "layer");
  EXPECT_EQ(
      error_of(section + "alpha_h_profile = 0\n"),
      "deck.toml:6: coefficients.alpha_h_profile = 0: out of range; expected a number above 0, "
      "a list of n_z of them, \"standard-atmosphere\", or the path of a .npy file with them");
  EXPECT_EQ(
      error_of(section + "beta_profile = \"standard-atmosphere\"\n"),
      "deck.toml:6: coefficients.beta_profile = \"standard-atmosphere\": unknown choice; "
      "expected a number from 0, a list of n_z of them, or the path of a .npy file with them");
  EXPECT_EQ(
      error_of(small + "interfaces = [0, 1, 2]\n"),
      "deck.toml:5: grid.interfaces = [0, 1, 2]: 3 numbers; expected 4, one for each interface");
  EXPECT_EQ(
      error_of(small + "interfaces = [0, 2, 1, 3]\n"),
      "deck.toml:5: grid.interfaces = [0, 2, 1, 3]: number 2 is 1; expected 0 and then heights "
      "that grow");
  EXPECT_EQ(
      error_of(small + "interfaces = [0, 1, 2, 3]\n[physics]\ndepth = 4\n"),
      "deck.toml:7: physics.depth = 4: grid.interfaces are given too and end at 3; expected one "
      "of the two");
}

TEST(DeckEquation, FilesAreChecked) {
  const std::string section = small + "[coefficients]\n";
  EXPECT_EQ(
      error_of(section + "alpha_h_profile = \"/nowhere/a.npy\"\n"),
      "deck.toml:6: coefficients.alpha_h_profile = \"/nowhere/a.npy\": /nowhere/a.npy: cannot "
      "be read: No such file or directory; expected a NumPy file with dtype '<f8', C order and "
      "shape (3,)");
  EXPECT_EQ(
      error_of(section + "alpha_h_columns = \"/nowhere/a.npy\"\n"),
      "deck.toml:6: coefficients.alpha_h_columns = \"/nowhere/a.npy\": /nowhere/a.npy: cannot "
      "be read: No such file or directory; expected a NumPy file with dtype '<f8', C order and "
      "shape (ny, nx) = (2, 4)");
  const NpyFile wrong({3}, {1.0, -1.0, 1.0}), cells({4, 2, 3}, std::vector<double>(24, 1.0));
  EXPECT_EQ(error_of(section + "alpha_v_profile = \"" + wrong.path() + "\"\n"),
            "deck.toml:6: coefficients.alpha_v_profile = \"" + wrong.path() +
                "\": number 1 is -1; expected a number above 0");
  EXPECT_EQ(error_of(section + "beta_cells = \"" + cells.path() + "\"\n"),
            "deck.toml:6: coefficients.beta_cells = \"" + cells.path() + "\": " + cells.path() +
                ": has shape (4, 2, 3); expected a NumPy file with dtype '<f8', C order and shape "
                "(ny, nx, nz) = (2, 4, 3)");
}

TEST(DeckEquation, USomewhereIsKnown) {
  const std::string closed = "[boundaries]\nwest = \"neumann\"\neast = \"neumann\"\nsouth = "
                             "\"neumann\"\nnorth = \"neumann\"\n[coefficients]\nbeta_profile = 0\n";
  EXPECT_EQ(error_of(small + closed),
            "deck.toml:11: coefficients.beta_profile = 0: u would be known up to a constant only; "
            "expected a number above 0, or \"dirichlet\" on one of the boundaries");
  EXPECT_NO_THROW(parse(small + "[coefficients]\nbeta_profile = 0\n"));
}

TEST(DeckEquation, MountainsStayBelowTheTop) {
  EXPECT_EQ(
      error_of(small + "[coefficients]\nbeta_columns = \"mountains\"\nmountain_height = 6e4\n"),
      "deck.toml:7: coefficients.mountain_height = 60000: as high as the atmosphere or higher; "
      "expected less than the depth, 50000");
  EXPECT_EQ(parse(small + "[coefficients]\nmountain_height = 6e4\n").unused,
            std::vector<std::string>{"deck.toml:6: coefficients.mountain_height = 60000: not used, "
                                     "only with mountains"});
}

TEST(DeckEquation, TheGroundIsMountainsOrAFile) {
  const std::string section = small + "flux = \"vertex\"\n[coefficients]\n";
  const Deck mountains = parse(section + "ground = \"mountains\"\nmountain_height = 3e3\n");
  EXPECT_EQ(mountains.coefficients.ground.shape, deck::GroundShape::mountains);
  EXPECT_TRUE(mountains.unused.empty());
  EXPECT_TRUE(parse(small).coefficients.ground.is_flat());
  const NpyFile heights({2, 4}, std::vector<double>(8, 100.0));
  EXPECT_EQ(parse(section + "ground = \"" + heights.path() + "\"\n").coefficients.ground.file,
            heights.path());
  EXPECT_EQ(error_of(section + "ground = \"hills\"\n"),
            "deck.toml:7: coefficients.ground = \"hills\": unknown choice; expected \"flat\", "
            "\"mountains\", or the path of a .npy file of shape (ny, nx)");
  const NpyFile cells({2, 4, 3}, std::vector<double>(24, 1.0));
  EXPECT_EQ(error_of(section + "ground = \"" + cells.path() + "\"\n"),
            "deck.toml:7: coefficients.ground = \"" + cells.path() + "\": " + cells.path() +
                ": has shape (2, 4, 3); expected a NumPy file with dtype '<f8', C order and shape "
                "(ny, nx) = (2, 4)");
  EXPECT_EQ(error_of(section + "ground = \"mountains\"\nmountain_height = 6e4\n"),
            "deck.toml:8: coefficients.mountain_height = 60000: as high as the atmosphere or "
            "higher; expected less than the depth, 50000");
}

TEST(DeckEquation, TheGroundGoesWithFewOthers) {
  const std::string vertex = small + "flux = \"vertex\"\n",
                    ground = "[coefficients]\nground = \"mountains\"\n";
  const std::string words = "not available with coefficients.ground = \"mountains\"; expected ";
  EXPECT_EQ(error_of(small + ground),
            "deck.toml: grid.flux = \"two-point\" (default): " + words +
                "\"vertex\", on a panel or the sphere, as the two-point flux has no gradients");
  EXPECT_NO_THROW(parse(vertex + ground));
  EXPECT_EQ(error_of(vertex + ground + "xi_z_profile = 2\n"),
            "deck.toml:8: coefficients.xi_z_profile = 2: " + words + "0");
  EXPECT_EQ(error_of(vertex + ground + "alpha_v_columns = \"mountains\"\n"),
            "deck.toml:8: coefficients.alpha_v_columns = \"mountains\": " + words +
                "another factor, as the ground makes columns thinner by itself");
  const NpyFile cells({2, 4, 3}, std::vector<double>(24, 1.0));
  EXPECT_EQ(error_of(vertex + ground + "beta_cells = \"" + cells.path() + "\"\n"),
            "deck.toml:8: coefficients.beta_cells = \"" + cells.path() + "\": " + words + "none");
}

} // namespace

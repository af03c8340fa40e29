// Files of a run that are meant twice, however they are spelled and whatever number they will have.
#include "io/file_names.hpp"
#include "output/planned_outputs.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace {

using namespace isobar;
namespace fs = std::filesystem;

class OutputNames : public testing::Test {
protected:
  OutputNames() {
    std::string name = (fs::temp_directory_path() / "isobar-XXXXXX").string();
    directory_ = mkdtemp(name.data());
    plan.deck = write("deck.toml");
    plan.report.unconverged = deck::Unconverged::replace;
  }
  ~OutputNames() override {
    std::error_code ignored;
    fs::remove_all(directory_, ignored);
  }
  std::string path(const std::string& name) const { return (directory_ / name).string(); }
  std::string write(const std::string& name) const {
    std::ofstream(path(name)) << "x";
    return path(name);
  }
  void add(const std::string& name) { plan.outputs.push_back({"output." + name, path(name)}); }
  /// Whether the line about the plan names both.
  bool names_both(const std::string& a, const std::string& b) const {
    const std::string line = output_problem(plan);
    return line.find(a) != line.npos && line.find(b) != line.npos;
  }

  OutputPlan plan;

private:
  fs::path directory_;
};

TEST_F(OutputNames, OfFilesOnTheWayAreThoseOfTheWriter) {
  EXPECT_EQ(numbered_name("d/f.nc").with(3), "d/f_at_0003.nc");
  EXPECT_EQ(numbered_name("f").with(12345), "f_at_12345");
  EXPECT_EQ(numbered_name("d.x/v.1").with(7), "d.x/v_at_0007.1");
}

TEST_F(OutputNames, NoFileOnTheWayIsAnotherOutput) {
  add_series(plan, "output.netcdf", path("f.nc"));
  add_vtk_series(plan, "output.vtk", path("v.1"));
  for (const std::string name : {"f.nc", "f_at_001.nc", "f_at_0001.csv", "f_at_0001.nc.csv",
                                 "v_at_0001.1", "v_at_0001.1.vts", "v_at_0001.1_000.vts",
                                 "w_at_0001.1.pvts", "f_at_x0001.nc", "other/f_at_0001.nc"}) {
    plan.outputs = {{"output.report", path(name)}};
    if (name.starts_with("other")) fs::create_directory(path("other"));
    EXPECT_EQ(output_problem(plan), "") << name;
  }
  for (const std::string name : {"f_at_0001.nc", "f_at_0000.nc", "f_at_123456789012.nc"}) {
    plan.outputs = {{"output.report", path(name)}};
    EXPECT_TRUE(names_both("output.report: ", "output.netcdf")) << output_problem(plan);
  }
  const std::string numbered = numbered_name(path("v.1")).with(3);
  for (const std::string& name : {vtk_index(numbered), vtk_piece(numbered, 11)}) {
    plan.outputs = {{"output.report", name}};
    EXPECT_TRUE(names_both("output.report: ", "output.vtk")) << output_problem(plan);
  }
}

TEST_F(OutputNames, NoFileOnTheWayIsAnInput) {
  plan.inputs = {{"flow.restart_from", write("f_at_0004.nc")}};
  add_series(plan, "output.netcdf", path("f.nc"));
  EXPECT_TRUE(names_both("output.netcdf: f_at_0004.nc", "flow.restart_from"));
  plan.inputs.clear();
  EXPECT_EQ(output_problem(plan), "");
  plan.deck = path("f_at_0004.nc");
  EXPECT_TRUE(names_both("output.netcdf: f_at_0004.nc", "the deck"));
}

TEST_F(OutputNames, LinksUnderTheNameOfAFileOnTheWay) {
  add_series(plan, "output.netcdf", path("f.nc"));
  write("f_at_0001.nc");
  EXPECT_EQ(output_problem(plan), "");
  fs::create_symlink("deck.toml", path("f_at_0002.nc"));
  EXPECT_TRUE(names_both("output.netcdf: f_at_0002.nc", "the deck"));
  fs::remove(path("f_at_0002.nc"));
  fs::create_hard_link(plan.deck, path("f_at_0003.nc"));
  EXPECT_TRUE(names_both("output.netcdf: f_at_0003.nc", "the deck"));
}

TEST_F(OutputNames, TheDirectoryMayBeSpelledInAnyWay) {
  fs::create_directory_symlink(".", path("circle"));
  add_series(plan, "output.netcdf", path("circle/./circle/f.nc"));
  add("f_at_0001.nc");
  EXPECT_TRUE(names_both("output.f_at_0001.nc: ", "output.netcdf"));
}

TEST_F(OutputNames, TwoSeriesThatMeet) {
  add_vtk_series(plan, "output.vtk", path("s.b_at_0007"));
  add_series(plan, "output.netcdf", path("s_at_0002.b.pvts"));
  EXPECT_TRUE(names_both("output.netcdf: s_at_0002.b_at_0007.pvts", "output.vtk"))
      << output_problem(plan);
  plan.series.pop_back();
  add_series(plan, "output.netcdf", path("s_at_0002.c.pvts"));
  EXPECT_EQ(output_problem(plan), "");
}

TEST_F(OutputNames, ARestartMayTakeThePlaceOfTheOneThatWasRead) {
  plan.inputs = {{"flow.restart_from", write("r")}};
  add("r");
  EXPECT_TRUE(names_both("output.r: ", "flow.restart_from"));
  plan.outputs.back().may_replace = "flow.restart_from";
  EXPECT_EQ(output_problem(plan), "");
  plan.outputs.push_back({"output.probes", path("./r")});
  EXPECT_TRUE(names_both("output.probes: ", "flow.restart_from"));
}

TEST_F(OutputNames, AnUnconvergedRestartMayBeReadToo) {
  plan.report.unconverged = deck::Unconverged::beside;
  plan.inputs = {{"flow.restart_from", write("r.unconverged")}};
  plan.outputs = {{"output.restart", path("r"), 0, false, "flow.restart_from"}};
  EXPECT_EQ(output_problem(plan), "");
  plan.outputs.push_back({"output.probes", path("r.unconverged")});
  EXPECT_TRUE(names_both("output.probes: ", "flow.restart_from"));
}

} // namespace

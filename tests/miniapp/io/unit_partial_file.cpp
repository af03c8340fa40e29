// Files that take their names when they are complete, and what is left of those that never were.
#include "io/file_names.hpp"
#include "io/partial_file.hpp"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>

namespace {

using namespace isobar;
namespace fs = std::filesystem;

class PartialFiles : public testing::Test {
protected:
  PartialFiles() {
    std::string name = (fs::temp_directory_path() / "isobar-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) directory = fs::canonical(name);
  }
  ~PartialFiles() override {
    std::error_code ignored;
    fs::remove_all(directory, ignored);
  }
  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(directory / name) << text;
    return directory / name;
  }
  static std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(directory), {}); }

  fs::path directory;
};

TEST_F(PartialFiles, TakeTheirNamesWhenComplete) {
  const fs::path target = write("f", "old");
  PartialFile file(target, 3);
  file.write(0, "new", 3);
  EXPECT_EQ(read(target), "old");
  file.commit();
  EXPECT_EQ(read(target), "new");
  EXPECT_EQ(files(), 1);
}

TEST_F(PartialFiles, AreRemovedIfNotCommitted) {
  const fs::path target = write("f", "old");
  { const PartialFile file(target, 100); }
  EXPECT_EQ(read(target), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(PartialFiles, WhatIsReadBackHasToBeWhatWasWritten) {
  const PartialFile file(directory / "f", 0);
  FileWriter writer(file);
  writer.append("some text");
  const Checksum written = writer.finish();
  EXPECT_EQ(file.read_back(0, 9), written);
  file.write(3, "X", 1);
  EXPECT_THROW(compare_checksums(file, written, file.read_back(0, 9)), FileError);
}

TEST_F(PartialFiles, OfKilledRunsAreRemovedAndOfLivingOnesStay) {
  const fs::path dead = write(partial_prefix_of_host() + "abc123.partial", "half a fi");
  const fs::path elsewhere = write(".isobar-elsewhere-abc123.partial", "half a fi");
  const fs::path long_ago = write(".isobar-elsewhere-abc456.partial", "half a fi");
  fs::last_write_time(long_ago, fs::file_time_type::clock::now() - std::chrono::hours(25));
  write("data.partial", "of somebody else");
  const PartialFile living(directory / "f", 0);
  const std::vector<fs::path> removed = remove_abandoned(directory);
  EXPECT_EQ(std::set<fs::path>(removed.begin(), removed.end()), (std::set{long_ago, dead}));
  EXPECT_TRUE(fs::exists(living.partial()));
  EXPECT_TRUE(fs::exists(elsewhere));
  EXPECT_EQ(files(), 3);
}

TEST_F(PartialFiles, UnconvergedResultsHaveNamesOfTheirOwn) {
  EXPECT_EQ(unconverged_name("out/f.npy"), "out/f.unconverged.npy");
  EXPECT_EQ(unconverged_name("f"), "f.unconverged");
  EXPECT_EQ(unconverged_name(std::string(250, 'n') + ".npy").size(), 255U);
  for (const char* name : {"out/f.npy", "f", "out.unconverged/f", "f.unconverged.a.npy"}) {
    EXPECT_FALSE(is_unconverged_name(name)) << name;
    EXPECT_TRUE(is_unconverged_name(unconverged_name(name))) << name;
  }
}

TEST_F(PartialFiles, NamesStandForFiles) {
  write("real", "");
  fs::create_symlink("real", directory / "link");
  fs::create_symlink("none", directory / "dangling");
  fs::create_symlink("circle", directory / "circle");
  EXPECT_EQ(resolved((directory / "link").string()), directory / "real");
  EXPECT_EQ(resolved((directory / "dangling").string()), directory / "none");
  EXPECT_EQ(resolved((directory / "." / "x" / ".." / "real").string()), directory / "real");
  EXPECT_EQ(resolved((directory / "circle").string()).filename(), "circle");
}

} // namespace

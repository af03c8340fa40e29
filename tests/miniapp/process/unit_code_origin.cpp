// Whose code a process runs: lists as loaders leave them, with what was put among them.
#include "process/code_origin.hpp"

#include <gtest/gtest.h>

namespace isobar {
namespace {

/// A program in /home/me/isobar that needs MPI of the user's own, with a plug-in, and the system's libz.
ProcessCode honest() {
  return {
      {{"/home/me/isobar", "", "", "id", {"libmpi.so.40", "libz.so.1"}, {"/home/me/mpi/lib"}},
       {"/home/me/mpi/lib/libmpi.so.40.1", "libmpi.so.40", "libmpi.so.40", "", {"libc.so.6"}, {}},
       {"/usr/lib/libz.so.1.2", "libz.so.1", "libz.so.1", "", {"libc.so.6"}, {}},
       {"/usr/lib/libc.so.6", "libc.so.6", "libc.so.6", "", {}, {}},
       {"/home/me/mpi/lib/openmpi/mca_tcp.so", "", "mca_tcp.so", "", {"libnl.so.3"}, {}},
       {"/home/me/nl/libnl.so.3", "libnl.so.3", "libnl.so.3", "", {}, {}}},
      {},
      "/home/me/isobar"};
}

/// The system has libz and libc; the user's is what lies below /home, and no two files are the same.
LibraryPlaces places() {
  LibraryPlaces p;
  p.of_system = [](const std::string& name) { return std::vector{"/usr/lib/" + name}; };
  p.real_path = [](const std::string& path) -> std::string {
    if (path == "/usr/lib/libz.so.1") return "/usr/lib/libz.so.1.2";
    if (path == "/home/me/mpi/lib/libmpi.so.40") return "/home/me/mpi/lib/libmpi.so.40.1";
    return path == "/usr/lib/libc.so.6" ? path : "";
  };
  p.is_users = [](const std::string& path) { return path.starts_with("/home/"); };
  p.are_same = [](const std::string&, const std::string&) { return false; };
  return p;
}

std::string only(const ProcessCode& code, const LibraryPlaces& p = places()) {
  const std::vector<ForeignCode> foreign = foreign_code(code, p);
  if (foreign.size() != 1) return "found " + std::to_string(foreign.size());
  return foreign[0].name + ": " + foreign[0].found + "; " + foreign[0].wanted;
}

TEST(CodeOrigin, IsWhatNeedsTheFile) {
  const std::vector<CodeOrigin> origins = code_origins(honest().files);
  std::vector<std::string_view> words;
  for (const CodeOrigin origin : origins) words.push_back(to_string(origin));
  EXPECT_EQ(words, (std::vector<std::string_view>{"executable", "needed", "needed", "needed",
                                                  "plug-in", "plug-in"}));
  EXPECT_TRUE(code_origins({}).empty());
}

TEST(CodeOrigin, FindsNothingForeignInAnHonestProcess) {
  EXPECT_TRUE(foreign_code(honest(), places()).empty());
  EXPECT_TRUE(foreign_code({}, places()).empty());
}

TEST(CodeOrigin, FindsWhatWasPreloaded) {
  ProcessCode code = honest();
  code.files.insert(code.files.begin() + 1, {"/usr/lib/libfast.so", "", "libfast.so", "", {}, {}});
  EXPECT_EQ(code_origins(code.files)[1], CodeOrigin::preloaded);
  EXPECT_EQ(only(code), "libfast.so: /usr/lib/libfast.so, preloaded; ");
}

TEST(CodeOrigin, FindsAuditorsAndLoaders) {
  ProcessCode code = honest();
  code.unknown = {"/home/me/libaudit.so"};
  EXPECT_EQ(only(code), "libaudit.so: /home/me/libaudit.so, unknown to the program's loader; ");
  code = honest();
  code.started = "/usr/lib/ld.so";
  EXPECT_EQ(only(code), "executable: /usr/lib/ld.so, started with it; /home/me/isobar");
}

TEST(CodeOrigin, FindsALibraryBeforeThatOfTheSystem) {
  ProcessCode code = honest();
  code.files[2].path = "/home/me/false/libz.so.1";
  EXPECT_EQ(only(code), "libz.so.1: /home/me/false/libz.so.1; /usr/lib/libz.so.1.2");
  LibraryPlaces p = places();
  p.are_same = [](const std::string&, const std::string&) { return true; };
  EXPECT_EQ(only(code, p), "found 0") << "a copy is the same";
  code.files[2].path = "/apps/zlib/libz.so.1";
  EXPECT_EQ(only(code), "found 0") << "a module of the machine's, not the user's";
}

TEST(CodeOrigin, FindsALibraryBeforeThatOfRunpath) {
  ProcessCode code = honest();
  code.files[1].path = "/home/me/false/libmpi.so.40";
  const std::vector<ForeignCode> foreign = foreign_code(code, places());
  ASSERT_EQ(foreign.size(), 3u) << "with the plug-ins that nobody vouches for then";
  EXPECT_EQ(foreign[0].wanted, "/home/me/mpi/lib/libmpi.so.40.1");
}

TEST(CodeOrigin, TakesWhatTheExecutablesDirectoriesHave) {
  ProcessCode code =
      honest(); // libz of the user's MPI, which has no directories of its own (RPATH)
  code.files[0].needed = {"libmpi.so.40"};
  code.files[1].needed = {"libz.so.1", "libc.so.6"};
  code.files[2].path = "/home/me/mpi/lib/libz.so.1";
  LibraryPlaces p = places();
  const auto before = p.real_path;
  p.real_path = [before](const std::string& path) {
    return path == "/home/me/mpi/lib/libz.so.1" ? path : before(path);
  };
  EXPECT_EQ(only(code, p), "found 0");
  code.files[0].search = {"/elsewhere"};
  code.files[2].search = {"/home/me/mpi/lib"};
  EXPECT_NE(only(code, p), "found 0") << "it does not vouch for itself";
}

TEST(CodeOrigin, TakesALibraryThatIsNowhereElse) {
  ProcessCode code = honest();
  code.files[0].search.clear(); // the system has no MPI: the environment has to say where it is
  EXPECT_EQ(only(code), "found 0");
}

TEST(CodeOrigin, FindsPlugInsFromElsewhere) {
  ProcessCode code = honest();
  code.files.push_back({"/home/me/tool/libtool.so", "", "libtool.so", "", {}, {}});
  EXPECT_EQ(only(code), "libtool.so: /home/me/tool/libtool.so, loaded by running code from a place "
                        "of the user; ");
  code.files.back().path = "/usr/lib/libcuda.so.1";
  EXPECT_EQ(only(code), "found 0");
  code.files.back().path = "/home/me/mpi/lib2/libtool.so";
  EXPECT_NE(only(code), "found 0") << "beside the directory, not below it";
}

} // namespace
} // namespace isobar

// Heads of NumPy files, as NumPy may write them and as it would not read them.
#include "input/input_file.hpp"
#include "input/npy_header.hpp"

#include <gtest/gtest.h>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace isobar;

const npy::Shape shape = {7, 13, 5};
constexpr Int64 numbers = Int64(7) * 13 * 5 * 8;

std::string head(const std::string& dictionary, char version = 1, char minor = 0) {
  std::string text = std::string("\x93NUMPY") + version + minor;
  text += char(dictionary.size() % 256);
  text += char(dictionary.size() / 256);
  if (version > 1) text += std::string(2, '\0');
  return text + dictionary;
}

/// The result for a file with that head and with as many numbers as it should have.
std::string found(const std::string& start, const npy::Shape& expected = shape) {
  const npy::Head result = npy::parse_head(start, Int64(start.size()) + numbers, expected);
  EXPECT_EQ(result.data_offset, result.problem.empty() ? Int64(start.size()) : 0);
  return result.problem.substr(0, result.problem.find("; expected a NumPy file"));
}

std::string with_shape(const std::string& tuple) {
  return head("{'descr': '<f8', 'fortran_order': False, 'shape': " + tuple + ", }\n");
}

TEST(NpyHeader, ReadsTheSpellingsOfNumPy) {
  EXPECT_EQ(found(npy::header(shape)), "");
  for (const char version : {1, 2, 3})
    for (const char* dictionary :
         {"{'descr': '<f8', 'fortran_order': False, 'shape': (7, 13, 5), }        \n",
          "{'descr': '<f8', 'fortran_order': False, 'shape': (7, 13, 5)}",
          "{\"shape\": ( 7,13 ,5,), 'fortran_order':False ,\t\"descr\":\"<f8\"}\n",
          "{ 'fortran_order' : False, 'descr' : '<f8',\n'shape' : (7, 13, 5) , } \n"})
      EXPECT_EQ(found(head(dictionary, version)), "") << int(version) << dictionary;
  const std::string python2 = "{'descr': '<f8', 'fortran_order': False, 'shape': (7L, 13L, 5L), }";
  EXPECT_EQ(found(head(python2)), "");
  EXPECT_EQ(found(head(python2, 2)), "");
  EXPECT_EQ(found(head(python2, 3)), "has shape (7L, 13L, 5L)");
}

TEST(NpyHeader, RefusesOtherShapes) {
  for (const std::string& tuple : std::vector<std::string>{"(7, 13)",
                                                           "(7,)",
                                                           "()",
                                                           "7",
                                                           "(13, 7, 5)",
                                                           "(7, 13, 5, 1)",
                                                           "(07, 13, 5)",
                                                           "(7, 13, 5,,)",
                                                           "(7, 1 3, 5)",
                                                           "(7, 13, -5)",
                                                           "(7, 13, 5.0)",
                                                           "(7, 13, 5l)",
                                                           "(7, 13, 5 L)",
                                                           "(7, 13, 5LL)",
                                                           "[7, 13, 5]",
                                                           "(7 13 5)",
                                                           "(7, 13, 55)",
                                                           "(7, 13, (5))",
                                                           "'(7, 13, 5)'",
                                                           "7, 13, 5",
                                                           "(7, 13, 5)(7, 13, 5)",
                                                           "(7, 13, 5) or 1"}) {
    const std::string error = found(with_shape(tuple));
    // A tuple without brackets is the end of the entry and then of all sense.
    EXPECT_EQ(error,
              tuple == "7, 13, 5" ? "has a broken header (no dictionary)" : "has shape " + tuple);
  }
}

TEST(NpyHeader, RefusesOtherTypesAndOrders) {
  const auto with = [](const std::string& type, const std::string& order) {
    return found(
        head("{'descr': " + type + ", 'fortran_order': " + order + ", 'shape': (7, 13, 5), }\n"));
  };
  for (const std::string& type :
       std::vector<std::string>{"'<f4'", "'>f8'", "'f8'", "'<f8 '", "u'<f8'", "'<f8\"",
                                "[('a', '<f8'), ('b,}', '<i4', (2,))]", "('<f8', (3,))", "float",
                                "{'names': ['a', 'b']}"}) {
    const std::string error = with(type, "False");
    EXPECT_EQ(error,
              type == "'<f8\"" ? "has a broken header (no dictionary)" : "has dtype " + type);
  }
  EXPECT_EQ(with("'<f8'", "True"), "is in Fortran order");
  for (const std::string& order :
       std::vector<std::string>{"0", "false", "'False'", "Falsely", "False or 1"})
    EXPECT_EQ(with("'<f8'", order), "has fortran_order " + order);
}

TEST(NpyHeader, RefusesMalformedDictionaries) {
  const std::string entries = "'descr': '<f8', 'fortran_order': False, 'shape': (7, 13, 5)";
  EXPECT_EQ(found(head("{'fortran_order': False, 'shape': (7, 13, 5)}")), "has dtype (missing)");
  EXPECT_EQ(found(head("{'descr': '<f8', 'fortran_order': False}")), "has shape (missing)");
  EXPECT_EQ(found(head("{}")), "has dtype (missing)");
  EXPECT_EQ(found(head("{" + entries + ", 'descr': '<f8'}")),
            "has a broken header (descr stands twice)");
  EXPECT_EQ(found(head("{" + entries + ", 'order': 'C'}")),
            "has a broken header (unknown key 'order')");
  EXPECT_EQ(found(head("{" + entries + "} + {}")),
            "has a broken header (text behind the dictionary)");
  for (const std::string& text : std::vector<std::string>{
           std::string(), entries, " {" + entries + "}", "{" + entries, "{," + entries + "}",
           "{" + entries + ",,}", "[" + entries + "]", std::string("{descr: '<f8'}"),
           std::string("{'descr' '<f8'}"), std::string("{'descr': }"), std::string("{'descr"),
           "{'x': '" + entries + "}", "# {" + entries + "}"})
    EXPECT_EQ(found(head(text)), "has a broken header (no dictionary)") << text;
  // A text that only looks like the entries.
  EXPECT_EQ(found(head("{'comment': \"" + entries + "\"}")),
            "has a broken header (unknown key 'comment')");
}

TEST(NpyHeader, ChecksVersionAndLength) {
  const std::string dictionary =
      "{'descr': '<f8', 'fortran_order': False, 'shape': (7, 13, 5), }\n";
  EXPECT_EQ(found(head(dictionary, 0)), "has NumPy format 0");
  EXPECT_EQ(found(head(dictionary, 4)), "has NumPy format 4");
  EXPECT_EQ(found(head(dictionary, 1, 1)), "has NumPy format 1.1");
  std::string longest = dictionary;
  longest.insert(longest.size() - 1, 10'000 - longest.size(), ' ');
  EXPECT_EQ(found(head(longest)), "");
  EXPECT_EQ(found(head(" " + longest)), "has a broken header");
  for (std::size_t size = 0; size < 10; ++size)
    EXPECT_EQ(found(head(dictionary).substr(0, size)), "is no NumPy file");
  for (std::size_t size = 10; size < head(dictionary, 2).size(); ++size)
    EXPECT_EQ(found(head(dictionary, 2).substr(0, size)), "is truncated within its header");
  EXPECT_EQ(found(std::string("\x93NUMPY\2\0\xff\xff\xff\xff{", 13)), "has a broken header");
}

TEST(NpyHeader, RefusesMoreNumbersThanSixtyFourBitsCount) {
  constexpr Int64 many = Int64(1) << 40;
  const std::string tuple = npy::to_string({many, many, 1});
  EXPECT_EQ(found(with_shape(tuple), {many, many, 1}), "has more numbers than 64 bits count");
  constexpr Int64 most = std::numeric_limits<Int64>::max() / 8;
  EXPECT_EQ(found(with_shape(npy::to_string({most, 1, 1})), {most, 1, 1}),
            "has more numbers than 64 bits count");
}

TEST(NpyHeader, ErrorsAreOneLine) {
  const std::string error = found(head("{'descr': '\x1b[2J\xff', 'fortran_order': False}"));
  EXPECT_EQ(error, "has dtype '\\x1b[2J\\xff'");
  EXPECT_LT(found(head("{'" + std::string(9'000, 'x') + "': 1}")).size(), 200u);
}

/// A pipe has no writer and a device no end: opening or reading them would not return.
TEST(InputFile, ReadsOnlyRegularFiles) {
  const std::string pipe = testing::TempDir() + "isobar-pipe-" + std::to_string(getpid());
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(read_input_file(pipe, 10).problem, "Is a pipe, not a regular file");
  unlink(pipe.c_str());
  EXPECT_EQ(read_input_file("/dev/zero", 10).problem, "Is a device, not a regular file");
  EXPECT_EQ(read_input_file("/", 10).problem, "Is a directory, not a regular file");
  EXPECT_EQ(read_input_file(pipe, 10).problem, "No such file or directory");
  const InputFile self = read_input_file("/proc/self/exe", 4);
  EXPECT_EQ(self.problem, "");
  EXPECT_EQ(self.text, "\x7f"
                       "ELF");
  EXPECT_GT(self.size, 4u);
}

} // namespace

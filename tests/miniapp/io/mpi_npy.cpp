// NumPy files on any number of ranks: round trips, large offsets, and every error on all ranks.
#include "input/npy_header.hpp"
#include "io/npy.hpp"
#include "support_directory.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <isobar/comm/topology/decomposition.hpp>
#include <numeric>

namespace {

using namespace isobar;

constexpr int nx = 13, ny = 7, nz = 5;

class Npy : public testing::Test {
protected:
  /// Rank 0 writes, when all are done with what was there, and the others wait until it has.
  void write_file(const std::string& bytes) {
    check_mpi(MPI_Barrier(world.get()), "MPI_Barrier");
    if (world.rank() == 0) std::ofstream(path, std::ios::binary) << bytes;
    check_mpi(MPI_Barrier(world.get()), "MPI_Barrier");
  }
  std::string read_error() {
    try {
      read_npy(path, world, part, field);
    } catch (const InputError& e) {
      return e.what();
    }
    return "(no error)";
  }
  void expect_error(const std::string& bytes, const std::string& found) {
    write_file(bytes);
    EXPECT_EQ(read_error(), path + ": " + found +
                                "; expected a NumPy file with dtype '<f8', C order and shape "
                                "(ny, nx, nz) = (7, 13, 5)");
  }

  const MpiComm world{MPI_COMM_WORLD};
  const SharedDirectory directory{world};
  const std::string path = directory.file("f.npy");
  /// Cut in both directions wherever the number of ranks allows it.
  const int px = world.size() % 2 == 0 ? 2 : 1;
  const Partition part =
      Decomposition({nx, ny, 1, world.size(), ProcessGrid{px, world.size() / px}}, world.rank())
          .partition();
  const HostField field{"field", std::size_t(part.ny), std::size_t(part.nx), nz};
};

/// Head of a file whose dictionary is `dictionary`.
std::string head(const std::string& dictionary, char version = 1) {
  std::string text = std::string("\x93NUMPY") + version + '\0' + char(dictionary.size()) + '\0';
  if (version > 1) text += std::string(2, '\0');
  return text + dictionary;
}

std::string file_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// All numbers of the global array in file order, 0, 1, 2, ...
std::string global_bytes() {
  std::vector<double> numbers(std::size_t(nx) * ny * nz);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
}
double global_index(const Partition& p, int i, int j, int k) {
  return ((p.first_j + j) * nx + p.first_i + i) * nz + k;
}

TEST_F(Npy, ReadsEachRanksPart) {
  write_file(npy::header({ny, nx, nz}) + global_bytes());
  Kokkos::deep_copy(field, -1.0);
  read_npy(path, world, part, field);
  int wrong = 0; // no ASSERT: a rank that leaves a test early lets the others wait
  for (int j = 0; j < part.ny; ++j)
    for (int i = 0; i < part.nx; ++i)
      for (int k = 0; k < nz; ++k) wrong += field(j, i, k) != global_index(part, i, j, k);
  EXPECT_EQ(wrong, 0);
}

TEST_F(Npy, WritesWhatNumPyWrites) {
  for (int j = 0; j < part.ny; ++j)
    for (int i = 0; i < part.nx; ++i)
      for (int k = 0; k < nz; ++k) field(j, i, k) = global_index(part, i, j, k);
  write_file(std::string(100000, 'x')); // longer than what comes
  StagedFile staged = stage_npy(path, world, part, field);
  EXPECT_EQ(file_bytes(path), std::string(100000, 'x')) << "the old file stands until the rename";
  check_mpi(MPI_Barrier(world.get()), "MPI_Barrier");
  if (world.rank() == 0) staged.file.commit();
  check_mpi(MPI_Barrier(world.get()), "MPI_Barrier");
  // numpy.save writes this for the array.
  std::string expected = head("{'descr': '<f8', 'fortran_order': False, 'shape': (7, 13, 5), }");
  expected.resize(127, ' ');
  expected[8] = 118;
  expected += '\n' + global_bytes();
  EXPECT_EQ(file_bytes(path), expected);
  Checksum whole;
  whole.add(expected.data(), Int64(expected.size()));
  if (world.rank() == 0) {
    EXPECT_EQ(staged.checksum, whole);
  }
}

TEST_F(Npy, LeavesNothingBehindThatWasNotCommitted) {
  write_file("old");
  { const StagedFile staged = stage_npy(path, world, part, field); }
  check_mpi(MPI_Barrier(world.get()), "MPI_Barrier");
  EXPECT_EQ(file_bytes(path), "old");
  const auto directory_of_path = std::filesystem::path(path).parent_path();
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory_of_path), {}), 1);
}

TEST_F(Npy, ReadsWhatOthersWrite) {
  const std::string other = "{\"shape\": ( 7,13 ,5), 'fortran_order':False, \"descr\": \"<f8\"}\n";
  for (const char version : {'\1', '\2', '\3'}) {
    write_file(head(other, version) + global_bytes());
    read_npy(path, world, part, field);
    EXPECT_EQ(field(0, 0, 1), global_index(part, 0, 0, 1));
  }
}

/// 12 GB with holes: the numbers read lie beyond what 32 bits can count, in bytes and in numbers.
TEST_F(Npy, OffsetsAreCountedInSixtyFourBits) {
  const int columns = 1000, rows = 1500, levels = 1000;
  const Int64 numbers = Int64(rows) * columns * levels;
  const std::string start = npy::header({rows, columns, levels});
  write_file(start);
  std::error_code refused;
  if (world.rank() == 0) {
    std::filesystem::resize_file(path, start.size() + std::uintmax_t(numbers) * 8, refused);
    if (!refused) {
      std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
      const double last = 42.0;
      file.seekp(-8, std::ios::end).write(reinterpret_cast<const char*>(&last), 8);
    }
  }
  if (world.min(refused ? 0 : 1) == 0) GTEST_SKIP() << "no sparse files here";
  // The last columns of the last row, some for each rank.
  const int first = columns - 2 * world.size() + 2 * world.rank();
  const Partition corner{columns, rows, first, rows - 1, 2, 1};
  const HostField values("values", 1, 2, levels);
  read_npy(path, world, corner, values);
  EXPECT_EQ(values(0, 1, levels - 1), world.rank() + 1 == world.size() ? 42.0 : 0.0);
  EXPECT_EQ(values(0, 1, levels - 2), 0.0);
}

TEST_F(Npy, MissingFile) {
  EXPECT_EQ(read_error(), path + ": cannot be read: No such file or directory; expected a NumPy "
                                 "file with dtype '<f8', C order and shape (ny, nx, nz) = (7, 13, "
                                 "5)");
}

TEST_F(Npy, BrokenHeads) {
  expect_error("", "is no NumPy file");
  expect_error("a,b\n1,2\n3,4\n5,6\n", "is no NumPy file");
  expect_error(head("{}", '\7'), "has NumPy format 7");
  expect_error(npy::header({ny, nx, nz}).substr(0, 60), "is truncated within its header");
  expect_error(std::string("\x93NUMPY\1\0\xff\xff", 10), "has a broken header");
}

TEST_F(Npy, WrongContents) {
  const auto with = [](const char* type, const char* fortran, const char* shape) {
    return head(std::string("{'descr': ") + type + ", 'fortran_order': " + fortran +
                ", 'shape': " + shape + ", }\n") +
           global_bytes();
  };
  expect_error(with("'<f4'", "False", "(7, 13, 5)"), "has dtype '<f4'");
  expect_error(with("'>f8'", "False", "(7, 13, 5)"), "has dtype '>f8'");
  expect_error(with("[('a', '<f8')]", "False", "(7, 13, 5)"), "has dtype [('a', '<f8')]");
  expect_error(with("'<f8'", "True", "(7, 13, 5)"), "is in Fortran order");
  expect_error(with("'<f8'", "False", "(13, 7, 5)"), "has shape (13, 7, 5)");
  expect_error(with("'<f8'", "False", "(7, 13)"), "has shape (7, 13)");
  expect_error(with("'<f8'", "False", "(7, 13, 5, 1)"), "has shape (7, 13, 5, 1)");
  expect_error(head("{'descr': '<f8', 'shape': (7, 13, 5)}"), "has fortran_order (missing)");
}

TEST_F(Npy, WrongLength) {
  const std::string whole = npy::header({ny, nx, nz}) + global_bytes();
  expect_error(whole.substr(0, whole.size() - 1), "is truncated (3767 bytes instead of 3768)");
  expect_error(whole + "x", "is too long (3769 bytes instead of 3768)");
}

TEST_F(Npy, SaysOnAllRanksThatItCannotWrite) {
  try {
    stage_npy("/nowhere/f.npy", world, part, field);
    FAIL() << "no error";
  } catch (const FileError& e) {
    EXPECT_STREQ(e.what(), "/nowhere/f.npy: cannot write it: No such file or directory");
  }
}

} // namespace

// NetCDF files on any number of ranks: where the numbers lie, and every error on all ranks. cli_netcdf.py reads
// them with another library.
#include "io/netcdf.hpp"
#include "support_directory.hpp"

#include <bit>
#include <cstdint>
#include <fstream>
#include <gtest/gtest.h>

namespace {

using namespace isobar;

/// The numbers 0, 1, 2 ... of a variable with layers of `global_rows` rows, distributed over the ranks by rows, the last rank
/// the most.
netcdf::Numbers indices(const MpiComm& comm, Int64 layers, Int64 global_rows, Int64 length) {
  const Int64 each = global_rows / comm.size(), first = each * comm.rank();
  const Int64 rows = comm.rank() + 1 == comm.size() ? global_rows - first : each;
  return {layers, global_rows, length, first, rows, 0, length, [=](Int64 k, Int64 j, double* row) {
            for (Int64 i = 0; i < length; ++i)
              row[i] = double((k * global_rows + first + j) * length + i);
          }};
}

class NetCdf : public testing::Test {
protected:
  void SetUp() override {
    if (!netcdf::what_is_missing().empty()) GTEST_SKIP() << netcdf::what_is_missing();
  }
  std::string error_of(const std::string& path, const netcdf::Contents& contents) {
    try {
      netcdf::stage(path, world, contents, {indices(world, 1, 7, 3)});
    } catch (const FileError& e) {
      return e.what();
    }
    return "(no error)";
  }

  const MpiComm world{MPI_COMM_WORLD};
  const SharedDirectory directory{world};
  const netcdf::Contents small{{{"y", 7}, {"x", 3}}, {{"u", {"y", "x"}, {}}}, {}};
};

/// Big endian, as XDR has it.
double number_at(const std::string& bytes, std::size_t place) {
  std::uint64_t bits = 0;
  for (std::size_t b = 0; b < 8; ++b) bits = bits << 8 | (unsigned char)bytes[place + b];
  return std::bit_cast<double>(bits);
}

TEST_F(NetCdf, NumbersFollowTheHead) {
  const netcdf::Contents contents{
      {{"z", 5}, {"y", 13}, {"x", 3}},
      {{"v", {"y", "x"}, {}}, {"u", {"z", "y", "x"}, {{"units", "1"}, {"factor", 0.5}}}},
      {{"title", "numbers"}}};
  const std::string path = directory.file("u.nc");
  StagedFile staged =
      netcdf::stage(path, world, contents, {indices(world, 1, 13, 3), indices(world, 5, 13, 3)});
  if (world.rank() != 0) return;
  staged.file.commit();
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(bytes.substr(0, 4), std::string("CDF\5"));
  const std::size_t u = bytes.size() - 5 * 13 * 3 * 8, v = u - 13 * 3 * 8;
  for (std::size_t n = 0; n < 13 * 3; ++n) ASSERT_EQ(number_at(bytes, v + 8 * n), double(n));
  for (std::size_t n = 0; n < 5 * 13 * 3; ++n) ASSERT_EQ(number_at(bytes, u + 8 * n), double(n));
  Checksum whole;
  whole.add(bytes.data(), Int64(bytes.size()));
  EXPECT_EQ(staged.checksum, whole);
}

TEST_F(NetCdf, PlacesAreCountedInSixtyFourBits) {
  const Int64 n = 4096;
  const netcdf::Layout layout =
      netcdf::lay_out({{{"z", n}, {"y", n}, {"x", n}},
                       {{"f", {"z", "y", "x"}, {}}, {"u", {"z", "y", "x"}, {}}},
                       {}},
                      "u.nc");
  ASSERT_EQ(layout.begins.size(), 2U);
  EXPECT_GE(layout.begins[0], Int64(layout.head.size()));
  EXPECT_EQ(layout.begins[1] - layout.begins[0], n * n * n * 8);
  EXPECT_EQ(layout.bytes - layout.begins[1], n * n * n * 8);
}

TEST_F(NetCdf, SaysOnAllRanksThatItCannotWrite) {
  EXPECT_EQ(error_of("/nowhere/u.nc", small),
            "/nowhere/u.nc: cannot write it: No such file or directory");
}

TEST_F(NetCdf, SaysOnAllRanksWhatPnetCdfRefuses) {
  netcdf::Contents twice = small;
  twice.dimensions[1].name = "y";
  EXPECT_EQ(error_of(directory.file("u.nc"), twice),
            directory.file("u.nc") +
                ": cannot write it: ncmpi_def_dim failed: NetCDF: String match "
                "to name in use");
}

} // namespace

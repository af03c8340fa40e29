// The texts that distinguish files without a comparison of their bytes.
#include "io/file_fingerprint.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace isobar {
namespace {

class FileFingerprint : public testing::Test {
protected:
  ~FileFingerprint() override { std::remove(path_.c_str()); }
  std::string of(const std::string& bytes, FileShare share) const {
    std::ofstream(path_, std::ios::binary) << bytes;
    return file_fingerprint(path_, share);
  }
  std::string path_ =
      (std::filesystem::temp_directory_path() / ("isobar-fingerprint-" + std::to_string(getpid())))
          .string();
};

TEST_F(FileFingerprint, HasLengthAndChecksum) {
  // As zlib.crc32(b"123456789") gives it.
  EXPECT_EQ(of("123456789", FileShare::whole), "9 bytes, CRC-32 cbf43926");
  EXPECT_EQ(of("123456789", FileShare::sample), "9 bytes, CRC-32 cbf43926");
  EXPECT_EQ(of("", FileShare::whole), "0 bytes, CRC-32 00000000");
}

TEST_F(FileFingerprint, OfTheWholeSeesEveryByte) {
  std::string bytes(3000000, 'a');
  const std::string before = of(bytes, FileShare::whole);
  for (const std::size_t at : {0, 16384, 1234567, 2999999}) {
    bytes[at] ^= 1;
    EXPECT_NE(of(bytes, FileShare::whole), before) << at;
    bytes[at] ^= 1;
  }
  EXPECT_EQ(of(bytes, FileShare::whole), before);
}

/// All of what is small; of more its beginning, its end, its length.
TEST_F(FileFingerprint, OfASampleSeesBothEnds) {
  for (const std::size_t length : {1000000U, 5000001U}) {
    std::string bytes(length, 'a');
    const std::string before = of(bytes, FileShare::sample);
    EXPECT_EQ(before.find("of a sample") != before.npos, length > 2000000) << before;
    for (const std::size_t at : {std::size_t(0), length - 1}) {
      bytes[at] ^= 1;
      EXPECT_NE(of(bytes, FileShare::sample), before) << at;
      bytes[at] ^= 1;
    }
    EXPECT_NE(of(bytes + "a", FileShare::sample), before);
  }
}

TEST_F(FileFingerprint, SaysWhyThereIsNone) {
  EXPECT_EQ(file_fingerprint("/nowhere/f.npy", FileShare::whole), "No such file or directory");
  EXPECT_EQ(file_fingerprint("/", FileShare::sample), "Is a directory, not a regular file");
  EXPECT_EQ(file_fingerprint("/dev/zero", FileShare::sample), "Is a device, not a regular file");
}

} // namespace
} // namespace isobar

#include "io/file_fingerprint.hpp"

#include "input/input_file.hpp"
#include "io/checksum.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <vector>

namespace isobar {
namespace {

constexpr Int64 piece_bytes = Int64(1) << 14;
constexpr Int64 most_pieces = 64;

/// The distance between the beginnings of the pieces that are read from a file of `bytes` bytes.
Int64 stride_of(Int64 bytes, FileShare share) {
  const Int64 pieces = (bytes + piece_bytes - 1) / piece_bytes;
  if (share == FileShare::whole || pieces <= most_pieces) return piece_bytes;
  return (pieces + most_pieces - 1) / most_pieces * piece_bytes;
}

/// Adds the bytes of the file from `first` on, at most a piece.
/// Returns why they cannot be read, or "".
std::string add_piece(int file, Int64 first, std::vector<char>& buffer, Checksum& sum) {
  ssize_t count = 0;
  do count = pread(file, buffer.data(), buffer.size(), off_t(first));
  while (count < 0 && errno == EINTR);
  if (count < 0) return std::strerror(errno);
  sum.add(buffer.data(), count);
  return {};
}

} // namespace

std::string file_fingerprint(const std::string& path, FileShare share) {
  const InputFile found = read_input_file(path, 0);
  if (!found.problem.empty()) return found.problem;
  const int file = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (file < 0) return std::strerror(errno);
  const auto bytes = Int64(found.size);
  const Int64 stride = stride_of(bytes, share);
  std::vector<char> buffer(std::size_t(piece_bytes), '\0');
  Checksum sum;
  std::string problem;
  for (Int64 at = 0; at < bytes && problem.empty(); at += stride)
    problem = add_piece(file, at, buffer, sum);
  if (stride > piece_bytes && problem.empty())
    problem = add_piece(file, bytes - piece_bytes, buffer, sum); // the end
  close(file);
  if (!problem.empty()) return problem;
  return fmt::format("{} bytes, CRC-32 {}{:08x}", bytes, stride > piece_bytes ? "of a sample " : "",
                     sum.crc);
}

} // namespace isobar

#include "npy_header.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <regex>

namespace isobar::npy {
namespace {

constexpr char magic[] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};
constexpr std::size_t alignment = 64;
/// A dictionary of three entries is short; what claims to be longer is no such file.
constexpr std::size_t longest_dictionary = 10'000;

/// What is wrong, or the dictionary's text and the file position behind it.
struct Dictionary {
  std::string text, problem;
  Count end = 0;
};

Dictionary read_dictionary(std::istream& file) {
  unsigned char start[12] = {};
  file.read(reinterpret_cast<char*>(start), 10);
  if (!file || std::memcmp(start, magic, sizeof magic) != 0) return {{}, "is no NumPy file", 0};
  const int version = start[6];
  if (version < 1 || version > 3) return {{}, fmt::format("has NumPy format {}", version), 0};
  std::size_t length = start[8] + 256u * start[9];
  Count position = 10;
  if (version > 1) { // four bytes for the length instead of two
    file.read(reinterpret_cast<char*>(start) + 10, 2);
    length += 65536u * start[10] + 16777216u * std::size_t(start[11]);
    position = 12;
  }
  if (length > longest_dictionary) return {{}, "has a broken header", 0};
  std::string text(length, ' ');
  file.read(text.data(), std::streamsize(length));
  if (!file) return {{}, "is truncated within its header", 0};
  return {text, "", position + Count(length)};
}

/// The value of one entry of the dictionary, up to the next entry.
std::string entry(const std::string& dictionary, const std::string& key) {
  const std::regex pattern("['\"]" + key + R"(['"]\s*:\s*('[^']*'|"[^"]*"|\([^)]*\)|\[.*\]|\w+))");
  std::smatch match;
  return std::regex_search(dictionary, match, pattern) ? match[1].str() : "(missing)";
}

/// What the dictionary says that it should not, or nothing.
std::string mismatch(const std::string& dictionary, const Shape& shape) {
  const std::string type = entry(dictionary, "descr");
  if (type != "'<f8'" && type != "\"<f8\"") return "has dtype " + type;
  const std::string fortran = entry(dictionary, "fortran_order");
  if (fortran != "False")
    return fortran == "True" ? "is in Fortran order" : "has fortran_order " + fortran;
  const std::string given = entry(dictionary, "shape");
  const std::regex three(R"(\(\s*(\d+)[lL]?\s*,\s*(\d+)[lL]?\s*,\s*(\d+)[lL]?\s*,?\s*\))");
  std::smatch numbers;
  if (!std::regex_match(given, numbers, three)) return "has shape " + given;
  for (std::size_t d = 0; d < 3; ++d)
    if (numbers[d + 1].str() != std::to_string(shape[d])) return "has shape " + given;
  return {};
}

} // namespace

std::string to_string(const Shape& shape) {
  return fmt::format("({}, {}, {})", shape[0], shape[1], shape[2]);
}

std::string header(const Shape& shape) {
  std::string text =
      "{'descr': '<f8', 'fortran_order': False, 'shape': " + to_string(shape) + ", }";
  const std::size_t before = sizeof magic + 4, used = before + text.size() + 1;
  text += std::string((alignment - used % alignment) % alignment, ' ') + '\n';
  std::string head(magic, sizeof magic);
  head += {'\1', '\0', char(text.size() % 256), char(text.size() / 256)};
  return head + text;
}

Head read_head(const std::string& path, const Shape& shape) {
  const std::string expected =
      "; expected a NumPy file with dtype '<f8', C order and shape (ny, nx, nz) = " +
      to_string(shape);
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  if (error || !file)
    return {0, "cannot be read: " + (error ? error.message() : std::strerror(errno)) + expected};
  const Dictionary dictionary = read_dictionary(file);
  std::string problem = dictionary.problem;
  if (problem.empty()) problem = mismatch(dictionary.text, shape);
  const Count bytes = dictionary.end + shape[0] * shape[1] * shape[2] * Count(sizeof(double));
  if (problem.empty() && Count(size) != bytes)
    problem = fmt::format("{} ({} bytes instead of {})",
                          Count(size) < bytes ? "is truncated" : "is too long", size, bytes);
  if (!problem.empty()) problem += expected;
  return {dictionary.end, problem};
}

} // namespace isobar::npy

#include "npy_header.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

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
  std::size_t length = start[8] + std::size_t(256) * start[9];
  Count position = 10;
  if (version > 1) { // four bytes for the length instead of two
    file.read(reinterpret_cast<char*>(start) + 10, 2);
    length += std::size_t(65536) * start[10] + 16777216u * std::size_t(start[11]);
    position = 12;
  }
  if (length > longest_dictionary) return {{}, "has a broken header", 0};
  std::string text(length, ' ');
  file.read(text.data(), std::streamsize(length));
  if (!file) return {{}, "is truncated within its header", 0};
  return {text, "", position + Count(length)};
}

/// The value of one entry of the dictionary as it stands there.
std::string entry(const std::string& dictionary, const std::string& key) {
  std::size_t at = dictionary.find("'" + key + "'");
  if (at == std::string::npos) at = dictionary.find('"' + key + '"');
  if (at != std::string::npos) at = dictionary.find_first_not_of(" :", at + key.size() + 2);
  if (at == std::string::npos) return "(missing)";
  std::size_t end = dictionary.find_first_of(",}", at);
  if (dictionary[at] == '(') end = dictionary.find(')', at) + 1;
  if (dictionary[at] == '[') end = dictionary.rfind(']') + 1; // a list of fields, in brackets too
  return dictionary.substr(at, end < at ? std::string::npos : end - at);
}

/// What the dictionary says that it should not, or nothing.
std::string mismatch(const std::string& dictionary, const Shape& shape) {
  const std::string type = entry(dictionary, "descr");
  if (type != "'<f8'" && type != "\"<f8\"") return "has dtype " + type;
  const std::string fortran = entry(dictionary, "fortran_order");
  if (fortran != "False")
    return fortran == "True" ? "is in Fortran order" : "has fortran_order " + fortran;
  const std::string given = entry(dictionary, "shape");
  std::string numbers; // Python may write spaces, a last comma, and an L behind long integers
  for (const char c : given)
    if (c != ' ' && c != 'L') numbers += c;
  const std::string expected = fmt::format("({},{},{}", shape[0], shape[1], shape[2]);
  if (numbers != expected + ")" && numbers != expected + ",)") return "has shape " + given;
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

#include "input/npy_header.hpp"

#include "input/input_file.hpp"
#include "input/npy_dictionary.hpp"
#include "input/plain_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace isobar::npy {
namespace {

constexpr char magic[] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};
constexpr std::size_t alignment = 64;

/// The place of the dictionary in a file, or the fault.
struct Place {
  std::size_t begin = 0, length = 0;
  int version = 0;
  std::string problem = {};
};

Place find_dictionary(std::string_view start) {
  const auto byte = [&](std::size_t i) { return std::size_t((unsigned char)start[i]); };
  const std::string_view sign(magic, sizeof magic);
  if (start.size() < 10 || start.substr(0, sign.size()) != sign)
    return {0, 0, 0, "is no NumPy file"};
  const int version = int(byte(6)), minor = int(byte(7));
  if (version < 1 || version > 3 || minor != 0)
    return {0, 0, 0,
            minor == 0 ? fmt::format("has NumPy format {}", version)
                       : fmt::format("has NumPy format {}.{}", version, minor)};
  Place place{10, byte(8) + 256 * byte(9), version};
  if (version > 1) { // four bytes for the length instead of two
    if (start.size() < 12) return {0, 0, 0, "is truncated within its header"};
    place = {12, place.length + 65536 * byte(10) + 16777216 * byte(11), version};
  }
  if (place.length > longest_dictionary) return {0, 0, 0, "has a broken header"};
  if (place.begin + place.length > start.size()) return {0, 0, 0, "is truncated within its header"};
  return place;
}

/// Describes an entry of the dictionary that is wrong; empty if there is none.
std::string mismatch(std::string_view text, int version, const Shape& shape) {
  const Dictionary found = parse_dictionary(text);
  if (!found.problem.empty()) return found.problem;
  const auto shown = [](const std::string& value) {
    return value.empty() ? "(missing)" : brief(value);
  };
  if (found.descr != "'<f8'" && found.descr != "\"<f8\"") return "has dtype " + shown(found.descr);
  if (found.fortran_order == "True") return "is in Fortran order";
  if (found.fortran_order != "False") return "has fortran_order " + shown(found.fortran_order);
  std::vector<std::string> lengths;
  for (const Int64 n : shape) lengths.push_back(std::to_string(n));
  // Version 3 came with Python 3, which knows no L.
  return is_tuple(found.shape, lengths, version < 3) ? "" : "has shape " + shown(found.shape);
}

std::string expected(const Shape& shape) {
  const char* const names = shape.size() == 3   ? "(ny, nx, nz) = "
                            : shape.size() == 2 ? "(ny, nx) = "
                                                : "";
  return fmt::format("; expected a NumPy file with dtype '<f8', C order and shape {}{}", names,
                     to_string(shape));
}

/// The bytes of a whole file, or -1 if 64 bits cannot count them.
Int64 bytes_of(Int64 head, const Shape& shape) {
  constexpr Int64 most = std::numeric_limits<Int64>::max();
  Int64 numbers = 1;
  for (const Int64 n : shape) {
    if (n < 0 || (n > 0 && numbers > most / n)) return -1;
    numbers *= n;
  }
  return numbers > (most - head) / Int64(sizeof(double)) ? -1
                                                         : head + numbers * Int64(sizeof(double));
}

} // namespace

std::string to_string(const Shape& shape) {
  if (shape.size() == 1) return fmt::format("({},)", shape[0]);
  return fmt::format("({})", fmt::join(shape, ", "));
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

Head parse_head(std::string_view start, Int64 size, const Shape& shape) {
  const Place place = find_dictionary(start);
  const Int64 offset = Int64(place.begin + place.length), bytes = bytes_of(offset, shape);
  std::string problem = place.problem;
  if (problem.empty())
    problem = mismatch(start.substr(place.begin, place.length), place.version, shape);
  if (problem.empty() && bytes < 0) problem = "has more numbers than 64 bits count";
  if (problem.empty() && size != bytes)
    problem = fmt::format("{} ({} bytes instead of {})",
                          size < bytes ? "is truncated" : "is too long", size, bytes);
  if (problem.empty()) return {offset, {}};
  return {0, problem + expected(shape)};
}

Head read_head(const std::string& path, const Shape& shape) {
  const InputFile file = read_input_file(path, longest_head);
  if (file.problem.empty()) return parse_head(file.text, Int64(file.size), shape);
  return {0, "cannot be read: " + file.problem + expected(shape)};
}

} // namespace isobar::npy

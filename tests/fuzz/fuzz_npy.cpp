// Heads of NumPy files from arbitrary bytes. The first three bytes are the shape that is declared,
// the fourth says by how much the file's size differs from what that shape needs.
#include "fuzz_support.hpp"
#include "input/npy_header.hpp"
#include "input/plain_text.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace {

using namespace isobar;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }
bool is_name(char c) { return std::isalnum((unsigned char)c) != 0; }

/// The text without blanks, with one kind of quotes, without L behind numbers and without commas
/// before brackets. This is one spelling of all that Python takes for the same. Empty if blanks
/// part what would then be one word or stand within quotes.
std::string one_spelling(std::string_view text, bool long_suffix) {
  std::string plain;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_blank(c)) {
      const std::size_t next = text.find_first_not_of(" \t\n", i);
      if (quote != 0 || (next != text.npos && i > 0 && is_name(text[i - 1]) && is_name(text[next])))
        return {};
      continue;
    }
    if (c == 'L' && long_suffix && i > 0 && std::isdigit((unsigned char)text[i - 1])) continue;
    if (c == '\'' || c == '"') {
      if (quote != 0 && quote != c) return {};
      quote = quote == 0 ? c : 0;
      plain += '\'';
      continue;
    }
    if ((c == ')' || c == '}') && !plain.empty() && plain.back() == ',') plain.pop_back();
    plain += c;
  }
  return plain;
}

/// Whether numpy.lib.format reads that as float64, little endian, C order and this shape.
bool numpy_accepts(std::string_view start, const npy::Shape& shape, std::size_t end) {
  const auto version = int((unsigned char)start[6]);
  if (start.substr(0, 6) != "\x93NUMPY" || version < 1 || version > 3 || start[7] != 0)
    return false;
  const std::size_t begin = version == 1 ? 10 : 12;
  const std::string plain = one_spelling(start.substr(begin, end - begin), version < 3);
  std::vector<std::string> entries = {"'descr':'<f8'", "'fortran_order':False",
                                      "'shape':(" + std::to_string(shape[0]) + "," +
                                          std::to_string(shape[1]) + "," +
                                          std::to_string(shape[2]) + ")"};
  std::ranges::sort(entries);
  do {
    if (plain == "{" + entries[0] + "," + entries[1] + "," + entries[2] + "}") return true;
  } while (std::ranges::next_permutation(entries).found);
  return false;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { // NOLINT
  if (size < 4) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 4, size - 4);
  // Lengths of a few digits, and now and then more than 64 bits count.
  const auto length = [&](int i) { return data[i] == 255 ? INT64_MAX / 2 : Int64(data[i]); };
  const npy::Shape shape = {length(0), length(1), length(2)};
  const Int64 numbers = Int64(data[0]) * data[1] * data[2];
  const std::string_view start = bytes.substr(0, npy::longest_head);
  // The sizes that fit are those whose heads end within the bytes.
  const npy::Head guess = npy::parse_head(start, -1, shape);
  demand(!guess.problem.empty() && is_printable(guess.problem), "a line of text: " + guess.problem);
  for (const std::size_t end : {bytes.find('\n') + 1, bytes.find('}') + 1, bytes.size()}) {
    const Int64 whole = Int64(end) + 8 * numbers + Int64(data[3] & 1);
    const npy::Head head = npy::parse_head(start, whole, shape);
    if (!head.problem.empty()) continue;
    demand(head.data_offset + 8 * numbers == whole, "the numbers fill the rest of the file");
    demand(numpy_accepts(start, shape, std::size_t(head.data_offset)), "NumPy reads it too");
  }
  return 0;
}

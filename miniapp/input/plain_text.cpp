#include "input/plain_text.hpp"

#include <cstdint>
#include <fmt/format.h>

namespace isobar {
namespace {

/// A character and its length in bytes, which is 0 if the bytes are not UTF-8.
struct Character {
  std::uint32_t code = 0;
  std::size_t length = 0;
};

Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return std::uint32_t((unsigned char)text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) return {};
  std::uint32_t code = byte(0) & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3f);
  }
  const bool too_long = code < (length == 4 ? 0x10000U : length == 3 ? 0x800U : 0x80U);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return too_long || surrogate || code > 0x10ffff ? Character{} : Character{code, length};
}

/// Control characters, and characters that end a line or turn its direction.
bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

/// Returns the escape of a control character.
std::string written_out(std::uint32_t code) {
  if (code == '\n') return "\\n";
  if (code == '\r') return "\\r";
  if (code == '\t') return "\\t";
  return code < 0x80 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
}

} // namespace

std::string printable(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const Character c = first_of(text);
    if (c.length == 0) line += fmt::format("\\x{:02x}", (unsigned char)text[0]);
    else if (is_control(c.code)) line += written_out(c.code);
    else line += text.substr(0, c.length);
    text.remove_prefix(c.length == 0 ? 1 : c.length);
  }
  return line;
}

bool is_printable(std::string_view text) { return printable(text) == text; }

std::string brief(std::string_view text, std::size_t most) {
  // Every character needs at least as many bytes as the text has
  // for it, so the rest cannot fit into the line.
  std::string line = printable(text.substr(0, most + 4));
  if (text.size() <= most && line.size() <= most) return line;
  std::size_t end = most - 3;
  while (end > 0 && (line[end] & 0xc0) == 0x80) --end; // not within a character
  return line.substr(0, end) + "...";
}

} // namespace isobar

#pragma once
#include <string>
#include <string_view>

/// Makes foreign text fit for one line on a terminal and for a report in JSON.
namespace isobar {

/// Writes control characters, and bytes that are no UTF-8, as escapes: "a\nb"
/// with a backslash and an n, "\x1b", "\u2028". Plain text stays as it is.
std::string printable(std::string_view text);

/// Whether printable() returns the text unchanged.
bool is_printable(std::string_view text);

/// printable() text of at most `most` bytes; longer text is cut and ends with "...".
std::string brief(std::string_view text, std::size_t most = 80);

} // namespace isobar

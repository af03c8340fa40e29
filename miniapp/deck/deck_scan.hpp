#pragma once
#include <cstddef>
#include <string>
#include <string_view>

/// What is looked for in the text of a deck, or of one value, before the TOML reader sees it. That
/// reader recurses into keys and lists and would end without a word when the stack does; it takes
/// 1e-400 for 0; and some malformed headers, letters and dates are undefined behaviour in it (3.3).
namespace isobar::deck {

inline constexpr std::size_t most_bytes = std::size_t(1) << 20;
inline constexpr int most_key_parts = 8;       ///< a deck needs two, section.key
inline constexpr std::size_t most_nesting = 8; ///< of lists and inline tables; a deck needs one

/// What was found first and the line that it is in; nothing if `problem` is empty.
struct ScanResult {
  std::size_t line = 1;
  std::string problem = {}; ///< "key of more than 8 parts; expected section.key"
};

/// Comments and what stands in quotes count for nothing.
ScanResult scan(std::string_view toml);

} // namespace isobar::deck

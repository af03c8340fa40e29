#pragma once
#include <cstddef>
#include <string>
#include <string_view>

/// Checks the text of a deck, or of one value, before the TOML reader gets it. That reader
/// (3.3) recurses into keys and lists and overflows the stack if they are deep. It reads
/// 1e-400 as 0. Some malformed headers, letters and dates are undefined behaviour in it.
namespace isobar::deck {

inline constexpr std::size_t most_bytes = std::size_t(1) << 20;
inline constexpr int most_key_parts = 8;       ///< a deck needs two, section.key
inline constexpr std::size_t most_nesting = 8; ///< of lists and inline tables; a deck needs one

/// The first problem and its line; `problem` is empty if there is none.
struct ScanResult {
  std::size_t line = 1;
  std::string problem = {}; ///< "key of more than 8 parts; expected section.key"
};

/// Comments and text in quotes are not checked.
ScanResult scan(std::string_view toml);

} // namespace isobar::deck

#pragma once
#include <string>
#include <string_view>

namespace isobar {

/// SHA-256 (FIPS 180-4) of the bytes of a text, as 64 hexadecimal digits.
std::string sha256(std::string_view text);

} // namespace isobar

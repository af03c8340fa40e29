#pragma once
#include <isobar/core/base/types.hpp>

#include <cstdint>

namespace isobar {

/// CRC-32 of the bytes of a file, as gzip, zip and Python's zlib.crc32 compute it.
struct Checksum {
  std::uint32_t crc = 0;
  Int64 bytes = 0;

  /// The bytes that come next.
  void add(const void* data, Int64 count);
  /// The same from a checksum that was computed elsewhere, for example on another rank.
  void append(const Checksum& next);
  bool operator==(const Checksum&) const = default;
};

} // namespace isobar

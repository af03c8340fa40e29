#pragma once
#include <isobar/core/base/types.hpp>

#include <cstdint>

namespace isobar {

/// CRC-32 of the bytes of a file, as gzip, zip and Python's zlib.crc32 compute it.
struct Checksum {
  std::uint32_t crc = 0;
  Int64 bytes = 0;

  /// Adds the next bytes.
  void add(const void* data, Int64 count);
  /// Adds a piece of a file; `bytes_behind` counts the bytes of the
  /// file after it. Pieces may come in any order, on any rank: the
  /// CRC-32 of a file is the exclusive or of its pieces' contributions.
  void add_piece(const Checksum& piece, Int64 bytes_behind);
  bool operator==(const Checksum&) const = default;
};

} // namespace isobar

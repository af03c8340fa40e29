#include "io/checksum.hpp"

#include <zlib.h>

#include <cstdint>

namespace isobar {

void Checksum::add(const void* data, Int64 count) {
  crc = std::uint32_t(crc32_z(crc, static_cast<const unsigned char*>(data), std::size_t(count)));
  bytes += count;
}

void Checksum::add_piece(const Checksum& piece, Int64 bytes_behind) {
  crc ^= std::uint32_t(crc32_combine(piece.crc, 0, z_off_t(bytes_behind)));
  bytes += piece.bytes;
}

} // namespace isobar

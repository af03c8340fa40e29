#include "io/checksum.hpp"

#include <zlib.h>

namespace isobar {

void Checksum::add(const void* data, Int64 count) {
  crc = std::uint32_t(crc32_z(crc, static_cast<const unsigned char*>(data), std::size_t(count)));
  bytes += count;
}

void Checksum::append(const Checksum& next) {
  crc = std::uint32_t(crc32_combine(crc, next.crc, z_off_t(next.bytes)));
  bytes += next.bytes;
}

} // namespace isobar

#pragma once
#include <bit>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace isobar {

/// The head of a VTK file in XML; lengths of appended arrays have 64 bits.
inline std::string vtk_file_tag(std::string_view type) {
  constexpr std::string_view byte_order =
      std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";
  return fmt::format("<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" "
                     "byte_order=\"{}\" header_type=\"UInt64\">\n",
                     type, byte_order);
}

} // namespace isobar

#pragma once
#include "flow/flow_deck.hpp"

#include <isobar/core/flow/flow_clock.hpp>

#include <cstdint>
#include <string>
#include <string_view>

/// The head of a restart file: text, filled up with empty lines. This code needs no MPI.
namespace isobar::restart {

/// A point of a run: its clock and its outputs so far.
struct Point {
  FlowClock clock;
  int outputs = 0;         ///< the number of the last output
  bool has_output = false; ///< whether that output was made at this clock
  std::string probe_places = "none";
};

/// The numbers of a file's head, after it was found to fit the deck.
struct Head {
  Point point;
  int format = 0;             ///< 1 is that of Isobar 1.0.0, without checksums and keys
  Int64 bytes = 0;            ///< the size of the head
  std::uint32_t checksum = 0; ///< format 2: CRC-32 of all bytes after the head
};

inline constexpr Int64 head_bytes = 4096, head_bytes_1 = 512; ///< of formats 2 and 1

/// The bytes of a file after its head.
Int64 field_bytes(Int64 cells, bool has_temperature);

/// The head of a file of format 2, head_bytes long. `checksum` is that of Head.
std::string head_text(const FlowDeck& deck, const Point& point, std::uint32_t checksum);

/// Reads a file's head and compares it with the deck of the run that continues from the file. `text`
/// is the first head_bytes of the file, or all of it if it is shorter; `file_bytes` is the file's
/// size. Throws InputError, one line with what is wrong and what is expected, without the file's name.
Head read_head(std::string_view text, Int64 file_bytes, const FlowDeck& deck);

} // namespace isobar::restart

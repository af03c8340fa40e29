#pragma once
#include "flow/flow_deck.hpp"

#include <isobar/core/flow/flow_clock.hpp>

#include <cstdint>
#include <string>
#include <string_view>

/// The head of a restart file: text, filled up with empty lines. No MPI here.
namespace isobar::restart {

/// How far a run has come, with the outputs on its way.
struct Point {
  FlowClock clock;
  int outputs = 0;         ///< made on the way so far: the number of the last one
  bool has_output = false; ///< the last one was made at this clock
  std::string probe_places = "none";
};

/// What the head of a file says, once it was found to fit the deck.
struct Head {
  Point point;
  int format = 0;             ///< 1: of Isobar 1.0.0, without checksums and keys
  Int64 bytes = 0;            ///< of the head
  std::uint32_t checksum = 0; ///< CRC-32 of all bytes behind the head, of format 2
};

inline constexpr Int64 head_bytes = 4096, head_bytes_1 = 512; ///< of formats 2 and 1

/// Bytes of a file behind its head.
Int64 field_bytes(Int64 cells, bool has_temperature);

/// The head of a file of format 2, head_bytes long. `checksum`: as Head has it.
std::string head_text(const FlowDeck& deck, const Point& point, std::uint32_t checksum);

/// Reads the first head_bytes of a file of `file_bytes` bytes (or all of it, if it is shorter) and compares it with the deck of the
/// run that goes on from it. Throws InputError, one line that says what is wrong and what would be right, without the file's name.
Head read_head(std::string_view text, Int64 file_bytes, const FlowDeck& deck);

} // namespace isobar::restart

#pragma once
#include "transport/system_flags.hpp"

#include <isobar/comm/topology/halo_pattern.hpp>

#include <vector>

namespace isobar {

/// The places in a rank's peer memory where the numbers of all patterns
/// arrive. Each pattern has two buffers, which take turns, and a flag
/// for each run. Every rank can compute the layout of every other rank.
class PeerLayout {
public:
  /// The layout of the numbers, of `number_bytes` each, that a
  /// rank receives from others of its host.
  PeerLayout(const std::vector<HaloPattern>& patterns, std::size_t number_bytes) {
    for (const HaloPattern& pattern : patterns) {
      const HaloSide& received = pattern.received;
      buffers_.push_back(bytes_);
      bytes_ += padded(2 * std::size_t(received.size(Halo::edges_and_corners)) * number_bytes);
      flags_.push_back(bytes_);
      bytes_ += padded(std::size_t(received.runs(Halo::edges_and_corners)) * sizeof(Epoch));
    }
  }
  /// First byte of a pattern's two buffers, and of its flags.
  std::size_t buffers(int pattern) const { return buffers_[std::size_t(pattern)]; }
  std::size_t flags(int pattern) const { return flags_[std::size_t(pattern)]; }
  /// Bytes of all patterns; never 0, as some runtimes give no handle for empty memory.
  std::size_t bytes() const { return bytes_ > 0 ? bytes_ : alignment; }

private:
  static constexpr std::size_t alignment = 128; ///< a line of a GPU's cache
  static std::size_t padded(std::size_t n) { return (n + alignment - 1) / alignment * alignment; }

  std::vector<std::size_t> buffers_, flags_;
  std::size_t bytes_ = 0;
};

} // namespace isobar

#pragma once
#include <isobar/comm/decomposition.hpp>
#include <isobar/core/solvers/communicator.hpp>

#include <cstddef>

namespace isobar {

/// What travels to and from one neighbour: `lines` runs of `length` numbers, contiguous in the
/// buffers, `stride` apart in the field. Rows of x travel as runs in x (one a level) if x is fastest,
/// columns beside a western or eastern edge as whole columns, corners as one column; z fastest, all
/// runs are columns. Positions count
/// numbers from the start of the field's memory, halo and padding included.
struct HaloMessage {
  Direction direction; ///< towards the neighbour
  int neighbour;       ///< its rank
  int lines, length;
  std::ptrdiff_t line_stride, stride;
  std::ptrdiff_t sent;     ///< first number sent, owned
  std::ptrdiff_t received; ///< first number received, halo
  std::ptrdiff_t buffer;   ///< first number in the send and in the receive buffer
  int size() const { return lines * length; }
};

/// One run of numbers of one message.
struct HaloLine {
  int length;
  std::ptrdiff_t stride, sent, received, buffer;
};

/// Which line of which message.
struct HaloPlace {
  int message, line;
};

/// Which numbers of a field of one shape travel where. Built once a level, and small enough to
/// be copied into kernels. Edges stand before corners, in the list and in the buffers, so that
/// an exchange without corners uses the first part of both.
class HaloPattern {
public:
  HaloPattern() = default;
  /// Neighbours by Direction, -1 for none. Throws DecompositionError if a message has more
  /// numbers than MPI can count (2^31 - 1).
  HaloPattern(const FieldShape& shape, const std::array<int, direction_count>& neighbours);

  const FieldShape& shape() const { return shape_; }
  int messages(Halo halo) const { return halo == Halo::edges ? edges_ : all_; }
  const HaloMessage& message(int m) const { return messages_[m]; }
  /// Numbers that all messages together hold, and the lines they consist of.
  Int64 size(Halo halo) const;
  int lines(Halo halo) const;

  /// Where the n-th line stands, counted over all messages.
  KOKKOS_FUNCTION HaloPlace place(int n) const {
    int i = 0;
    for (; n >= messages_[i].lines; ++i) n -= messages_[i].lines;
    return {i, n};
  }
  /// The n-th line.
  KOKKOS_FUNCTION HaloLine line(int n) const {
    const HaloPlace at = place(n);
    const HaloMessage& m = messages_[at.message];
    const std::ptrdiff_t shift = at.line * m.line_stride;
    return {m.length, m.stride, m.sent + shift, m.received + shift,
            m.buffer + std::ptrdiff_t(at.line) * m.length};
  }
  /// The first line of a message.
  int first_line(int message) const {
    int n = 0;
    for (int m = 0; m < message; ++m) n += messages_[m].lines;
    return n;
  }
  /// The message that travels to or from the neighbour in one direction; -1 if there is none.
  int message_towards(Direction d) const {
    for (int m = 0; m < all_; ++m)
      if (messages_[m].direction == d) return m;
    return -1;
  }

private:
  FieldShape shape_;
  HaloMessage messages_[direction_count] = {}; // no std::array: its members are not for devices
  int edges_ = 0, all_ = 0;
};

} // namespace isobar

#include <isobar/comm/halo_pattern.hpp>

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace isobar {
namespace {

/// The message to the neighbour in one direction, but for its place in the buffers.
HaloMessage message_of(const FieldShape& s, Direction d, int neighbour) {
  const auto [x, y] = step(d);
  // First owned column of the edge or corner, and the first halo column beyond it.
  const int i = x > 0 ? s.nx - 1 : 0, j = y > 0 ? s.ny - 1 : 0;
  HaloMessage m{d,
                neighbour,
                1,
                s.nz,
                s.row_stride(),
                s.layer_stride(),
                s.place(i, 0, j),
                s.place(i + x, 0, j + y),
                0};
  if (y == 0) m.lines = s.ny;
  if (x == 0) {
    m.lines = s.nx;
    m.line_stride = s.column_stride();
  }
  if (x == 0 && s.layout == Layout::x_fastest) { // the run is the row, not the column
    std::swap(m.lines, m.length);
    std::swap(m.line_stride, m.stride);
  }
  return m;
}

void require_countable(const FieldShape& s, const HaloMessage& m) {
  constexpr Int64 limit = std::numeric_limits<int>::max();
  const Int64 numbers = Int64(m.lines) * m.length;
  if (numbers > limit)
    throw DecompositionError(
        DecompositionError::Fault::size,
        fmt::format("a halo of {} numbers ({} x {} columns a rank, {} levels) is more than one "
                    "MPI message can hold ({}): use more ranks",
                    numbers, s.nx, s.ny, s.nz, limit));
}

} // namespace

HaloPattern::HaloPattern(const FieldShape& shape,
                         const std::array<int, direction_count>& neighbours)
    : shape_(shape) {
  std::ptrdiff_t filled = 0;
  for (int d = 0; d < direction_count; ++d) {
    if (d == edge_count) edges_ = all_;
    const int neighbour = neighbours[std::size_t(d)];
    if (neighbour < 0) continue;
    HaloMessage m = message_of(shape, Direction(d), neighbour);
    require_countable(shape, m);
    m.buffer = filled;
    filled += m.size();
    messages_[all_++] = m;
  }
}

Int64 HaloPattern::size(Halo halo) const {
  const int n = messages(halo);
  return n == 0 ? 0 : messages_[n - 1].buffer + messages_[n - 1].size();
}

int HaloPattern::lines(Halo halo) const { return first_line(messages(halo)); }

} // namespace isobar

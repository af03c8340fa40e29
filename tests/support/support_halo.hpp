#pragma once
#include <isobar/comm/topology/halo_pattern.hpp>

#include <cstddef>

namespace isobar {

/// Calls f(place) for each number of a block of a halo, in the order of a message.
template <class F> void for_each_number(const HaloBlock& b, const F& f) {
  for (int line = 0; line < b.lines; ++line)
    for (int n = 0; n < b.length; ++n)
      f(std::size_t(b.first + line * b.line_stride + n * b.stride));
}

} // namespace isobar

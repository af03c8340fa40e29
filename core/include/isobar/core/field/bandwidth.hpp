#pragma once
#include <isobar/core/field/field.hpp>

namespace isobar {

/// Bytes a second (read plus written) of a copy of one field of this shape into another: the
/// ceiling that kernels are judged by. Median of `repeats` fenced copies after a warm-up, by a
/// Kokkos kernel with ordinary stores. All ranks of a node should measure at the same time.
template <class T> double copy_bandwidth(int nx, int ny, int nz, int repeats = 15);

} // namespace isobar

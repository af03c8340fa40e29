#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

/// What stands in the memory of a field beside its cells (field.hpp), and why.
///
/// x fastest, the numbers of layer k in row j are followed by those of layer k + 1:
///
///     | offset: padding, western halo cell last | n_x owned cells | padding to whole packs |
///
/// The eastern halo cell is the number behind the last owned cell. Where n_x fills all packs, it is
/// the first number of the next layer's padding, which is free: only its last number is a halo cell.
/// So an eastern halo cell may stand in the row of a View that belongs to the layer above.
///
/// Teams that share columns are as high as one of a few shapes, and their threads read what lies
/// above the top layer (they store nothing there): the next row, and behind the last row whole rows
/// that hold zeros.
namespace isobar {

/// Bytes to which the first owned cell of every row is aligned: a cache line on hosts, the
/// 128 bytes that a warp loads at once on GPUs (the paper's OLx = 32).
inline constexpr int row_alignment = on_host ? 64 : 128;

/// Rows are padded to a multiple of this many numbers, so that every kernel may load whole packs.
inline constexpr int widest_pack = on_host ? 128 / int(sizeof(float)) : 2;

/// Layers above the top that the threads of teams may reach into: all of a team of the lowest shape
/// that holds a column (march_shape.hpp), or of a quarter of one (cell_march.hpp).
constexpr int overhang(int nz) {
  const int height = nz <= 32 ? 32 : nz <= 128 ? 128 : nz <= 256 ? 256 : (nz + 31) / 32 * 32;
  return height - nz;
}

/// Rows behind the last one that hold the overhang and the halo cell behind the last layer.
constexpr int rows_above(int nz) { return overhang(nz) / nz + 1; }

} // namespace isobar

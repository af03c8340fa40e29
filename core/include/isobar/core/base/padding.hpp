#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

/// The memory of a field besides its cells. With x fastest it has the parts below. A kernel may
/// read all of it, and writes none of it.
///
/// - Before a layer's first owned cell lies one line (row_alignment), which aligns this cell. The
///   line's last number is the layer's western halo cell.
/// - After a layer's last owned cell lie numbers up to whole packs. The layer's eastern halo cell
///   is the next number after the last owned cell. If columns fill whole packs, this is the first
///   number of the line before the next layer's owned cells.
/// - After the northern halo row lie rows that hold `overhang` layers and one more number. A team
///   of a march reads as many layers as its threads hold, also above the top. In all rows but the
///   last, it then reads the next row.
///
/// With z fastest, columns are padded to whole lines, and a row begins and ends with a halo column.
namespace isobar {

/// The alignment in bytes of the first owned cell of every row. It is a cache line on hosts. On
/// GPUs it is the 128 bytes that a warp loads at once (the paper's OLx = 32).
inline constexpr int row_alignment = on_host ? 64 : 128;

/// The number of layers above the top that threads of a march may read, in fields and in tables of
/// layers. A march that solves columns (march_shape.hpp) may take any team up to the next of these
/// heights. Any other march reads whole groups of 32 layers (cell_march.hpp).
KOKKOS_FORCEINLINE_FUNCTION constexpr int overhang(int nz) {
  const int height = nz <= 32     ? 32
                     : nz <= 128  ? 128
                     : nz <= 256  ? 256
                     : nz <= 512  ? 512
                     : nz <= 1024 ? 1024
                                  : (nz + 31) / 32 * 32;
  return height - nz;
}

/// The number of rows after the northern halo row.
KOKKOS_FORCEINLINE_FUNCTION constexpr int rows_behind(int nz) { return overhang(nz) / nz + 1; }

/// The width of the widest pack, in columns. Rows are padded to a multiple of it, so that every
/// kernel may load whole packs of storage or arithmetic numbers.
template <class T> inline constexpr int widest_pack = on_host ? 128 / int(sizeof(float)) : 2;

} // namespace isobar

#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar {

/// Rows and columns of a block of invert_symmetric().
inline constexpr int inverse_block = 32;
/// Returns the distance from one row to the next in invert_symmetric(), in numbers. A power of two would put columns into few
/// places of a cache.
constexpr int inverse_stride(int size) { return size + 8; }

/// Replaces a symmetric positive definite matrix by -A^-1, with the sweep operator (Goodnight, 1979) on blocks. For each block
/// K of pivots, with P = A_KK^-1, A_ij becomes A_ij - A_iK P A_Kj, A_iK becomes A_iK P, and A_KK becomes -P. The matrix stays
/// symmetric. So the function reads and writes only blocks of the lower triangle of its `size` rows, a multiple of
/// inverse_block. It takes size^3 / 2 multiplications, in three launches for each block of pivots. Errors of A^-1 are rounding
/// errors times A's condition number. Numbers become non-finite if A is not positive definite.
void invert_symmetric(int size, const Kokkos::View<double*, MemorySpace>& entries);

} // namespace isobar

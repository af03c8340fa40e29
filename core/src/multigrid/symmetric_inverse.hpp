#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar {

/// Rows and columns of a block of invert_symmetric().
inline constexpr int inverse_block = 32;
/// From a row to the next one there, in numbers: a power of two would put columns into few places of a cache.
constexpr int inverse_stride(int size) { return size + 8; }

/// Makes -A^-1 of a symmetric positive definite matrix in place, by the sweep operator (Goodnight, 1979) on blocks: of each block of
/// pivots K, with P = A_KK^-1, a block A_ij becomes A_ij - A_iK P A_Kj, A_iK becomes A_iK P, and A_KK becomes -P. The matrix stays
/// symmetric: of `size` rows, a multiple of inverse_block, the blocks of the lower triangle are read and written.
/// That is size^3 / 2 multiplications, in three launches a block of pivots. Errors of A^-1 are rounding errors times A's condition number;
/// numbers that are not finite follow where A is not positive definite.
void invert_symmetric(int size, const Kokkos::View<double*, MemorySpace>& entries);

} // namespace isobar

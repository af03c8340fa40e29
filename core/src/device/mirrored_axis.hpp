#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/box/axis.hpp>

namespace isobar {

/// An axis of n cells that this rank has whole, continued beyond its ends: by the cells of the other end where it is periodic, else
/// by mirror images, of the same sign where nothing flows through the side and of the other one where u is 0 on it. On a uniform
/// box the equation continues in the same way, f as well as u, so that every cell is an inner one.
struct MirroredAxis {
  int n;
  bool around;
  int low_sign, high_sign;

  explicit MirroredAxis(const Axis& axis)
      : n(axis.cells()), around(axis.is_periodic()), low_sign(sign(axis.low)),
        high_sign(sign(axis.high)) {}

  /// The cell whose image i is, which is up to two cells away from the axis.
  KOKKOS_FORCEINLINE_FUNCTION int cell(int i) const {
    if (around) return (i % n + n) % n;
    for (int turn = 0; turn < 2; ++turn) i = i < 0 ? -1 - i : i >= n ? 2 * n - 1 - i : i;
    return i < 0 ? 0 : i < n ? i : n - 1;
  }
  /// What the cell's number is multiplied by.
  KOKKOS_FORCEINLINE_FUNCTION int sign_of(int i) const {
    if (around) return 1;
    int sign = 1;
    for (int turn = 0; turn < 2; ++turn) {
      if (i < 0) {
        i = -1 - i;
        sign *= low_sign;
      } else if (i >= n) {
        i = 2 * n - 1 - i;
        sign *= high_sign;
      }
    }
    return sign;
  }

private:
  static int sign(Boundary side) { return side == Boundary::dirichlet ? -1 : 1; }
};

} // namespace isobar

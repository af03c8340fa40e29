#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/box/axis.hpp>

#include <string>
#include <vector>

namespace isobar {

/// The modes of an axis of equal cells: the eigenvectors of its part of a box's matrix
/// (box_grid.hpp). They are sines where u = 0 on the low side, cosines where nothing flows through
/// it, and both where the axis is periodic. A Fourier transform of `length` real numbers gives the
/// modes. It has the cells in the order 0, 2, 4, .., 5, 3, 1 (Makhoul, IEEE Trans. ASSP 28, 1980).
/// For sines the odd cells change their sign, which turns sine s into the cosine length - s. If the
/// two sides are of different kinds, the mirror image beyond the high side follows the cells. Every
/// other frequency is then 0.
struct AxisModes {
  int cells = 1;
  int length = 1; ///< number of cells, or twice that with an image
  bool periodic = false;
  bool sines = false;
  int image = 0; ///< sign of the mirror image beyond the high side; 0 if there is no image

  /// Returns the modes of an axis. Throws std::invalid_argument if its cells
  /// are of different widths. The message is one line that begins with `name`.
  static AxisModes of(const Axis& axis, const std::string& name);

  /// The place in the transform of the axis' number n. From `cells` on, numbers belong to the
  /// image.
  KOKKOS_FORCEINLINE_FUNCTION int place(int n) const {
    if (periodic) return n;
    return n % 2 == 0 ? n / 2 : length - 1 - n / 2;
  }
  KOKKOS_FORCEINLINE_FUNCTION int sign(int n) const { return sines && n % 2 != 0 ? -1 : 1; }
  /// The mirror image of cell n.
  KOKKOS_FORCEINLINE_FUNCTION int mirrored(int n) const { return length - 1 - n; }
  /// The mode of a frequency, in the order in which modes are
  /// stored. It is -1 if the frequency's amplitude is 0.
  KOKKOS_FORCEINLINE_FUNCTION int mode(int frequency) const {
    if (image == 0) return frequency;
    return frequency % 2 == 0 ? -1 : frequency / 2;
  }
  /// The frequency on the other side of length / 2, whose mode has the
  /// other half of the same complex number. It is -1 if there is none.
  KOKKOS_FORCEINLINE_FUNCTION int partner(int frequency) const {
    return frequency == 0 || 2 * frequency == length ? -1 : length - frequency;
  }
};

/// Returns h times the eigenvalues of the axis' matrix, by mode: 2 - 2 cos(pi w) for w half waves
/// in a cell.
std::vector<double> eigenvalues(const AxisModes& modes);

/// Returns the factors exp(-i pi q / (2 length)) of frequencies up to length / 2, with real and
/// imaginary part in turn. They turn the transform of reordered cells into cosines. They are 1
/// where the axis is periodic.
std::vector<double> turns(const AxisModes& modes);

} // namespace isobar

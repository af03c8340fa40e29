#pragma once
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/partition.hpp>

#include <string>

namespace isobar {

/// The part of its patches' halo on the sphere that a rank copies
/// itself: from its other patches, and beyond corners of the cube.
template <class T> class SphereSides {
public:
  /// Consecutive columns in a field. The n-th one is (i + n di, j + n dj).
  struct Line {
    int i, j, di, dj;
    KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t first(const FieldShape& s) const {
      return s.place(i, 0, j);
    }
    KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t step(const FieldShape& s) const {
      return di * s.column_stride() + dj * s.row_stride();
    }
    KOKKOS_FORCEINLINE_FUNCTION bool is_along_x() const { return di == 1 && dj == 0; }
  };
  /// Halo columns, each half the sum of two other columns. If there is only one source, both are
  /// the same.
  struct Copy {
    int columns;
    Line to, from[2];
  };

  /// Copies nothing.
  SphereSides() = default;
  explicit SphereSides(const Partition& patches);

  bool empty() const { return copies_.size() == 0; }
  /// Fills these columns of the halo, in either layout. Reads owned cells. Beside a
  /// corner of the cube it also reads halo cells that other ranks send, so call it
  /// when these are right. It only launches, with the label of Kernel::wrap_sides.
  void wrap(const std::string& label, const FieldMemory<T>& u) const;

private:
  BlockMemory memory_; ///< memory of copies_, if it shares a block with other arrays
  Kokkos::View<Copy*, MemorySpace> copies_;
};

extern template class SphereSides<float>;
extern template class SphereSides<double>;

} // namespace isobar

#pragma once
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/partition.hpp>

#include <string>

namespace isobar {

/// The part of the halo of a rank's patches of the sphere that it copies itself: from its other patches, and beyond corners of the cube.
template <class T> class SphereSides {
public:
  /// Consecutive columns in a field: the n-th is (i + n di, j + n dj).
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
  /// Halo columns that take half the sum of two others each. With one source, both are the same.
  struct Copy {
    int columns;
    Line to, from[2];
  };

  /// Copies nothing.
  SphereSides() = default;
  explicit SphereSides(const Partition& patches);

  bool empty() const { return copies_.size() == 0; }
  /// Fills these columns of the halo, in either layout. Reads owned cells, and beside a corner of the cube halo
  /// cells that come from other ranks: call it after those. Only launches, with the label of Kernel::wrap_sides.
  void wrap(const std::string& label, const FieldMemory<T>& u) const;

private:
  BlockMemory memory_; ///< memory of the copies, if they share it with others
  Kokkos::View<Copy*, MemorySpace> copies_;
};

extern template class SphereSides<float>;
extern template class SphereSides<double>;

} // namespace isobar

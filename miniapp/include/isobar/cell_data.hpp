#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace isobar {

/// The order of a cell array's indices, from left to right. x and y count this rank's columns, z
/// counts the layers from the ground up. The array a[j][i][k] of C and NumPy is yxz. Fortran's a(i,
/// j, k), whose first index is the fastest, is zyx. For a View it is the order of the extents, with
/// any layout.
enum class Order { xyz, xzy, yxz, yzx, zxy, zyx };

/// The axis (0: x, 1: y, 2: z) of each index.
constexpr std::array<int, 3> axes_of(Order order) {
  constexpr std::array<std::array<int, 3>, 6> table = {
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  return table[std::size_t(order)];
}

/// Whether an order has one of the values of Order.
constexpr bool is_order(Order order) { return std::size_t(order) <= std::size_t(Order::zyx); }

/// Whose memory a pointer points to: the host's, or that of Kokkos'
/// default execution space. On a build without a device both are the same.
enum class Place { host, device };

/// The place of a Kokkos memory space: `value`, defined in cell_views.hpp.
template <class Space> struct PlaceOfSpace;

/// The type of numbers in memory.
enum class Number { in_double, in_float };

/// Whether cells may be described by a pointer to T: double and float, const if they are not
/// written.
template <class Void, class T>
concept NumberOfCells = (std::is_same_v<std::remove_const_t<T>, double> ||
                         std::is_same_v<std::remove_const_t<T>, float>)&&(std::is_const_v<Void> ||
                                                                          !std::is_const_v<T>);

/// Describes one number for each cell that a rank owns, in the caller's memory,
/// in double or in float. It owns nothing and must not outlive that memory.
/// Void is void for cells that are written, const void for cells that are read.
template <class Void> class CellData {
public:
  /// Describes a contiguous array. `order` gives its indices, of which the last
  /// is the fastest. An unknown order leaves no cells, which solvers refuse.
  template <class T>
  requires NumberOfCells<Void, T> CellData(T* data, int nx, int ny, int nz,
                                           Order order = Order::yxz, Place place = Place::host)
      : data_(data), number_(number_of<T>()), extents_{nx, ny, nz}, place_(place) {
    if (!is_order(order)) {
      extents_ = {};
      return;
    }
    std::int64_t stride = 1;
    const std::array<int, 3> axes = axes_of(order);
    for (int d = 2; d >= 0; --d) {
      strides_[std::size_t(axes[std::size_t(d)])] = stride;
      stride *= extents_[std::size_t(axes[std::size_t(d)])];
    }
  }
  /// Describes no cells, which solvers refuse.
  CellData(std::nullptr_t, int nx, int ny, int nz, Order order = Order::yxz)
      : CellData(static_cast<double*>(nullptr), nx, ny, nz, order) {}

  /// Describes any memory by the counts of cells along x, y and z, and by
  /// the strides in numbers from one cell to the next. For an array with a
  /// halo, `data` is its first owned cell and the strides are the array's.
  template <class T>
  requires NumberOfCells<Void, T> CellData(T* data, const std::array<std::int64_t, 3>& extents,
                                           const std::array<std::int64_t, 3>& strides,
                                           Place place = Place::host)
      : data_(data), number_(number_of<T>()), extents_(extents), strides_(strides), place_(place) {}

  /// Describes a Kokkos View of rank 3 with any layout and strides, in
  /// memory that the host or the device reaches. Needs cell_views.hpp.
  template <class View>
  requires requires(const View& view) {
    typename View::memory_space;
    view.extent(0);
    view.stride(0);
  }
  CellData(const View& view, Order order = Order::yxz)
      : data_(view.data()), number_(number_of<typename View::value_type>()),
        place_(PlaceOfSpace<typename View::memory_space>::value) {
    static_assert(int(View::rank) == 3, "a View of rank 3: x, y and z in any order");
    static_assert(NumberOfCells<Void, typename View::value_type>,
                  "a View of double or float, const if it is not written");
    if (!is_order(order)) return;
    const std::array<int, 3> axes = axes_of(order);
    for (int d = 0; d < 3; ++d) {
      const auto axis = std::size_t(axes[std::size_t(d)]);
      extents_[axis] = std::int64_t(view.extent(std::size_t(d)));
      strides_[axis] = std::int64_t(view.stride(d));
    }
  }

  /// Converts cells that may be written to cells that are read.
  template <class U>
  requires(std::is_same_v<const U, Void> && !std::is_const_v<U>) CellData(const CellData<U>& other)
      : data_(other.data()), number_(other.number()), extents_(other.extents()),
        strides_(other.strides()), place_(other.place()) {}

  Void* data() const { return data_; } ///< the address of the cell with indices 0
  Number number() const { return number_; }
  /// The counts of cells, and the strides in numbers from one cell to the next, along x, y and z.
  const std::array<std::int64_t, 3>& extents() const { return extents_; }
  const std::array<std::int64_t, 3>& strides() const { return strides_; }
  Place place() const { return place_; }

private:
  template <class T> static constexpr Number number_of() {
    return std::is_same_v<std::remove_const_t<T>, float> ? Number::in_float : Number::in_double;
  }

  Void* data_;
  Number number_;
  std::array<std::int64_t, 3> extents_{}, strides_{};
  Place place_;
};

using CellsOut = CellData<void>;
using CellsIn = CellData<const void>;

} // namespace isobar

#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>

#include <array>

namespace isobar {

/// The type in memory of a number in registers. The two types are the same, except for numbers that
/// count (bench/counting.hpp).
template <class T> struct StoredAs { using type = T; };

/// The columns' tridiagonal blocks M as a code with explicit matrices keeps them. They are
/// factorised once into three arrays of a field's layout, which every solve reads.
///
///     y_k = inverse_k r_k + lower_k y_{k-1}    upwards
///     x_k = y_k + link_k x_{k+1}               downwards
///
/// The factors are those of tridiag.hpp, exact in every precision. So only the traffic differs from
/// the matrix-free smoother.
template <class T> class StoredColumns {
public:
  using Grid = PlannedGrid<T>;
  using Word = typename StoredAs<T>::type;
  using Vector = Field<Word>;
  explicit StoredColumns(const Grid& grid);
  /// Computes the factors for other physics on the same grid.
  void update(const Grid& grid) const;

  /// Computes z = rho M^-1 r. It needs no halo and writes owned cells of z, which may be r. 5
  /// references.
  void solve(double rho, const Vector& r, const Vector& z) const;
  /// Computes u += rho M^-1 r on owned cells, and overwrites r. 7 references, one of which is the
  /// write of r.
  void smooth(double rho, const Vector& r, const Vector& u) const;

  /// Returns lower, inverse and link.
  std::array<Vector, 3> factors() const { return {lower_, inverse_, link_}; }
  /// Returns the device bytes of the factors.
  static Int64 bytes(int nx, int ny, int nz) {
    return 3 * FieldShape::of<Word>(nx, ny, nz).size() * Int64(sizeof(Word));
  }

private:
  void solve(const std::string& label, T rho, bool accumulate, const Vector& r, const Vector& y,
             const Vector& out) const;

  Vector lower_, inverse_, link_;
  std::string solve_label_, smooth_label_;
};

} // namespace isobar

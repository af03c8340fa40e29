#pragma once
#include "fem/assemble_rows.hpp"

#include <isobar/core/fem/assembly.hpp>

/// Matrices of hexahedra on extruded meshes: sums of products of a matrix in the plane and one along z. The basis of a hexahedron is a product,
/// and so are its integrals, as the sides stand upright. Nothing is integrated in space.
namespace isobar {

/// Up to two matrices with the same pattern.
struct PairOfMatrices {
  CsrRows<double> pattern; ///< with the values of the first
  FemNumbers second{};     ///< values of the second; empty if there is none
};

/// Row (n, k) has the entries p1(n, m) z1(k, l) + p2(n, m) z2(k, l) in columns (m, l). Columns ascend, as the columns of both
/// factors do. An entry and its transpose have the same bits where the factors are symmetric to the last bit.
struct ProductRows {
  PairOfMatrices plane, along_z;
  Kokkos::View<unsigned char*, MemorySpace> fixed_rows{}, fixed_columns{}; ///< empty: none
  RimTerms rims{};        ///< of the space itself; added to entries of rows on rims
  bool unit_rows = false; ///< whether fixed rows are those of the unit matrix, not zeros

  Int64 rows() const { return plane.pattern.rows() * along_z.pattern.rows(); }
  int places() const { return plane.pattern.source_size * along_z.pattern.source_size; }

  KOKKOS_FUNCTION bool is_unit(int n) const { return unit_rows && is_fixed_row(n); }
  KOKKOS_FUNCTION int length(int n) const {
    if (is_unit(n)) return 1;
    const int column = height();
    const auto count = [](const CsrRows<double>& a, int row) {
      return int(a.offsets(row + 1) - a.offsets(row));
    };
    return count(plane.pattern, n / column) * count(along_z.pattern, n % column);
  }
  /// Calls use(column, value) for all entries of a row in ascending columns. Fixed rows and columns have 0.
  template <class Use> KOKKOS_FUNCTION void row(int n, const Use& use) const {
    if (is_unit(n)) return use(n, 1.0);
    const bool is_fixed = is_fixed_row(n);
    visit(n, [&](int column, double value) {
      const bool is_zero = is_fixed || (fixed_columns.extent(0) > 0 && fixed_columns(column));
      use(column, is_zero ? 0.0 : value);
    });
  }
  /// Calls use(column, value) for all entries of a row, as if no unknown were fixed.
  template <class Use> KOKKOS_FUNCTION void visit(int n, const Use& use) const {
    const CsrRows<double>&p = plane.pattern, &z = along_z.pattern;
    const int column = height(), in_plane = n / column, in_column = n % column;
    const bool is_sum = plane.second.extent(0) > 0;
    const int begin = rims.begin(n), end = rims.end(n);
    for (Int64 i = p.offsets(in_plane); i < p.offsets(in_plane + 1); ++i)
      for (Int64 j = z.offsets(in_column); j < z.offsets(in_column + 1); ++j) {
        double value = p.values(i) * z.values(j);
        if (is_sum) value += plane.second(i) * along_z.second(j);
        const int of_column = p.columns(i) * z.source_size + z.columns(j);
        for (int at = begin; at < end; ++at)
          if (rims.columns(at) == of_column) value += rims.values(at);
        use(of_column, value);
      }
  }

private:
  KOKKOS_FUNCTION int height() const { return int(along_z.pattern.offsets.extent(0)) - 1; }
  KOKKOS_FUNCTION bool is_fixed_row(int n) const {
    return fixed_rows.extent(0) > 0 && fixed_rows(n);
  }
};

/// Assembles and stores the rows of `source` from row `first` on.
template <class T> CsrRows<T> assemble_products(const ProductRows& source, int first) {
  const CsrRows<T> matrix = counted_rows<T>(source, first);
  const auto offsets = matrix.offsets;
  const auto columns = matrix.columns;
  const auto values = matrix.values;
  Kokkos::parallel_for(
      "isobar/fem_assemble", AllRows(0, matrix.rows()), KOKKOS_LAMBDA(Int64 n) {
        Int64 at = offsets(n);
        source.row(first + int(n), [&](int column, double value) {
          columns(at) = column;
          values(at++) = T(value);
        });
      });
  return matrix;
}

/// Returns the stiffness matrix of hexahedra: the owned rows, or all rows of a part.
ProductRows stiffness_of_hexahedra(const FemSpace& space, const FemCoefficients& coefficients,
                                   bool all_rows = false);
/// These functions return both transfers of hexahedra.
ProductRows prolongation_of_hexahedra(const FemSpace& coarse, const FemSpace& fine);
ProductRows restriction_of_hexahedra(const FemSpace& coarse, const FemSpace& fine);
/// Returns the load of hexahedra, as assemble_load() does.
FemNumbers load_of_hexahedra(const FemSpace& space, const FemNumbers& f, const FemNumbers& g,
                             const FemCoefficients& coefficients);

/// Returns the values of coarse basis functions along z at the unknowns of columns whose layers are halved.
CsrRows<double> prolongation_along_z(const FemSpace& coarse);

} // namespace isobar

#include "fem/product_rows.hpp"
#include "fem/stiffness_rows.hpp"

#include <isobar/core/fem/assembly.hpp>

namespace isobar {
namespace {

/// Takes a row as RowBuffer does, but keeps only its diagonal.
struct Diagonal {
  int row;
  double value = 0.0;

  KOKKOS_FORCEINLINE_FUNCTION void add(int column, double addend) {
    if (column == row) value += addend;
  }
  KOKKOS_FORCEINLINE_FUNCTION void append(int column, double addend) { add(column, addend); }
  KOKKOS_FORCEINLINE_FUNCTION void add_to(int column, double addend) { add(column, addend); }
};

/// inverse_diagonal_of() and inverse_l1_of() return 1 / a_ii and 1 / sum |a_ij| without storing rows. The results have the same
/// bits as those of inverse_diagonal() and inverse_l1_sums().
template <class T, class Source>
Kokkos::View<T*, MemorySpace> inverse_diagonal_of(const Source& source) {
  const Kokkos::View<T*, MemorySpace> inverse("isobar inverse diagonal",
                                              std::size_t(source.rows()));
  Kokkos::parallel_for(
      "isobar/fem_inverse", AllRows(0, source.rows()), KOKKOS_LAMBDA(Int64 n) {
        Diagonal diagonal{int(n)};
        source.row(int(n), diagonal);
        inverse(n) = T(1) / T(diagonal.value);
      });
  return inverse;
}
template <class T, class Source> Kokkos::View<T*, MemorySpace> inverse_l1_of(const Source& source) {
  const Kokkos::View<T*, MemorySpace> inverse("isobar inverse l1 sums", std::size_t(source.rows()));
  Kokkos::parallel_for(
      "isobar/fem_inverse", AllRows(0, source.rows()), KOKKOS_LAMBDA(Int64 n) {
        RowBuffer<Source::most> buffer;
        source.row(int(n), buffer);
        T sorted[Source::most], sum = T(0);
        buffer.visit([&](int place, int, double value) { sorted[place] = T(value); });
        for (int entry = 0; entry < buffer.count(); ++entry)
          sum += sorted[entry] < T(0) ? -sorted[entry] : sorted[entry];
        inverse(n) = T(1) / sum;
      });
  return inverse;
}
template <class T, class Source>
Kokkos::View<T*, MemorySpace> inverse_of(const Source& source, RowSum of) {
  return of == RowSum::l1 ? inverse_l1_of<T>(source) : inverse_diagonal_of<T>(source);
}

} // namespace

template <class T>
CsrRows<T> assemble_stiffness(const FemSpace& space, const FemCoefficients& coefficients,
                              int first) {
  if (space.plane())
    return assemble_products<T>(stiffness_of_hexahedra(space, coefficients), first);
  return space.order() == 1
             ? assemble_rows<T>(StiffnessRows<1>{space.tables(), coefficients}, first)
             : assemble_rows<T>(StiffnessRows<2>{space.tables(), coefficients}, first);
}

template <class T>
Kokkos::View<T*, MemorySpace> assemble_inverse(const FemSpace& space,
                                               const FemCoefficients& coefficients, RowSum of) {
  return space.order() == 1 ? inverse_of<T>(StiffnessRows<1>{space.tables(), coefficients}, of)
                            : inverse_of<T>(StiffnessRows<2>{space.tables(), coefficients}, of);
}

template <class T>
CsrRows<T> assemble_all_rows(const FemSpace& space, const FemCoefficients& coefficients) {
  if (space.plane())
    return assemble_products<T>(stiffness_of_hexahedra(space, coefficients, true), 0);
  return space.order() == 1
             ? assemble_rows<T>(StiffnessRows<1>{space.tables(), coefficients, true})
             : assemble_rows<T>(StiffnessRows<2>{space.tables(), coefficients, true});
}

template CsrRows<double> assemble_stiffness(const FemSpace&, const FemCoefficients&, int);
template CsrRows<float> assemble_stiffness(const FemSpace&, const FemCoefficients&, int);
template Kokkos::View<double*, MemorySpace> assemble_inverse(const FemSpace&,
                                                             const FemCoefficients&, RowSum);
template Kokkos::View<float*, MemorySpace> assemble_inverse(const FemSpace&, const FemCoefficients&,
                                                            RowSum);
template CsrRows<double> assemble_all_rows(const FemSpace&, const FemCoefficients&);
template CsrRows<float> assemble_all_rows(const FemSpace&, const FemCoefficients&);

} // namespace isobar

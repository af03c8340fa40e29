#include "fem/product_rows.hpp"

#include "fem/along_z.hpp"

namespace isobar {
namespace {

IntegralsAlongZ integrals_along_z(const FemSpace& space) {
  return space.order() == 1 ? integrals_along_z<1>(space.layers())
                            : integrals_along_z<2>(space.layers());
}

HostRowsAlongZ values_along_z(const FemSpace& coarse) {
  return coarse.order() == 1 ? values_along_z<1>(coarse.layers())
                             : values_along_z<2>(coarse.layers());
}

CsrRows<double> rows_in_plane(const FemSpace& plane, const FemCoefficients& coefficients,
                              bool all_rows) {
  return all_rows ? assemble_all_rows<double>(plane, coefficients)
                  : assemble_stiffness<double>(plane, coefficients);
}

FemNumbers everywhere(const FemSpace& plane, double value) {
  const FemNumbers numbers("isobar fem numbers", std::size_t(plane.elements()));
  Kokkos::deep_copy(numbers, value);
  return numbers;
}

/// Returns the integrals of weight v w in the plane: the term of a reaction, without diffusion. An empty `weight` counts as 1.
CsrRows<double> mass_in_plane(const FemSpace& plane, const FemNumbers& weight, bool all_rows) {
  FemCoefficients mass(everywhere(plane, 0.0));
  mass.reaction = weight.extent(0) > 0 ? weight : everywhere(plane, 1.0);
  return rows_in_plane(plane, mass, all_rows);
}

} // namespace

/// The integral of grad v grad w is a sum of two products. One has slopes in the plane and values along z, the other values in
/// the plane and slopes along z.
ProductRows stiffness_of_hexahedra(const FemSpace& space, const FemCoefficients& coefficients,
                                   bool all_rows) {
  const FemSpace& plane = *space.plane();
  const IntegralsAlongZ along_z = integrals_along_z(space);
  const int column = space.column_unknowns();
  FemCoefficients in_plane = coefficients; // rims are those of the space
  in_plane.rims = {};
  ProductRows rows;
  rows.rims = coefficients.rims;
  rows.plane = {rows_in_plane(plane, in_plane, all_rows),
                mass_in_plane(plane, coefficients.diffusion, all_rows).values};
  rows.along_z = {rows_on_device(along_z.mass, column),
                  rows_on_device(along_z.stiffness, column).values};
  rows.fixed_rows = rows.fixed_columns = space.tables().fixed;
  rows.unit_rows = true;
  return rows;
}

CsrRows<double> prolongation_along_z(const FemSpace& coarse) {
  return rows_on_device(values_along_z(coarse), coarse.column_unknowns());
}

ProductRows prolongation_of_hexahedra(const FemSpace& coarse, const FemSpace& fine) {
  ProductRows rows;
  rows.plane.pattern = assemble_prolongation<double>(*coarse.plane(), *fine.plane());
  rows.along_z.pattern = prolongation_along_z(coarse);
  rows.fixed_rows = fine.tables().fixed;
  rows.fixed_columns = coarse.tables().fixed;
  return rows;
}

ProductRows restriction_of_hexahedra(const FemSpace& coarse, const FemSpace& fine) {
  ProductRows rows;
  rows.plane.pattern = assemble_restriction<double>(*coarse.plane(), *fine.plane());
  rows.along_z.pattern = rows_on_device(
      transposed(values_along_z(coarse), coarse.column_unknowns()), fine.column_unknowns());
  rows.fixed_rows = coarse.tables().fixed;
  rows.fixed_columns = fine.tables().fixed;
  return rows;
}

FemNumbers load_of_hexahedra(const FemSpace& space, const FemNumbers& f, const FemNumbers& g,
                             const FemCoefficients& coefficients) {
  const ProductRows matrix = stiffness_of_hexahedra(space, coefficients);
  ProductRows mass;
  mass.plane.pattern = mass_in_plane(*space.plane(), {}, false);
  mass.along_z.pattern = matrix.along_z.pattern;
  const auto fixed = space.tables().fixed;
  const FemNumbers load("isobar fem load", std::size_t(space.owned()));
  Kokkos::parallel_for(
      "isobar/fem_load", AllRows(0, space.owned()), KOKKOS_LAMBDA(Int64 n) {
        double sum = 0.0;
        if (!fixed(n)) {
          mass.visit(int(n), [&](int m, double value) { sum += value * f(m); });
          matrix.visit(int(n), [&](int m, double value) { sum -= value * g(m); });
        }
        load(n) = sum;
      });
  return load;
}

} // namespace isobar

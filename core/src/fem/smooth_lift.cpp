#include "fem/element_map.hpp"
#include "fem/product_rows.hpp"
#include "fem/reference_triangle.hpp"
#include "sparse/ell_storage.hpp"

#include <isobar/core/fem/fem_problem.hpp>

namespace isobar {
namespace {

/// Returns the coarse function at an unknown of a fine element. from(unknown) returns the numbers of this function.
template <class Reference, class Numbers>
KOKKOS_INLINE_FUNCTION double value_in_parent(const FemTables& source, const FemTables& target,
                                              const Numbers& from, int element, int n) {
  const Place p =
      Reference::in_parent(element % 4, Reference::place(local_node(target, element, n)));
  double sum = 0.0;
  for (int b = 0; b < Reference::nodes; ++b)
    sum += Reference::value(b, p) * from(source.elements(target.parent(element), b));
  return sum;
}
/// Interpolates the coarse numbers at all fine unknowns that are not fixed.
template <int K>
void interpolate(const FemSpace& coarse, const FemSpace& fine, const FemNumbers& from,
                 const FemNumbers& to) {
  const FemTables &source = coarse.tables(), &target = fine.tables(); // copied by the lambda
  Kokkos::parallel_for(
      "isobar/fem_interpolate", AllRows(0, fine.unknowns()), KOKKOS_LAMBDA(Int64 n) {
        if (target.fixed(n)) return;
        const int element = target.around(target.starts(n));
        to(n) = target.is_triangle(element)
                    ? value_in_parent<ReferenceTriangle<K>>(source, target, from, element, int(n))
                    : value_in_parent<ReferenceElement<K>>(source, target, from, element, int(n));
      });
}

/// Interpolates in hexahedra in the same way: along z first, then in the plane.
template <int K>
void interpolate_hexahedra(const FemSpace& coarse, const FemSpace& fine, const FemNumbers& from,
                           const FemNumbers& to) {
  const FemTables &source = coarse.plane()->tables(), &target = fine.plane()->tables();
  const auto fixed = fine.tables().fixed;
  const CsrRows<double> along_z = prolongation_along_z(coarse);
  const int column = fine.column_unknowns(), coarse_column = coarse.column_unknowns();
  Kokkos::parallel_for(
      "isobar/fem_interpolate", AllRows(0, fine.unknowns()), KOKKOS_LAMBDA(Int64 n) {
        if (fixed(n)) return;
        const int in_plane = int(n / column), k = int(n % column);
        const auto at_height = [&](int m) {
          double sum = 0.0;
          along_z.visit(
              k, [&](Int64 l, double value) { sum += value * from(Int64(m) * coarse_column + l); });
          return sum;
        };
        to(n) = value_in_parent<ReferenceElement<K>>(
            source, target, at_height, target.around(target.starts(in_plane)), in_plane);
      });
}

void interpolate_between(const FemSpace& coarse, const FemSpace& fine, const FemNumbers& from,
                         const FemNumbers& to) {
  const bool linear = fine.order() == 1;
  if (fine.plane())
    return linear ? interpolate_hexahedra<1>(coarse, fine, from, to)
                  : interpolate_hexahedra<2>(coarse, fine, from, to);
  if (linear) interpolate<1>(coarse, fine, from, to);
  else interpolate<2>(coarse, fine, from, to);
}

} // namespace

FemNumbers smooth_lift(std::span<const FemSpace> spaces, const FemProblem& problem) {
  FemNumbers lift = dirichlet_values(spaces.front(), problem);
  for (std::size_t l = 1; l < spaces.size(); ++l) {
    const FemNumbers next = dirichlet_values(spaces[l], problem);
    interpolate_between(spaces[l - 1], spaces[l], lift, next);
    lift = next;
  }
  return lift;
}

} // namespace isobar

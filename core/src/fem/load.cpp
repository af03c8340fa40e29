#include "fem/integrate.hpp"
#include "fem/product_rows.hpp"
#include "fem/reference_triangle.hpp"
#include "sparse/ell_storage.hpp"

#include <isobar/core/fem/assembly.hpp>

namespace isobar {
namespace {

/// Computes the right-hand side, with one row for each thread.
template <int K> struct Load {
  FemTables tables;
  FemNumbers f, g;
  FemCoefficients coefficients;
  FemNumbers load;

  KOKKOS_FUNCTION void operator()(Int64 n) const {
    double sum = 0.0;
    for (Int64 at = tables.starts(n); !tables.fixed(n) && at < tables.starts(n + 1); ++at)
      sum += element_part(tables.around(at), int(n));
    if (coefficients.reaction.extent(0) > 0)
      for (Int64 at = tables.starts(n); !tables.fixed(n) && at < tables.starts(n + 1); ++at)
        sum -= mass_part(tables.around(at), int(n));
    const RimTerms& rims = coefficients.rims;
    for (int at = rims.begin(int(n)); !tables.fixed(n) && at < rims.end(int(n)); ++at)
      sum -= rims.values(at) * g(rims.columns(at));
    load(n) = sum;
  }

private:
  KOKKOS_FUNCTION double element_part(int element, int n) const {
    return tables.is_triangle(element) ? of_element<ReferenceTriangle<K>>(element, n)
                                       : of_element<ReferenceElement<K>>(element, n);
  }
  KOKKOS_FUNCTION double mass_part(int element, int n) const {
    return tables.is_triangle(element) ? mass_of_element<ReferenceTriangle<K>>(element, n)
                                       : mass_of_element<ReferenceElement<K>>(element, n);
  }
  template <class Reference> KOKKOS_FUNCTION double of_element(int element, int n) const {
    const int a = local_node(tables, element, n);
    const double c = coefficients.diffusion.extent(0) > 0 ? coefficients.diffusion(element) : 1.0;
    double sum = 0.0;
    integrate<Reference>(tables, element, [&](Place p, const auto& derivative, double weight) {
      double f_here = 0.0;
      Place slope{0.0, 0.0};
      for (int b = 0; b < Reference::nodes; ++b) {
        const int m = tables.elements(element, b);
        const Place gradient = Reference::gradient(b, p);
        f_here += f(m) * Reference::value(b, p);
        slope.x += g(m) * gradient.x;
        slope.y += g(m) * gradient.y;
      }
      const Place of_row = derivative.gradient(Reference::gradient(a, p));
      sum +=
          weight * (f_here * Reference::value(a, p) - c * dot(of_row, derivative.gradient(slope)));
    });
    return sum;
  }
  /// Returns the integral of k g v over an element.
  template <class Reference> KOKKOS_FUNCTION double mass_of_element(int element, int n) const {
    const int a = local_node(tables, element, n);
    double sum = 0.0;
    integrate<Reference>(tables, element, [&](Place p, const auto&, double weight) {
      double g_here = 0.0;
      for (int b = 0; b < Reference::nodes; ++b)
        g_here += g(tables.elements(element, b)) * Reference::value(b, p);
      sum += weight * (g_here * Reference::value(a, p));
    });
    return coefficients.reaction(element) * sum;
  }
};

/// Adds the fluxes through rims to the rows of this rank.
void add_fluxes(const FemTables& space, const RimTerms& rims, const FemNumbers& load) {
  const FemTables tables = space;
  const auto unknowns = rims.flux_unknowns;
  const FemNumbers fluxes = rims.fluxes;
  Kokkos::parallel_for(
      "isobar/fem_fluxes", AllRows(0, Int64(unknowns.extent(0))), KOKKOS_LAMBDA(Int64 at) {
        const int n = unknowns(at);
        if (n < tables.owned && !tables.fixed(n)) load(n) += fluxes(at);
      });
}

template <int K>
FemNumbers assemble_load_of(const FemSpace& space, const FemNumbers& f, const FemNumbers& g,
                            const FemCoefficients& coefficients) {
  const FemNumbers load("isobar fem load", std::size_t(space.owned()));
  Kokkos::parallel_for("isobar/fem_load", AllRows(0, space.owned()),
                       Load<K>{space.tables(), f, g, coefficients, load});
  return load;
}

} // namespace

FemNumbers assemble_load(const FemSpace& space, const FemNumbers& f, const FemNumbers& g,
                         const FemCoefficients& coefficients) {
  const FemNumbers load = space.plane()        ? load_of_hexahedra(space, f, g, coefficients)
                          : space.order() == 1 ? assemble_load_of<1>(space, f, g, coefficients)
                                               : assemble_load_of<2>(space, f, g, coefficients);
  add_fluxes(space.tables(), coefficients.rims, load);
  return load;
}

} // namespace isobar

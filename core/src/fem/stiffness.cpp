#include "fem/assemble_rows.hpp"
#include "fem/element_map.hpp"
#include "fem/element_stiffness.hpp"
#include "fem/product_rows.hpp"
#include "fem/reference_triangle.hpp"
#include "fem/row_lengths.hpp"

#include <isobar/core/fem/assembly.hpp>

#include <cmath>

namespace isobar {
namespace {

/// Calls use(place, derivative of the map, weight) for each point of the quadrature of an element. The weight has the
/// determinant in it.
template <class Reference, class Use>
KOKKOS_FUNCTION void integrate(const FemTables& tables, int element, const Use& use) {
  const ElementMap<Reference> map(tables, element);
  for (int q = 0; q < Reference::quadrature_points; ++q) {
    const Place p = Reference::quadrature_place(q);
    const auto derivative = map.derivative(p);
    use(p, derivative, Reference::quadrature_weight(q) * derivative.determinant());
  }
}

KOKKOS_INLINE_FUNCTION double dot(Place a, Place b) { return a.x * b.x + a.y * b.y; }

/// Rows of the matrix.
template <int K> struct StiffnessRows {
  using Reference = ReferenceElement<K>;
  static constexpr int most = most_unknowns_around<K>;
  FemTables tables;
  FemCoefficients coefficients;
  bool all_rows = false; ///< of a part, ghosts and all

  Int64 rows() const { return all_rows ? Int64(tables.points.extent(0)) : Int64(tables.owned); }
  int places() const { return all_rows ? int(rows()) : tables.places; }

  KOKKOS_FUNCTION int length(int n) const {
    return tables.fixed(n) ? 1 : unknowns_around<K>(tables, n);
  }
  template <class Buffer> KOKKOS_FUNCTION void row(int n, Buffer& buffer) const {
    if (tables.fixed(n)) return buffer.append(n, 1.0);
    const Int64 end = tables.starts(n + 1);
    const int pack = tables.has_triangles ? 1 : row_pack;
    for (Int64 at = tables.starts(n); at < end; at += pack) {
      if (tables.is_triangle(tables.around(at))) add_triangle(n, tables.around(at), buffer);
      else add_elements(n, at, end - at < pack ? int(end - at) : pack, buffer);
    }
    if (coefficients.reaction.extent(0) > 0)
      for (Int64 at = tables.starts(n); at < end; ++at) {
        const int element = tables.around(at);
        if (tables.is_triangle(element)) add_mass<ReferenceTriangle<K>>(n, element, buffer);
        else add_mass<Reference>(n, element, buffer);
      }
    const RimTerms& rims = coefficients.rims;
    for (int at = rims.begin(n); at < rims.end(n); ++at)
      buffer.add(rims.columns(at), tables.fixed(rims.columns(at)) ? 0.0 : rims.values(at));
  }

private:
  /// The row of unknown n in the matrices of so many of the elements around it.
  template <class Buffer>
  KOKKOS_FORCEINLINE_FUNCTION void add_elements(int n, Int64 first, int count,
                                                Buffer& buffer) const {
    double of_x[Reference::nodes][row_pack], of_y[Reference::nodes][row_pack], of_c[row_pack];
    int elements[row_pack], a[row_pack];
    for (int lane = 0; lane < row_pack; ++lane) {
      const int element = tables.around(first + (lane < count ? lane : 0));
      elements[lane] = element;
      a[lane] = local_node(tables, element, n);
      of_c[lane] = coefficients.diffusion.extent(0) > 0 ? coefficients.diffusion(element) : 1.0;
      for (int b = 0; b < Reference::nodes; ++b) {
        const int m = tables.elements(element, b);
        of_x[b][lane] = tables.points(m, 0);
        of_y[b][lane] = tables.points(m, 1);
      }
    }
    RowPack x[Reference::nodes], y[Reference::nodes];
    for (int b = 0; b < Reference::nodes; ++b) {
      x[b] = load<RowPack>(of_x[b]);
      y[b] = load<RowPack>(of_y[b]);
    }
    const ElementStiffness<K> matrix(x, y, load<RowPack>(of_c), a);
    for (int lane = 0; lane < count; ++lane)
      for (int b = 0; b < Reference::nodes; ++b) {
        const int column = tables.elements(elements[lane], b);
        const double value = tables.fixed(column) ? 0.0 : matrix(a[lane], b, lane);
        if (is_shared<K>(a[lane], b)) buffer.add(column, value);
        else buffer.append(column, value);
      }
  }
  /// The row of unknown n in the stiffness matrix of a triangle.
  template <class Buffer>
  KOKKOS_FUNCTION void add_triangle(int n, int element, Buffer& buffer) const {
    using Shape = ReferenceTriangle<K>;
    const int a = local_node(tables, element, n);
    const double c = coefficients.diffusion.extent(0) > 0 ? coefficients.diffusion(element) : 1.0;
    double sums[Shape::nodes] = {};
    integrate<Shape>(tables, element, [&](Place p, const auto& derivative, double weight) {
      Place gradients[Shape::nodes]; // once, so that entries (a, b) and (b, a) have the same bits
      for (int b = 0; b < Shape::nodes; ++b)
        gradients[b] = derivative.gradient(Shape::gradient(b, p));
      for (int b = 0; b < Shape::nodes; ++b)
        sums[b] += c * weight * dot(gradients[a], gradients[b]);
    });
    for (int b = 0; b < Shape::nodes; ++b) {
      const int column = tables.elements(element, b);
      const double value = tables.fixed(column) ? 0.0 : sums[b];
      if (is_shared_of_triangle<K>(a, b)) buffer.add(column, value);
      else buffer.append(column, value);
    }
  }
  /// The row of unknown n in an element's integrals of k v w, whose columns the stiffness matrix has brought.
  template <class Shape, class Buffer>
  KOKKOS_FUNCTION void add_mass(int n, int element, Buffer& buffer) const {
    const int a = local_node(tables, element, n);
    const double k = coefficients.reaction(element);
    double sums[Shape::nodes] = {};
    integrate<Shape>(tables, element, [&](Place p, const auto&, double weight) {
      double values[Shape::nodes];
      for (int b = 0; b < Shape::nodes; ++b) values[b] = Shape::value(b, p);
      // A compiler may fuse some of the sums and others not: entries (a, b) and (b, a) would differ.
      for (int b = 0; b < Shape::nodes; ++b)
        sums[b] = std::fma(k * weight, values[a] * values[b], sums[b]);
    });
    for (int b = 0; b < Shape::nodes; ++b) {
      const int column = tables.elements(element, b);
      buffer.add_to(column, tables.fixed(column) ? 0.0 : sums[b]);
    }
  }
};

/// Takes a row as RowBuffer does and keeps its diagonal alone.
struct Diagonal {
  int row;
  double value = 0.0;

  KOKKOS_FORCEINLINE_FUNCTION void add(int column, double addend) {
    if (column == row) value += addend;
  }
  KOKKOS_FORCEINLINE_FUNCTION void append(int column, double addend) { add(column, addend); }
  KOKKOS_FORCEINLINE_FUNCTION void add_to(int column, double addend) { add(column, addend); }
};

/// 1 / a_ii and 1 / sum |a_ij|, without storing rows; with the bits of inverse_diagonal() and inverse_l1_sums().
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

/// The right-hand side, a row for each thread.
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
  /// The integral of k g v.
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

/// Adds the fluxes through rims to the rows that are here.
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

FemNumbers assemble_load(const FemSpace& space, const FemNumbers& f, const FemNumbers& g,
                         const FemCoefficients& coefficients) {
  const FemNumbers load = space.plane()        ? load_of_hexahedra(space, f, g, coefficients)
                          : space.order() == 1 ? assemble_load_of<1>(space, f, g, coefficients)
                                               : assemble_load_of<2>(space, f, g, coefficients);
  add_fluxes(space.tables(), coefficients.rims, load);
  return load;
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

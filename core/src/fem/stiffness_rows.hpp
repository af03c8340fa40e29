#pragma once
#include "fem/assemble_rows.hpp"
#include "fem/element_stiffness.hpp"
#include "fem/integrate.hpp"
#include "fem/reference_triangle.hpp"
#include "fem/row_lengths.hpp"

#include <isobar/core/fem/assembly.hpp>

#include <cmath>

namespace isobar {

/// The rows of the stiffness matrix, for assemble_rows().
template <int K> struct StiffnessRows {
  using Reference = ReferenceElement<K>;
  static constexpr int most = most_unknowns_around<K>;
  FemTables tables;
  FemCoefficients coefficients;
  bool all_rows = false; ///< of a part, including ghosts

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
  /// Adds the row of unknown n in the matrices of `count` elements around it.
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
  /// Adds the row of unknown n in the stiffness matrix of a triangle.
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
  /// Adds the row of unknown n in an element's integrals of k v w. The stiffness matrix has already brought its columns.
  template <class Shape, class Buffer>
  KOKKOS_FUNCTION void add_mass(int n, int element, Buffer& buffer) const {
    const int a = local_node(tables, element, n);
    const double k = coefficients.reaction(element);
    double sums[Shape::nodes] = {};
    integrate<Shape>(tables, element, [&](Place p, const auto&, double weight) {
      double values[Shape::nodes];
      for (int b = 0; b < Shape::nodes; ++b) values[b] = Shape::value(b, p);
      // Without std::fma, a compiler may fuse only some of the sums, and entries (a, b) and (b, a) would differ.
      for (int b = 0; b < Shape::nodes; ++b)
        sums[b] = std::fma(k * weight, values[a] * values[b], sums[b]);
    });
    for (int b = 0; b < Shape::nodes; ++b) {
      const int column = tables.elements(element, b);
      buffer.add_to(column, tables.fixed(column) ? 0.0 : sums[b]);
    }
  }
};

} // namespace isobar

#include "fem/assemble_rows.hpp"
#include "fem/element_map.hpp"

#include <isobar/core/fem/assembly.hpp>

namespace isobar {
namespace {

/// Calls use(place, derivative of the map, weight) for each point of the quadrature of an element. The weight has the
/// determinant in it.
template <int K, class Use>
KOKKOS_FUNCTION void integrate(const FemTables& tables, int element, const Use& use) {
  using Reference = ReferenceElement<K>;
  const ElementMap<K> map(tables, element);
  for (int q = 0; q < Reference::quadrature_points; ++q) {
    const Place p = Reference::quadrature_place(q);
    const auto derivative = map.derivative(p);
    use(p, derivative, Reference::quadrature_weight(q) * derivative.determinant());
  }
}

KOKKOS_INLINE_FUNCTION double dot(Place a, Place b) { return a.x * b.x + a.y * b.y; }

/// Rows of the stiffness matrix.
template <int K> struct StiffnessRows {
  using Reference = ReferenceElement<K>;
  static constexpr int most = 1 + (K == 1 ? 2 : 6) * FemSpace::most_around;
  FemTables tables;
  FemNumbers diffusion;
  bool all_rows = false; ///< of a part, ghosts and all

  Int64 rows() const { return all_rows ? Int64(tables.points.extent(0)) : Int64(tables.owned); }
  int places() const { return all_rows ? int(rows()) : tables.places; }

  template <class Buffer> KOKKOS_FUNCTION void row(int n, Buffer& buffer, bool with_values) const {
    if (tables.fixed(n)) return buffer.add(n, 1.0);
    for (Int64 at = tables.starts(n); at < tables.starts(n + 1); ++at) {
      const int element = tables.around(at);
      double values[Reference::nodes] = {};
      if (with_values) local_row(element, n, values);
      for (int b = 0; b < Reference::nodes; ++b) {
        const int column = tables.elements(element, b);
        buffer.add(column, tables.fixed(column) ? 0.0 : values[b]);
      }
    }
  }

private:
  /// The row of unknown n in the matrix of one element.
  KOKKOS_FUNCTION void local_row(int element, int n, double* values) const {
    const int a = local_node(tables, element, n);
    const double c = diffusion.extent(0) > 0 ? diffusion(element) : 1.0;
    integrate<K>(tables, element, [&](Place p, const auto& derivative, double weight) {
      const Place of_row = derivative.gradient(Reference::gradient(a, p));
      for (int b = 0; b < Reference::nodes; ++b)
        values[b] += c * weight * dot(of_row, derivative.gradient(Reference::gradient(b, p)));
    });
  }
};

/// One number of each row, without storing rows; with the bits of inverse_diagonal() and inverse_l1_sums().
template <class T, class Source>
Kokkos::View<T*, MemorySpace> inverse_of(const Source& source, RowSum of) {
  const Kokkos::View<T*, MemorySpace> inverse("isobar inverse diagonal",
                                              std::size_t(source.rows()));
  Kokkos::parallel_for(
      "isobar/fem_inverse", AllRows(0, source.rows()), KOKKOS_LAMBDA(Int64 n) {
        RowBuffer<Source::most> buffer;
        source.row(int(n), buffer, true);
        T sum = T(0);
        for (int entry = 0; entry < buffer.count; ++entry) {
          const T value = T(buffer.values[entry]);
          if (of == RowSum::l1) sum += value < T(0) ? -value : value;
          else if (buffer.columns[entry] == n) sum = value;
        }
        inverse(n) = T(1) / sum;
      });
  return inverse;
}

/// The right-hand side, a row for each thread.
template <int K> struct Load {
  using Reference = ReferenceElement<K>;
  FemTables tables;
  FemNumbers f, g, diffusion, load;

  KOKKOS_FUNCTION void operator()(Int64 n) const {
    double sum = 0.0;
    for (Int64 at = tables.starts(n); !tables.fixed(n) && at < tables.starts(n + 1); ++at)
      sum += of_element(tables.around(at), int(n));
    load(n) = sum;
  }

private:
  KOKKOS_FUNCTION double of_element(int element, int n) const {
    const int a = local_node(tables, element, n);
    const double c = diffusion.extent(0) > 0 ? diffusion(element) : 1.0;
    double sum = 0.0;
    integrate<K>(tables, element, [&](Place p, const auto& derivative, double weight) {
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
};

template <int K>
FemNumbers assemble_load_of(const FemSpace& space, const FemNumbers& f, const FemNumbers& g,
                            const FemNumbers& diffusion) {
  const FemNumbers load("isobar fem load", std::size_t(space.owned()));
  Kokkos::parallel_for("isobar/fem_load", AllRows(0, space.owned()),
                       Load<K>{space.tables(), f, g, diffusion, load});
  return load;
}

} // namespace

template <class T>
CsrRows<T> assemble_stiffness(const FemSpace& space, const FemNumbers& diffusion, int first) {
  return space.order() == 1 ? assemble_rows<T>(StiffnessRows<1>{space.tables(), diffusion}, first)
                            : assemble_rows<T>(StiffnessRows<2>{space.tables(), diffusion}, first);
}

template <class T>
Kokkos::View<T*, MemorySpace> assemble_inverse(const FemSpace& space, const FemNumbers& diffusion,
                                               RowSum of) {
  return space.order() == 1 ? inverse_of<T>(StiffnessRows<1>{space.tables(), diffusion}, of)
                            : inverse_of<T>(StiffnessRows<2>{space.tables(), diffusion}, of);
}

template <class T>
CsrRows<T> assemble_all_rows(const FemSpace& space, const FemNumbers& diffusion) {
  return space.order() == 1 ? assemble_rows<T>(StiffnessRows<1>{space.tables(), diffusion, true})
                            : assemble_rows<T>(StiffnessRows<2>{space.tables(), diffusion, true});
}

FemNumbers assemble_load(const FemSpace& space, const FemNumbers& f, const FemNumbers& g,
                         const FemNumbers& diffusion) {
  return space.order() == 1 ? assemble_load_of<1>(space, f, g, diffusion)
                            : assemble_load_of<2>(space, f, g, diffusion);
}

template CsrRows<double> assemble_stiffness(const FemSpace&, const FemNumbers&, int);
template CsrRows<float> assemble_stiffness(const FemSpace&, const FemNumbers&, int);
template Kokkos::View<double*, MemorySpace> assemble_inverse(const FemSpace&, const FemNumbers&,
                                                             RowSum);
template Kokkos::View<float*, MemorySpace> assemble_inverse(const FemSpace&, const FemNumbers&,
                                                            RowSum);
template CsrRows<double> assemble_all_rows(const FemSpace&, const FemNumbers&);
template CsrRows<float> assemble_all_rows(const FemSpace&, const FemNumbers&);

} // namespace isobar

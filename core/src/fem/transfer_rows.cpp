#include "fem/assemble_rows.hpp"
#include "fem/element_map.hpp"

#include <isobar/core/fem/assembly.hpp>

namespace isobar {
namespace {

/// Rows of the prolongation: the fine unknown lies in the parent of any element around it, all of which agree.
template <int K> struct ProlongationSource {
  using Reference = ReferenceElement<K>;
  static constexpr int most = Reference::nodes;
  FemTables coarse, fine;

  Int64 rows() const { return fine.owned; }
  int places() const { return coarse.places; }

  template <class Buffer> KOKKOS_FUNCTION void row(int n, Buffer& buffer, bool) const {
    const int element = fine.around(fine.starts(n)), parent = fine.parent(element);
    const Place p = in_parent(element % 4, Reference::place(local_node(fine, element, n)));
    for (int b = 0; b < Reference::nodes; ++b) {
      const double value = Reference::value(b, p);
      if (is_zero(value)) continue;
      const int column = coarse.elements(parent, b);
      buffer.set(column, fine.fixed(n) || coarse.fixed(column) ? 0.0 : value);
    }
  }
};

/// Rows of its transpose: the fine unknowns in the elements around a coarse one.
template <int K> struct RestrictionSource {
  using Reference = ReferenceElement<K>;
  static constexpr int most = 1 + (K == 1 ? 3 : 10) * FemSpace::most_around;
  FemTables coarse, fine;

  Int64 rows() const { return coarse.owned; }
  int places() const { return fine.places; }

  template <class Buffer> KOKKOS_FUNCTION void row(int n, Buffer& buffer, bool) const {
    for (Int64 at = coarse.starts(n); at < coarse.starts(n + 1); ++at) {
      const int parent = coarse.around(at), b = local_node(coarse, parent, n);
      const int first = fine.first_child(parent);
      for (int child = 0; child < 4; ++child)
        for (int a = 0; a < Reference::nodes; ++a) {
          const double value = Reference::value(b, in_parent(child, Reference::place(a)));
          if (is_zero(value)) continue;
          const int column = fine.elements(first + child, a);
          buffer.set(column, coarse.fixed(n) || fine.fixed(column) ? 0.0 : value);
        }
    }
  }
};

} // namespace

template <class T>
CsrRows<T> assemble_prolongation(const FemSpace& coarse, const FemSpace& fine, int first) {
  return coarse.order() == 1
             ? assemble_rows<T>(ProlongationSource<1>{coarse.tables(), fine.tables()}, first)
             : assemble_rows<T>(ProlongationSource<2>{coarse.tables(), fine.tables()}, first);
}

template <class T>
CsrRows<T> assemble_restriction(const FemSpace& coarse, const FemSpace& fine, int first) {
  return coarse.order() == 1
             ? assemble_rows<T>(RestrictionSource<1>{coarse.tables(), fine.tables()}, first)
             : assemble_rows<T>(RestrictionSource<2>{coarse.tables(), fine.tables()}, first);
}

template CsrRows<double> assemble_prolongation(const FemSpace&, const FemSpace&, int);
template CsrRows<float> assemble_prolongation(const FemSpace&, const FemSpace&, int);
template CsrRows<double> assemble_restriction(const FemSpace&, const FemSpace&, int);
template CsrRows<float> assemble_restriction(const FemSpace&, const FemSpace&, int);

} // namespace isobar

#include "fem/assemble_rows.hpp"
#include "fem/element_map.hpp"

#include <isobar/core/fem/assembly.hpp>

#include <algorithm>
#include <utility>
#include <vector>

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

/// The unknowns of a refined element at which basis function b of the element is not 0, each once: at (b, k) stand 4 times a node of
/// a child and the child, and the value.
template <int K> struct RefinedValues {
  using Reference = ReferenceElement<K>;
  static constexpr int most = (2 * K + 1) * (2 * K + 1);
  Kokkos::View<int*, MemorySpace> counts{"isobar refined counts", Reference::nodes};
  Kokkos::View<int* [most], Kokkos::LayoutRight, MemorySpace> nodes {
    "isobar refined nodes", Reference::nodes
  };
  Kokkos::View<double* [most], Kokkos::LayoutRight, MemorySpace> values {
    "isobar refined values", Reference::nodes
  };

  RefinedValues() {
    const auto of_counts = Kokkos::create_mirror_view(counts);
    const auto of_nodes = Kokkos::create_mirror_view(nodes);
    const auto of_values = Kokkos::create_mirror_view(values);
    for (int b = 0; b < Reference::nodes; ++b) {
      std::vector<std::pair<double, double>> met;
      for (int n = 0; n < 4 * Reference::nodes; ++n) {
        const Place p = in_parent(n % 4, Reference::place(n / 4));
        const double value = Reference::value(b, p);
        if (is_zero(value) || std::ranges::count(met, std::pair(p.x, p.y)) > 0) continue;
        of_nodes(b, met.size()) = n;
        of_values(b, met.size()) = value;
        met.emplace_back(p.x, p.y);
      }
      of_counts(b) = int(met.size());
    }
    Kokkos::deep_copy(counts, of_counts);
    Kokkos::deep_copy(nodes, of_nodes);
    Kokkos::deep_copy(values, of_values);
  }
};

/// Rows of its transpose: the fine unknowns in the elements around a coarse one.
template <int K> struct RestrictionSource {
  using Reference = ReferenceElement<K>;
  static constexpr int most = 1 + (K == 1 ? 3 : 10) * FemSpace::most_around;
  FemTables coarse, fine;
  RefinedValues<K> refined{};

  Int64 rows() const { return coarse.owned; }
  int places() const { return fine.places; }

  template <class Buffer> KOKKOS_FUNCTION void row(int n, Buffer& buffer, bool) const {
    for (Int64 at = coarse.starts(n); at < coarse.starts(n + 1); ++at) {
      const int parent = coarse.around(at), b = local_node(coarse, parent, n);
      const int first = fine.first_child(parent);
      for (int k = 0; k < refined.counts(b); ++k) {
        const int node = refined.nodes(b, k);
        const int column = fine.elements(first + node % 4, node / 4);
        buffer.set(column, coarse.fixed(n) || fine.fixed(column) ? 0.0 : refined.values(b, k));
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

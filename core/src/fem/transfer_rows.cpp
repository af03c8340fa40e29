#include "fem/assemble_rows.hpp"
#include "fem/element_map.hpp"
#include "fem/product_rows.hpp"
#include "fem/reference_triangle.hpp"
#include "fem/row_lengths.hpp"

#include <isobar/core/fem/assembly.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace isobar {
namespace {

/// Lists of values that are not 0, of the basis of an element at the nodes of its children. Node a of child c has the number 4
/// a + c.
template <int Lists, int Most> struct ListedValues {
  Kokkos::View<int[Lists], MemorySpace> counts{"isobar refined counts"};
  Kokkos::View<int[Lists][Most], Kokkos::LayoutRight, MemorySpace> nodes{"isobar refined nodes"};
  Kokkos::View<double[Lists][Most], Kokkos::LayoutRight, MemorySpace> values{
      "isobar refined values"};

  struct Entry {
    int node;
    double value;
  };
  explicit ListedValues(const std::array<std::vector<Entry>, Lists>& lists) {
    const auto of_counts = Kokkos::create_mirror_view(counts);
    const auto of_nodes = Kokkos::create_mirror_view(nodes);
    const auto of_values = Kokkos::create_mirror_view(values);
    for (int list = 0; list < Lists; ++list) {
      of_counts(list) = int(lists[list].size());
      for (int k = 0; k < of_counts(list); ++k) {
        of_nodes(list, k) = lists[list][k].node;
        of_values(list, k) = lists[list][k].value;
      }
    }
    Kokkos::deep_copy(counts, of_counts);
    Kokkos::deep_copy(nodes, of_nodes);
    Kokkos::deep_copy(values, of_values);
  }
};

/// Lists, for each node of a child, the basis functions of the element that are not 0 there.
template <class Reference>
struct ValuesInParent : ListedValues<4 * Reference::nodes, Reference::nodes> {
  using Base = ListedValues<4 * Reference::nodes, Reference::nodes>;
  ValuesInParent() : Base(lists()) {}

private:
  static auto lists() {
    std::array<std::vector<typename Base::Entry>, 4 * Reference::nodes> lists;
    for (int n = 0; n < 4 * Reference::nodes; ++n)
      for (int b = 0; b < Reference::nodes; ++b) {
        const double value =
            Reference::value(b, Reference::in_parent(n % 4, Reference::place(n / 4)));
        if (!is_zero(value)) lists[n].push_back({b, value});
      }
    return lists;
  }
};

/// Lists, for each basis function, the nodes of children where it is not 0, each place once.
template <class Reference>
struct ValuesInChildren : ListedValues<Reference::nodes, 4 * Reference::nodes> {
  using Base = ListedValues<Reference::nodes, 4 * Reference::nodes>;
  ValuesInChildren() : Base(lists()) {}

private:
  static auto lists() {
    std::array<std::vector<typename Base::Entry>, Reference::nodes> lists;
    for (int b = 0; b < Reference::nodes; ++b) {
      std::vector<std::pair<double, double>> met;
      for (int n = 0; n < 4 * Reference::nodes; ++n) {
        const Place p = Reference::in_parent(n % 4, Reference::place(n / 4));
        const double value = Reference::value(b, p);
        if (is_zero(value) || std::ranges::count(met, std::pair(p.x, p.y)) > 0) continue;
        lists[b].push_back({n, value});
        met.emplace_back(p.x, p.y);
      }
    }
    return lists;
  }
};

/// The rows of the prolongation. A fine unknown takes its values from the parent of any element around it, as all parents
/// agree.
template <int K> struct ProlongationSource {
  static constexpr int most = ReferenceElement<K>::nodes;
  FemTables coarse, fine;
  ValuesInParent<ReferenceElement<K>> quads{};
  ValuesInParent<ReferenceTriangle<K>> triangles{};

  Int64 rows() const { return fine.owned; }
  int places() const { return coarse.places; }
  KOKKOS_FUNCTION int length(int n) const {
    const int element = fine.around(fine.starts(n)), node = node_of_child(element, n);
    return fine.is_triangle(element) ? triangles.counts(node) : quads.counts(node);
  }
  template <class Buffer> KOKKOS_FUNCTION void row(int n, Buffer& buffer) const {
    const int element = fine.around(fine.starts(n));
    if (fine.is_triangle(element)) add(triangles, element, n, buffer);
    else add(quads, element, n, buffer);
  }

private:
  template <class Values, class Buffer>
  KOKKOS_FORCEINLINE_FUNCTION void add(const Values& parents, int element, int n,
                                       Buffer& buffer) const {
    const int parent = fine.parent(element), node = node_of_child(element, n);
    for (int k = 0; k < parents.counts(node); ++k) {
      const int column = coarse.elements(parent, parents.nodes(node, k));
      buffer.append(column, fine.fixed(n) || coarse.fixed(column) ? 0.0 : parents.values(node, k));
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION int node_of_child(int element, int n) const {
    return 4 * local_node(fine, element, n) + element % 4;
  }
};

/// The rows of the restriction, the transpose. They have the fine unknowns in the elements around a coarse unknown.
template <int K> struct RestrictionSource {
  static constexpr int most = most_unknowns_around<K>;
  FemTables coarse, fine;
  ValuesInChildren<ReferenceElement<K>> quads{};
  ValuesInChildren<ReferenceTriangle<K>> triangles{};

  Int64 rows() const { return coarse.owned; }
  int places() const { return fine.places; }
  KOKKOS_FUNCTION int length(int n) const { return refined_unknowns_around<K>(coarse, n); }
  template <class Buffer> KOKKOS_FUNCTION void row(int n, Buffer& buffer) const {
    for (Int64 at = coarse.starts(n); at < coarse.starts(n + 1); ++at) {
      const int parent = coarse.around(at);
      if (coarse.is_triangle(parent)) add(triangles, parent, n, buffer);
      else add(quads, parent, n, buffer);
    }
  }

private:
  template <class Values, class Buffer>
  KOKKOS_FORCEINLINE_FUNCTION void add(const Values& refined, int parent, int n,
                                       Buffer& buffer) const {
    const int b = local_node(coarse, parent, n), first = fine.first_child(parent);
    for (int k = 0; k < refined.counts(b); ++k) {
      const int node = refined.nodes(b, k);
      const int column = fine.elements(first + node % 4, node / 4);
      buffer.set(column, coarse.fixed(n) || fine.fixed(column) ? 0.0 : refined.values(b, k));
    }
  }
};

} // namespace

template <class T>
CsrRows<T> assemble_prolongation(const FemSpace& coarse, const FemSpace& fine, int first) {
  if (fine.plane()) return assemble_products<T>(prolongation_of_hexahedra(coarse, fine), first);
  return coarse.order() == 1
             ? assemble_rows<T>(ProlongationSource<1>{coarse.tables(), fine.tables()}, first)
             : assemble_rows<T>(ProlongationSource<2>{coarse.tables(), fine.tables()}, first);
}

template <class T>
CsrRows<T> assemble_restriction(const FemSpace& coarse, const FemSpace& fine, int first) {
  if (fine.plane()) return assemble_products<T>(restriction_of_hexahedra(coarse, fine), first);
  return coarse.order() == 1
             ? assemble_rows<T>(RestrictionSource<1>{coarse.tables(), fine.tables()}, first)
             : assemble_rows<T>(RestrictionSource<2>{coarse.tables(), fine.tables()}, first);
}

template CsrRows<double> assemble_prolongation(const FemSpace&, const FemSpace&, int);
template CsrRows<float> assemble_prolongation(const FemSpace&, const FemSpace&, int);
template CsrRows<double> assemble_restriction(const FemSpace&, const FemSpace&, int);
template CsrRows<float> assemble_restriction(const FemSpace&, const FemSpace&, int);

} // namespace isobar

#include "fem/assemble_rows.hpp"
#include "fem/element_map.hpp"
#include "fem/row_lengths.hpp"

#include <isobar/core/fem/assembly.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace isobar {
namespace {

/// Values that are not 0, in lists: of the basis of an element at the nodes of its children, which are numbered by 4 times the node
/// and the child.
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

/// At each node of a child the basis functions of the element.
template <int K> struct ValuesInParent : ListedValues<4 * (K + 1) * (K + 1), (K + 1) * (K + 1)> {
  using Reference = ReferenceElement<K>;
  using Base = ListedValues<4 * Reference::nodes, Reference::nodes>;
  ValuesInParent() : Base(lists()) {}

private:
  static auto lists() {
    std::array<std::vector<typename Base::Entry>, 4 * Reference::nodes> lists;
    for (int n = 0; n < 4 * Reference::nodes; ++n)
      for (int b = 0; b < Reference::nodes; ++b) {
        const double value = Reference::value(b, in_parent(n % 4, Reference::place(n / 4)));
        if (!is_zero(value)) lists[n].push_back({b, value});
      }
    return lists;
  }
};

/// Of each basis function the nodes of children, each place once.
template <int K>
struct ValuesInChildren : ListedValues<(K + 1) * (K + 1), (2 * K + 1) * (2 * K + 1)> {
  using Reference = ReferenceElement<K>;
  using Base = ListedValues<Reference::nodes, (2 * K + 1) * (2 * K + 1)>;
  ValuesInChildren() : Base(lists()) {}

private:
  static auto lists() {
    std::array<std::vector<typename Base::Entry>, Reference::nodes> lists;
    for (int b = 0; b < Reference::nodes; ++b) {
      std::vector<std::pair<double, double>> met;
      for (int n = 0; n < 4 * Reference::nodes; ++n) {
        const Place p = in_parent(n % 4, Reference::place(n / 4));
        const double value = Reference::value(b, p);
        if (is_zero(value) || std::ranges::count(met, std::pair(p.x, p.y)) > 0) continue;
        lists[b].push_back({n, value});
        met.emplace_back(p.x, p.y);
      }
    }
    return lists;
  }
};

/// Rows of the prolongation: the fine unknown lies in the parent of any element around it, all of which agree.
template <int K> struct ProlongationSource {
  using Reference = ReferenceElement<K>;
  static constexpr int most = Reference::nodes;
  FemTables coarse, fine;
  ValuesInParent<K> parents{};

  Int64 rows() const { return fine.owned; }
  int places() const { return coarse.places; }
  KOKKOS_FUNCTION int length(int n) const {
    return parents.counts(node_of_child(fine.around(fine.starts(n)), n));
  }
  template <class Buffer> KOKKOS_FUNCTION void row(int n, Buffer& buffer) const {
    const int element = fine.around(fine.starts(n)), parent = fine.parent(element);
    const int node = node_of_child(element, n);
    for (int k = 0; k < parents.counts(node); ++k) {
      const int column = coarse.elements(parent, parents.nodes(node, k));
      buffer.append(column, fine.fixed(n) || coarse.fixed(column) ? 0.0 : parents.values(node, k));
    }
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION int node_of_child(int element, int n) const {
    return 4 * local_node(fine, element, n) + element % 4;
  }
};

/// Rows of its transpose: the fine unknowns in the elements around a coarse one.
template <int K> struct RestrictionSource {
  static constexpr int most = most_unknowns_around<K>;
  FemTables coarse, fine;
  ValuesInChildren<K> refined{};

  Int64 rows() const { return coarse.owned; }
  int places() const { return fine.places; }
  KOKKOS_FUNCTION int length(int n) const { return unknowns_around<K>(coarse, n); }
  template <class Buffer> KOKKOS_FUNCTION void row(int n, Buffer& buffer) const {
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

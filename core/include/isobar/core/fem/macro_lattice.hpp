#pragma once
#include <isobar/core/fem/numbering.hpp>

namespace isobar {

/// The unknowns of refined macro elements, on the host. A quadrilateral that was refined r times
/// is a square of 2^r x 2^r elements. Its unknowns lie on a lattice of (m + 1) x (m + 1) places, m
/// = order 2^r. Place (i, j) counts from corner 0, with i towards corner 1 and j towards corner 3.
class MacroLattice {
public:
  /// Takes a table in any numbering.
  explicit MacroLattice(const ElementTable& table);
  /// Gives the unknowns other numbers, as renumber() does for a table.
  void renumber(std::span<const int> new_number);

  int macros() const { return macros_; }
  int order() const { return order_; }
  int elements() const { return cells_ / order_; } ///< elements on a side
  int cells() const { return cells_; }             ///< m
  int unknown(int macro, int i, int j) const {
    const std::size_t side = std::size_t(cells_) + 1;
    return unknowns_[(std::size_t(macro) * side + j) * side + i];
  }
  /// The unknown at place t of a side. Places from 0 to m are counted from the corner with the
  /// side's number to the next corner.
  int on_side(int macro, int side, int t) const;

  /// The element of the table at column i and row j of a macro element's elements.
  int element(int macro, int i, int j) const {
    return firsts_[macro] + elements_[std::size_t(j) * elements() + i];
  }
  /// The numbers from which element() is computed: the first element
  /// of each macro element, and the place of element (j, i) behind it.
  const std::vector<int>& first_elements() const { return firsts_; }
  const std::vector<int>& element_order() const { return elements_; }

private:
  int order_, macros_, cells_;
  std::vector<int> unknowns_;          ///< (macro, j, i)
  std::vector<int> elements_, firsts_; ///< element_order(), first_elements()
};

/// Returns the new number of each unknown in Numbering::macro, as new_numbers() of a table does.
std::vector<int> new_numbers(const MacroLattice& lattice, int unknowns);

} // namespace isobar

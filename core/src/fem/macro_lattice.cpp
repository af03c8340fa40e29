#include "fem/reference_element.hpp"

#include <isobar/core/fem/macro_lattice.hpp>

#include <algorithm>

namespace isobar {
namespace {

struct LatticePlace {
  int i = 0, j = 0;
};
LatticePlace operator+(LatticePlace a, LatticePlace b) { return {a.i + b.i, a.j + b.j}; }
LatticePlace operator-(LatticePlace a, LatticePlace b) { return {a.i - b.i, a.j - b.j}; }
/// Returns `halves` times half of a.
LatticePlace halves_of(LatticePlace a, int halves) { return {a.i * halves / 2, a.j * halves / 2}; }

/// A refined element on the lattice: its first corner, and from there its two sides. Children are turned against each other.
struct Frame {
  LatticePlace origin, along_x, along_y;

  LatticePlace corner(int c) const { return node(c % 4); }
  /// Returns child c, which lies where in_parent() has it.
  Frame child(int c) const {
    const LatticePlace here = corner(c);
    return {here, halves_of(corner(c + 1) - here, 1), halves_of(corner(c + 3) - here, 1)};
  }
  LatticePlace node(int a) const {
    using Halves = ReferenceElement<2>;
    return origin + halves_of(along_x, Halves::along_x(a)) + halves_of(along_y, Halves::along_y(a));
  }
};

/// Returns the elements of a macro element in the order of their numbers.
std::vector<Frame> frames(int refinements, int cells) {
  std::vector<Frame> all{{{}, {cells, 0}, {0, cells}}};
  for (int r = 0; r < refinements; ++r) {
    std::vector<Frame> children;
    children.reserve(4 * all.size());
    for (const Frame& frame : all)
      for (int c = 0; c < 4; ++c) children.push_back(frame.child(c));
    all = std::move(children);
  }
  return all;
}

} // namespace

MacroLattice::MacroLattice(const ElementTable& table)
    : order_(table.nodes == 4 ? 1 : 2), cells_(order_ << table.refinements), firsts_(table.macros) {
  if (firsts_.empty())
    for (int e = 0; e < table.elements(); e += 1 << (2 * table.refinements)) firsts_.push_back(e);
  macros_ = int(firsts_.size());
  const std::vector<Frame> of_macro = frames(table.refinements, cells_);
  const std::size_t side = std::size_t(cells_) + 1, inside = of_macro.size();
  elements_.resize(inside);
  for (std::size_t e = 0; e < inside; ++e) {
    const LatticePlace first = of_macro[e].corner(0), last = of_macro[e].corner(2);
    const int i = std::min(first.i, last.i) / order_, j = std::min(first.j, last.j) / order_;
    elements_[std::size_t(j) * elements() + i] = int(e);
  }
  unknowns_.resize(std::size_t(macros_) * side * side);
  for (std::size_t q = 0; q < firsts_.size(); ++q)
    for (std::size_t e = 0; e < inside; ++e)
      for (int a = 0; a < table.nodes; ++a) {
        const LatticePlace p = of_macro[e].node(a);
        unknowns_[(q * side + p.j) * side + p.i] = table.of(firsts_[q] + int(e))[a];
      }
}

void MacroLattice::renumber(std::span<const int> new_number) {
  for (int& n : unknowns_) n = new_number[n];
}

int MacroLattice::on_side(int macro, int side, int t) const {
  switch (side) {
  case 0: return unknown(macro, t, 0);
  case 1: return unknown(macro, cells_, t);
  case 2: return unknown(macro, cells_ - t, cells_);
  default: return unknown(macro, 0, cells_ - t);
  }
}

} // namespace isobar

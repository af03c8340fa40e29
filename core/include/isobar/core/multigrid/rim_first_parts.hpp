#pragma once
#include <cstddef>
#include <vector>

namespace isobar {

/// The columns of a level in parts, in the order in which a step computes them. The
/// parts that neighbours wait for come first. They travel while the step works on
/// the last part, which has all other columns. There are no parts if nobody waits.
template <class Grid> class RimFirstParts {
public:
  bool empty() const { return parts_.empty(); }
  /// Calls step(grid of a part, its first column, its first row)
  /// for all parts. Calls send() before the last part.
  template <class Step, class Send> void for_each(const Step& step, const Send& send) const {
    for (const Part& part : parts_) {
      if (&part == &parts_.back()) send();
      step(part.grid, part.i, part.j);
    }
  }
  /// Calls step() for the last part first, then receive(), then step() for the other
  /// parts. Steps that read neighbours' columns beside these parts need this order.
  template <class Step, class Receive>
  void inner_first(const Step& step, const Receive& receive) const {
    step(parts_.back().grid, parts_.back().i, parts_.back().j);
    receive();
    for (std::size_t n = 0; n + 1 < parts_.size(); ++n)
      step(parts_[n].grid, parts_[n].i, parts_[n].j);
  }

protected:
  void add(const Grid& grid, int i, int j) { parts_.push_back({grid, i, j}); }
  /// Number of columns of a strip beside a western or an eastern
  /// side: a multiple of every pack's width, and of a GPU's step.
  static constexpr int strip = 32;

private:
  struct Part {
    Grid grid;
    int i, j;
  };
  std::vector<Part> parts_;
};

} // namespace isobar

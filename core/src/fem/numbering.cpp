#include <isobar/core/fem/macro_lattice.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <tuple>

namespace isobar {
namespace {

/// Returns the new number of each unknown, from the unknowns in their new order.
std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> number(order.size());
  for (std::size_t n = 0; n < order.size(); ++n) number[order[n]] = int(n);
  return number;
}

std::vector<int> natural_order(const ElementTable& table) {
  std::vector<int> order(table.points.size());
  std::iota(order.begin(), order.end(), 0);
  return order;
}

std::vector<int> by_coordinate(const ElementTable& table) {
  std::vector<int> order = natural_order(table);
  std::ranges::sort(order, {},
                    [&](int n) { return std::tuple(table.points[n].x, table.points[n].y, n); });
  return order;
}

/// Shuffles as Fisher and Yates do, because std::shuffle may differ between libraries.
std::vector<int> shuffled(const ElementTable& table, std::uint64_t seed) {
  std::vector<int> order = natural_order(table);
  std::mt19937_64 random(seed);
  for (std::size_t left = order.size(); left > 1; --left)
    std::swap(order[left - 1], order[random() % left]);
  return order;
}

/// Orders unknowns as the elements have them. Refinement numbers elements recursively, so that this order is hierarchical.
std::vector<int> by_elements(const ElementTable& table) {
  std::vector<int> order;
  std::vector<bool> done(table.points.size(), false);
  for (int n : table.unknowns) {
    if (n < 0) continue;
    if (!done[n]) order.push_back(n);
    done[n] = true;
  }
  return order;
}

/// Numbers unknowns breadth first. The neighbours of each unknown that have no number yet follow in the order of their degrees
/// (Cuthill and McKee, 1969).
class CuthillMckee {
public:
  explicit CuthillMckee(const ElementTable& table)
      : table_(table), around_(elements_around(table)) {
    const int count = int(table.points.size());
    for (int n = 0; n < count; ++n) degrees_.push_back(int(neighbours(n).size()));
    done_.assign(count, false);
    std::vector<int> starts = natural_order(table);
    std::ranges::stable_sort(starts, {}, [&](int n) { return degrees_[n]; });
    for (int start : starts) visit_from(start);
  }
  std::vector<int> order() && { return std::move(order_); }

private:
  std::vector<int> neighbours(int n) const {
    std::vector<int> all;
    for (std::int64_t at = around_.starts[n]; at < around_.starts[n + 1]; ++at)
      for (int other : table_.of(around_.elements[at]))
        if (other != n) all.push_back(other);
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }
  void number(int n) {
    order_.push_back(n);
    done_[n] = true;
  }
  void visit_from(int start) {
    if (done_[start]) return;
    std::size_t next = order_.size();
    number(start);
    for (; next < order_.size(); ++next) {
      std::vector<int> beside = neighbours(order_[next]);
      std::ranges::stable_sort(beside, {}, [&](int n) { return degrees_[n]; });
      for (int n : beside)
        if (!done_[n]) number(n);
    }
  }

  const ElementTable& table_;
  ElementsAround around_;
  std::vector<int> degrees_, order_;
  std::vector<bool> done_;
};

} // namespace

std::vector<int> new_numbers(const MacroLattice& lattice, int unknowns) {
  const int cells = lattice.cells();
  std::vector<int> order;
  std::vector<bool> done(std::size_t(unknowns), false);
  const auto add = [&](int n) {
    if (!done[n]) order.push_back(n);
    done[n] = true;
  };
  for (int q = 0; q < lattice.macros(); ++q)
    for (int j = 1; j < cells; ++j)
      for (int i = 1; i < cells; ++i) add(lattice.unknown(q, i, j));
  for (int q = 0; q < lattice.macros(); ++q)
    for (int side = 0; side < 4; ++side)
      for (int t = 1; t < cells; ++t) add(lattice.on_side(q, side, t));
  for (int q = 0; q < lattice.macros(); ++q)
    for (int corner = 0; corner < 4; ++corner) add(lattice.on_side(q, corner, 0));
  for (int n = 0; n < unknowns; ++n) add(n);
  return inverse(order);
}

std::vector<int> new_numbers(Numbering numbering, const ElementTable& table, std::uint64_t seed) {
  switch (numbering) {
  case Numbering::two_level: break;
  case Numbering::cuthill_mckee: return inverse(CuthillMckee(table).order());
  case Numbering::coordinate: return inverse(by_coordinate(table));
  case Numbering::random: return inverse(shuffled(table, seed));
  case Numbering::hierarchical: return inverse(by_elements(table));
  case Numbering::macro: return new_numbers(MacroLattice(table), int(table.points.size()));
  }
  return natural_order(table);
}

} // namespace isobar

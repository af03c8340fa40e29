#include "fem/macro_places.hpp"

#include <isobar/core/base/device_array.hpp>

#include <stdexcept>

namespace isobar {
namespace {

void require(bool good) {
  if (!good)
    throw std::invalid_argument(
        "rows without a matrix need the numbering of macro elements (Numbering::macro)");
}

/// Returns the first number inside a macro element. Requires that its rows follow one another.
int first_inside(const MacroLattice& lattice, int macro) {
  const int cells = lattice.cells();
  if (cells < 2) return 0;
  const int first = lattice.unknown(macro, 1, 1);
  for (int j = 1; j < cells; ++j)
    for (int i = 1; i < cells; ++i)
      require(lattice.unknown(macro, i, j) == first + (j - 1) * (cells - 1) + i - 1);
  return first;
}

/// Returns the first number and the step of a side, both 0 if no unknown is inside it.
std::array<int, 2> first_and_step(const MacroLattice& lattice, int macro, int side) {
  const int cells = lattice.cells();
  if (cells < 2) return {0, 0};
  const int first = lattice.on_side(macro, side, 1);
  const int step = cells > 2 ? lattice.on_side(macro, side, 2) - first : 1;
  for (int t = 1; t < cells; ++t)
    require(lattice.on_side(macro, side, t) == first + (t - 1) * step);
  return {first, step};
}

} // namespace

MacroPlaces::MacroPlaces(const FemSpace& space, const MacroLattice& lattice)
    : macros(lattice.macros()), cells(lattice.cells()),
      inside_rows(lattice.macros() * (lattice.cells() - 1) * (lattice.cells() - 1)),
      numbers("isobar macro places", std::size_t(lattice.macros())) {
  std::vector<bool> fixed(std::size_t(space.unknowns()), false);
  for (const FemSpace::Fixed& f : space.fixed()) fixed[f.unknown] = true;
  const auto marked = [&](int n) { return fixed[n] ? ~n : n; };
  std::vector<int> all;
  for (int q = 0; q < macros; ++q) {
    all.push_back(first_inside(lattice, q));
    require(all.back() + (cells - 1) * (cells - 1) <= inside_rows);
    for (int side = 0; side < 4; ++side) {
      const auto [first, step] = first_and_step(lattice, q, side);
      all.insert(all.end(), {cells < 2 ? first : marked(first), step});
    }
    for (int corner = 0; corner < 4; ++corner) all.push_back(marked(lattice.on_side(q, corner, 0)));
  }
  to_device(all, Kokkos::View<int*, MemorySpace>(numbers.data(), all.size()));
}

} // namespace isobar

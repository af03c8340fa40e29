#include <isobar/core/box/box_spec.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace isobar {

bool BoxSpec::is_singular() const {
  for (const Axis* axis : {&x, &y, &z})
    if (axis->low == Boundary::dirichlet || axis->high == Boundary::dirichlet) return false;
  return true;
}

void check(const BoxSpec& spec) {
  check(spec.x, "x");
  check(spec.y, "y");
  check(spec.z, "z");
}

namespace {

/// Returns the least width of all cells but the last one. On a coarse level that one may cover a single cell of the finer
/// level.
double narrowest_cell(const Axis& axis) {
  double least = axis.width(0);
  for (int i = 1; i + 1 < axis.cells(); ++i) least = std::min(least, axis.width(i));
  return least;
}

} // namespace

Halving next_halving(const BoxSpec& spec) {
  constexpr double about_as_wide = 1.5;
  const std::array<const Axis*, 3> axes{&spec.x, &spec.y, &spec.z};
  const auto possible = [](const Axis& axis) {
    return axis.cells() > 1 && !(axis.is_periodic() && axis.cells() % 2 == 1);
  };
  double narrowest = std::numeric_limits<double>::infinity();
  for (const Axis* axis : axes)
    if (axis->cells() > 1) narrowest = std::min(narrowest, narrowest_cell(*axis));
  std::array<bool, 3> halved{};
  for (std::size_t n = 0; n < 3; ++n)
    halved[n] = possible(*axes[n]) && narrowest_cell(*axes[n]) < about_as_wide * narrowest;
  return {halved[0], halved[1], halved[2]};
}

BoxSpec coarsened(const BoxSpec& spec, Halving halving) {
  const auto along = [](const Axis& axis, bool halved) { return halved ? axis.coarsened() : axis; };
  return {along(spec.x, halving.x), along(spec.y, halving.y), along(spec.z, halving.z)};
}

std::vector<BoxSpec> box_levels(const BoxSpec& finest, int most, Int64 least_cells) {
  std::vector<BoxSpec> levels{finest};
  while (int(levels.size()) < most) {
    const Halving halving = next_halving(levels.back());
    if (!halving.any()) break;
    BoxSpec next = coarsened(levels.back(), halving);
    if (next.cells() < least_cells) break;
    if (next.cells() == 1 && next.is_singular()) break; // its equation would be 0 u = f
    levels.push_back(std::move(next));
  }
  return levels;
}

} // namespace isobar

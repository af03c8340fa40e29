#include <isobar/comm/topology/sphere_decomposition.hpp>

#include <numeric>

namespace isobar {

int patches_of_panel(int ranks) { return ranks / std::gcd(ranks, 6); }

int max_levels_on_sphere(int n, PanelCut cut) {
  int levels = 0;
  for (; n >= 1 && n % cut.x == 0 && n % cut.y == 0; n /= 2) {
    ++levels;
    if (n % 2 != 0) break;
  }
  return levels;
}

SpherePatches patches_of_rank(PanelCut cut, int ranks, int rank) {
  const int count = 6 * cut.x * cut.y / ranks;
  return {rank * count, count, cut.x, cut.y};
}

} // namespace isobar

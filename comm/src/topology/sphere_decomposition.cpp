#include <isobar/comm/topology/sphere_decomposition.hpp>

#include <algorithm>
#include <numeric>

namespace isobar {
namespace {

template <class Visit> void for_cuts(int ranks, const Visit& visit) {
  const int patches = patches_of_panel(ranks);
  for (int x = 1; x <= patches; ++x)
    if (patches % x == 0) visit(PanelCut{x, patches / x});
}

} // namespace

int patches_of_panel(int ranks) { return ranks / std::gcd(ranks, 6); }

int max_levels_on_sphere(int n, PanelCut cut) {
  int levels = 0;
  for (; n >= 1 && n % cut.x == 0 && n % cut.y == 0; n /= 2) {
    ++levels;
    if (n % 2 != 0) break;
  }
  return levels;
}

int max_levels_on_sphere(int n, int ranks) {
  int most = 0;
  for_cuts(ranks, [&](PanelCut cut) { most = std::max(most, max_levels_on_sphere(n, cut)); });
  return most;
}

std::optional<PanelCut> choose_panel_cut(int n, int levels, int ranks) {
  std::optional<PanelCut> best;
  const auto perimeter = [](PanelCut c) { return c.x + c.y; }; // of a patch, times the patches
  for_cuts(ranks, [&](PanelCut cut) {
    if (max_levels_on_sphere(n, cut) < levels) return;
    if (!best || perimeter(cut) < perimeter(*best)) best = cut;
  });
  return best;
}

SpherePatches patches_of_rank(PanelCut cut, int ranks, int rank) {
  const int count = 6 * cut.x * cut.y / ranks;
  return {rank * count, count, cut.x, cut.y};
}

} // namespace isobar

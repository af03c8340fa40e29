#pragma once
#include <isobar/core/grid/sphere_patches.hpp>

/// Cuts the panels of a sphere into patches and distributes patches over ranks. Nothing here calls
/// MPI.
namespace isobar {

/// How each panel is cut.
struct PanelCut {
  int x = 1, y = 1;
};
/// The number of patches of a panel for `ranks` ranks: the
/// smallest that gives each rank the same number of patches.
int patches_of_panel(int ranks);
/// The most levels that panels of n x n columns with this cut allow. Each level halves n
/// while it is even, and every patch has at least one column. 0 if this cut is impossible.
int max_levels_on_sphere(int n, PanelCut cut);
/// The patches of a rank.
SpherePatches patches_of_rank(PanelCut cut, int ranks, int rank);

} // namespace isobar

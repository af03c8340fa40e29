#pragma once
#include <isobar/core/grid/sphere_patches.hpp>

/// How the panels of a sphere are cut into patches, and patches dealt to ranks. Nothing here calls MPI.
namespace isobar {

/// How each panel is cut.
struct PanelCut {
  int x = 1, y = 1;
};
/// Patches of a panel for so many ranks: as few as give each rank equally many.
int patches_of_panel(int ranks);
/// Most levels that panels of n x n columns cut in this way allow: each halves n while it is even, and every patch keeps a column. 0 if
/// the panel cannot be cut so.
int max_levels_on_sphere(int n, PanelCut cut);
/// The patches of a rank.
SpherePatches patches_of_rank(PanelCut cut, int ranks, int rank);

} // namespace isobar

#pragma once
#include <isobar/core/grid/partition.hpp>

#include <vector>

namespace isobar {

/// A rectangle of a partition's columns: all of them, or on the sphere those of one patch.
struct PanelPiece {
  int panel;        ///< 0 except on the sphere
  int i, j, nx, ny; ///< in columns of the domain, or of the panel
  int row;          ///< row of the rank's fields that is its first one
};

inline std::vector<PanelPiece> pieces_of(const Partition& p) {
  if (!p.is_on_sphere()) return {{0, p.first_i, p.first_j, p.nx, p.ny, 0}};
  const PatchRows rows = p.rows();
  std::vector<PanelPiece> all;
  for (int n = 0; n < rows.patches; ++n) {
    const SpherePatches::Place at = p.sphere.place(p.sphere.first + n);
    all.push_back(
        {at.panel, at.x * p.nx, at.y * rows.rows, p.nx, rows.rows, rows.row(n * rows.rows)});
  }
  return all;
}

} // namespace isobar

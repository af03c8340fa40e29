#pragma once

namespace isobar {

/// Layers that are left of nz when `merge` adjacent ones are taken as one, from the ground up; the
/// topmost may hold fewer.
constexpr int merged_layers(int nz, int merge) { return (nz + merge - 1) / merge; }

/// Vertical layers of the fields of a hierarchy: on the finest level, and on all coarser ones.
struct LayerCounts {
  int finest, coarser;
  LayerCounts(int nz, int merge = 1) : finest(nz), coarser(merged_layers(nz, merge)) {}
  int on(int level) const { return level == 0 ? finest : coarser; }
};

} // namespace isobar

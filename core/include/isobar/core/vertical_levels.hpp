#pragma once

namespace isobar {

/// Levels that are left of nz when `merge` adjacent ones are taken as one, from the ground up; the
/// topmost may hold fewer.
constexpr int merged_levels(int nz, int merge) { return (nz + merge - 1) / merge; }

/// Vertical levels of the fields of a hierarchy: on the finest level, and on all coarser ones.
struct VerticalLevels {
  int finest, coarser;
  VerticalLevels(int nz, int merge = 1) : finest(nz), coarser(merged_levels(nz, merge)) {}
  int on(int level) const { return level == 0 ? finest : coarser; }
};

} // namespace isobar

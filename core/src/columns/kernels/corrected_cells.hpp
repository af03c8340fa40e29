#pragma once
#include "device/smooth_sources.hpp"
#include "launch/require_cells.hpp"
#include <isobar/core/field/field.hpp>

/// The common part of the kernels between two levels: the cells that they read, and the
/// requirements on a coarse level.
namespace isobar {

template <class S, Layout L> StoredCells<S, L> stored_cells(const Field<S, L>& u) {
  return {Cells(u), FieldStrides(u)};
}
template <class H, class Own, class SC, Layout L>
CorrectedCells<Own, SC, L, H> corrected_cells(const Own& u, const Field<SC, L>& coarse) {
  return {u, Cells(coarse), FieldStrides(coarse)};
}

/// Returns the numbers of cells of the next coarser level.
template <class Grid> CellCounts coarse_cells(const Grid& fine, Coarsening halved) {
  const Partition coarse = fine.partition().coarsened(halved);
  return {coarse.nx, coarse.ny, fine.nz()};
}

} // namespace isobar

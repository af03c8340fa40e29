#pragma once
#include "io/vtk.hpp"

/// Files for ParaView and VisIt of the whole sphere: one structured grid (.vts) a patch of a panel, and an index of blocks (.vtm).
namespace isobar {

/// Stages `path`_0000.vts and so on, patch after patch, and `path`.vtm with a block for each panel, as
/// stage_vtk_files() does. `grid` and `fields` have the rows of all panels, panel after panel
/// (Partition::in_host_order), the same number on each rank. The number of rows of a patch divides both the rows
/// of a rank and those of a panel. Corners of cells are at r times a point of the unit sphere (cubed_sphere.hpp).
StagedVtk stage_vtk_panels(const std::string& path, bool beside, const MpiComm& comm,
                           const VtkGrid& grid, const std::vector<VtkField>& fields);

} // namespace isobar

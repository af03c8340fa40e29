#include "io/vtk_panels.hpp"

#include "io/vtk_text.hpp"

#include <fmt/format.h>
#include <isobar/core/grid/cubed_sphere.hpp>
#include <numeric>

namespace isobar {
namespace {

/// The n-th patch of a rank, with the panel's own numbers of columns.
struct Patch {
  int columns, rows, panel;
  int first_row;          ///< in the panel
  std::pair<int, int> of; ///< its rows among this rank's

  Patch(const Partition& p, int n)
      : columns(p.global_nx), rows(std::gcd(p.ny, columns)),
        panel((p.first_j + n * rows) / columns), first_row((p.first_j + n * rows) % columns),
        of(n * rows, (n + 1) * rows) {}

  VtkGrid grid(const VtkGrid& all) const {
    VtkGrid own = all;
    own.partition = {columns, columns, 0, first_row, columns, rows};
    own.corner = [s = CubedSphere(columns), panel = panel, n = double(columns)](int i, int j) {
      const SpherePoint p = s.inside(panel, i / n, j / n);
      return std::array<double, 3>{p.x, p.y, p.z};
    };
    return own;
  }
  std::vector<VtkField> fields(const std::vector<VtkField>& all) const {
    std::vector<VtkField> own;
    for (const VtkField& field : all)
      own.push_back({field.name, Kokkos::subview(field.values, of, Kokkos::ALL, Kokkos::ALL)});
    return own;
  }
};

std::string blocks_text(const std::vector<std::string>& pieces) {
  const std::size_t of_panel = pieces.size() / panel_count;
  std::string text = vtk_file_tag("vtkMultiBlockDataSet") + "<vtkMultiBlockDataSet>\n";
  for (std::size_t panel = 0; panel < panel_count; ++panel) {
    text += fmt::format("<Block index=\"{0}\" name=\"panel {0}\">\n", panel);
    for (std::size_t n = 0; n < of_panel; ++n)
      text += fmt::format("<DataSet index=\"{}\" file=\"{}\"/>\n", n, pieces[panel * of_panel + n]);
    text += "</Block>\n";
  }
  return text + "</vtkMultiBlockDataSet>\n</VTKFile>\n";
}

} // namespace

StagedVtk stage_vtk_panels(const std::string& path, bool beside, const MpiComm& comm,
                           const VtkGrid& grid, const std::vector<VtkField>& fields) {
  const Partition& p = grid.partition;
  const int patches = p.global_ny / Patch(p, 0).rows;
  return stage_vtk_files(vtk_block_names(path, patches), beside, comm,
                         {[&](PartialFile& file, const std::string& name, int n) {
                            const Patch patch(p, n);
                            write_vtk_piece(file, name, patch.grid(grid), patch.fields(fields));
                          },
                          blocks_text});
}

} // namespace isobar

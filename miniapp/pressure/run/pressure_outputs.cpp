#include "pressure/run/pressure_outputs.hpp"

#include "io/npy.hpp"
#include "io/vtk_panels.hpp"
#include "pressure/problem/equation_of.hpp"
#include "pressure/problem/latlon.hpp"
#include "pressure/run/cf_file.hpp"

#include <isobar/core/grid/layers.hpp>

namespace isobar {
namespace {

/// The grid of the deck as VTK files draw it.
VtkGrid vtk_grid(const Deck& deck, const Partition& partition) {
  const deck::Grid& g = deck.grid;
  const GridSpec spec = grid_spec(deck);
  VtkGrid grid{
      spec.domain,
      layer_interfaces(spec.domain, spec.spacing, spec.physics.depth, g.nz, 1, spec.profiles),
      partition, deck.output.vtk_stretch};
  if (g.is_latlon())
    grid.corner = [places = LatLon(g)](int i, int j) { return places.on_unit_sphere(i, j); };
  return grid;
}

} // namespace

Outputs::Outputs(const RunContext& c)
    : OutputFiles(output_plan(c.deck, c.comm.size()), c.comm), deck_(c.deck) {}

void Outputs::stage(const Partition& partition, const HostField& right_side,
                    const HostField& solution, bool good) {
  const deck::Output& out = deck_.output;
  choose_names(good);
  OutputFiles::stage("solution", out.solution, [&](const std::filesystem::path& target) {
    return stage_npy(target, comm(), partition, solution);
  });
  OutputFiles::stage("netcdf", out.netcdf, [&](const std::filesystem::path& target) {
    const CfFile file = cf_file(deck_, partition, right_side, solution, good);
    return netcdf::stage(target, comm(), file.contents, file.numbers);
  });
  const std::vector<VtkField> fields{{"right_side", right_side}, {"solution", solution}};
  if (!out.vtk.empty() && !deck_.grid.is_sphere())
    stage_vtk_files(out.vtk, vtk_grid(deck_, partition), fields);
  if (!out.vtk.empty() && deck_.grid.is_sphere())
    stage_vtk_files(vtk_block_names(out.vtk, 0).index, [&](bool beside) {
      return stage_vtk_panels(out.vtk, beside, comm(), vtk_grid(deck_, partition), fields);
    });
}

} // namespace isobar

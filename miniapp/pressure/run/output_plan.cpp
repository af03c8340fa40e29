#include "pressure/deck/deck_files.hpp"
#include "pressure/run/cf_file.hpp"
#include "pressure/run/pressure_outputs.hpp"

#include <isobar/comm/topology/sphere_decomposition.hpp>

namespace isobar {

std::vector<FileToRead> files_to_read(const Deck& deck) {
  std::vector<FileToRead> files;
  deck::for_input_files(deck, [&](const std::string& key, const std::string& path) {
    const bool rhs = key == "rhs.file";
    if (path.empty() || (rhs && deck.rhs.kind != deck::RhsKind::file)) return;
    const bool field = rhs || key.ends_with("_cells");
    files.push_back({key, path, field ? FileShare::sample : FileShare::whole});
  });
  return files;
}

OutputPlan output_plan(const Deck& deck, int ranks) {
  const deck::Output& o = deck.output;
  const deck::Grid& g = deck.grid;
  const Int64 field = Int64(sizeof(double)) * g.nx * g.rows() * g.nz;
  const int panels = g.rows() / g.ny;
  const Int64 points = 3 * Int64(sizeof(double)) * panels * (g.nx + 1) * (g.ny + 1) * (g.nz + 1);
  OutputPlan plan = plan_outputs(deck, o, files_to_read(deck));
  add_output(plan, deck, "output.solution", o.solution, field);
  add_netcdf(plan, deck, o.netcdf, cf_file_bytes(deck));
  const Int64 bytes = 2 * field + points;
  if (!g.is_sphere()) add_vtk(plan, deck, o.vtk, ranks, bytes);
  else if (!o.vtk.empty())
    add_vtk(plan, deck, vtk_block_names(o.vtk, panels * patches_of_panel(ranks)), bytes);
  return plan;
}

} // namespace isobar

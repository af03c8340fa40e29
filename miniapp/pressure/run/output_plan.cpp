#include "pressure/deck/deck_files.hpp"
#include "pressure/run/cf_file.hpp"
#include "pressure/run/pressure_outputs.hpp"

namespace isobar {
OutputPlan output_plan(const Deck& deck, int ranks) {
  const deck::Output& o = deck.output;
  const deck::Grid& g = deck.grid;
  const Int64 field = Int64(sizeof(double)) * g.nx * g.ny * g.nz;
  OutputPlan plan;
  plan.problem = netcdf_problem(deck, deck.output.netcdf);
  deck::for_input_files(deck, [&](const std::string& key, const std::string& path) {
    const bool used = key != "rhs.file" || deck.rhs.kind == deck::RhsKind::file;
    if (used && !path.empty()) plan.inputs.push_back({describe(deck, key), path});
  });
  add_report(plan, deck, o);
  if (!o.solution.empty())
    plan.outputs.push_back({describe(deck, "output.solution"), o.solution, field});
  if (!o.netcdf.empty())
    plan.outputs.push_back({describe(deck, "output.netcdf"), o.netcdf, cf_file_bytes(deck)});
  const Int64 points = 3 * Int64(sizeof(double)) * (g.nx + 1) * (g.ny + 1) * (g.nz + 1);
  add_vtk(plan, describe(deck, "output.vtk"), o.vtk, ranks, 2 * field + points);
  return plan;
}

} // namespace isobar

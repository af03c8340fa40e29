#include "deck/deck_keys_shared.hpp"
#include "pressure/deck/deck_keys.hpp"
#include "pressure/deck/deck_rules.hpp"

namespace isobar::deck {
namespace {

using Keys = std::vector<Key>;

Keys launch_section() {
  const KeyMaker<Launch> key{"launch", &Deck::launch};
  const KeyMaker<MultigridOptions> multigrid{"launch", &Deck::multigrid};
  return {
      key(&Launch::march, "march", MarchRules{}, "",
          "rules for the shape of the teams that solve columns, by the size of a level and the "
          "precision of the arithmetic. The first rule that fits a level counts. Where none fits, "
          "the program chooses"),
      key(&Launch::table, "table", Path{"the path of a deck that has launch.march alone"}, "",
          "further rules, which follow those of launch.march. isobar_tune --table writes such a "
          "file, with rules of each GPU on which it has run"),
      multigrid(&MultigridOptions::record, "graph", Boolean{}, "",
                "true: a GPU gets a cycle's coarse levels as one CUDA graph. Kernels are launched "
                "one by one where several ranks, or CG on the coarsest level, need the host in "
                "between. They are also launched one by one while a Kokkos tool listens"),
  };
}

Keys output_section() {
  const KeyMaker<Output> key{"output", &Deck::output};
  return {
      report_key<Deck>(),
      solution_key<Deck>(),
      key(&Output::netcdf, "netcdf", output_file, "",
          "NetCDF file of solution and right-hand side with heights, longitudes and latitudes. It "
          "follows the CF conventions 1.8 in the format CDF-5. It needs a program that was built "
          "with PnetCDF"),
      key(&Output::vtk, "vtk", Path{"the path of files, without extension"}, "",
          "solution and right-hand side for ParaView. The files are this path + .pvts and one .vts "
          "for each rank. On the sphere they are this path + .vtm and a .vts of each patch of a "
          "panel"),
      unconverged_key<Deck>(),
      used_with(
          "vtk", [](const Deck& d) { return !d.output.vtk.empty(); },
          key(&Output::vtk_stretch, "vtk_stretch", Number{'[', 1, 1e6, ']'}, "",
              "factor by which heights are drawn larger in the VTK files")),
  };
}

} // namespace

Keys run_keys() {
  return joined({decomposition_section<Deck>(), launch_section(), run_section<Deck>(),
                 verification_section<Deck>(), output_section()});
}

} // namespace isobar::deck

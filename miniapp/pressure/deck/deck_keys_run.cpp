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
          "shape of the teams that solve columns, by size of a level and precision of the "
          "arithmetic; the first rule that fits a level counts, else the program's own choice"),
      key(&Launch::table, "table", Path{"the path of a deck that has launch.march alone"}, "",
          "further rules, which follow those of launch.march; isobar_tune --table writes such a "
          "file, with rules of each GPU on which it has run"),
      multigrid(&MultigridOptions::record, "graph", Boolean{}, "",
                "give the device a cycle's coarse levels as one CUDA graph; where several ranks or "
                "CG on the coarsest level need the host in between, and while a Kokkos tool "
                "listens, kernels are launched one by one"),
  };
}

Keys output_section() {
  const KeyMaker<Output> key{"output", &Deck::output};
  return {
      report_key<Deck>(),
      solution_key<Deck>(),
      key(&Output::netcdf, "netcdf", output_file, "",
          "solution and right-hand side with heights, longitudes and latitudes, a NetCDF file by "
          "the CF conventions 1.8 in the format CDF-5; needs a program that was built with "
          "PnetCDF"),
      key(&Output::vtk, "vtk", Path{"the path of files, without extension"}, "",
          "solution and right-hand side for ParaView: this path + .pvts and one .vts a rank; on "
          "the sphere this path + .vtm and a .vts of each patch of a panel"),
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

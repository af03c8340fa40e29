#include "deck/deck_keys_shared.hpp"
#include "flow/flow_keys.hpp"
#include "flow/flow_value_kinds.hpp"

#include <algorithm>

namespace isobar::flow {
namespace {

using deck::Integer, deck::NumberList, deck::output_file, deck::positive;

/// The keys of an output that a flow writes during the run.
Keys series_keys() {
  const KeyMaker<Output> key{"output", &FlowDeck::output};
  return of_flow({
      key(&Output::probes, "probes", output_file, "",
          "time, velocity, pressure and temperature at probe_points, in CSV. A run from a restart "
          "file continues the file that is there"),
      used_with(
          "probes", [](const FlowDeck& d) { return d.is_flow() && !d.output.probes.empty(); },
          key(&Output::probe_points, "probe_points",
              Points{1000, NumberList{3, 3, deck::any_number}}, "",
              "places in x, y and z, inside the box")),
      key(&Output::fluxes, "fluxes", output_file, "",
          "time and mean heat flux through each wall whose temperature is fixed, in CSV. A run "
          "from a restart file continues it as it does probes"),
      key(&Output::restart, "restart", output_file, "",
          "all that a run needs to continue bit for bit. If a run fails, the last good file stays. "
          "The path may be that of flow.restart_from"),
      default_is("at the end alone",
                 key(&Output::every_steps, "every_steps", Integer{1, 1'000'000'000}, "",
                     "time steps from one output to the next")),
      default_is("at the end alone",
                 key(&Output::every_time, "every_time", positive, "",
                     "time from one output to the next, in place of every_steps")),
  });
}

Keys output_section() {
  const KeyMaker<Output> key{"output", &FlowDeck::output};
  Keys files = {
      deck::report_key<FlowDeck>(),
      of_poisson({deck::solution_key<FlowDeck>()}).front(),
      key(&Output::vtk, "vtk", deck::Path{"the path of files, without extension"}, "",
          "files for ParaView: this path + .pvts and one .vts for each rank. For the Poisson "
          "equation they have solution and right-hand side. For a flow they have velocity at the "
          "centres of cells, pressure and temperature"),
      key(&Output::netcdf, "netcdf", output_file, "",
          "NetCDF file of the same fields with the coordinates of cells. It follows the CF "
          "conventions 1.8 in the format CDF-5. It needs a program that was built with PnetCDF"),
  };
  return deck::joined({files, series_keys(), {deck::unconverged_key<FlowDeck>()}});
}

/// Makes the named keys of a section keys of the Poisson equation alone.
Keys poisson_keys(Keys keys, std::initializer_list<std::string_view> names) {
  for (Key& key : keys)
    if (std::ranges::find(names, key.name) != names.end()) key = of_poisson({key}).front();
  return keys;
}

} // namespace

Keys run_keys() {
  return deck::joined({deck::decomposition_section<FlowDeck>(),
                       poisson_keys(deck::run_section<FlowDeck>(), {"repeats", "warmup"}),
                       poisson_keys(deck::verification_section<FlowDeck>(),
                                    {"iteration_bound", "residual_agreement"}),
                       output_section()});
}

} // namespace isobar::flow

#include "deck/deck_keys.hpp"
#include "deck/deck_rules.hpp"

namespace isobar::deck {
namespace {

using Keys = std::vector<Key>;

Keys decomposition_section() {
  const KeyMaker<Decomposition> key{"decomposition", &Deck::decomposition};
  return {
      key(&Decomposition::process_grid, "process_grid", RankGrid{}, "",
          "ranks in x and y, their product the number of ranks; or chosen"),
      key(&Decomposition::overlap, "overlap", Choice<HaloOverlap>{}, "",
          "of multigrid's finest level, where ranks have neighbours in y alone: none: compute, "
          "then "
          "exchange; rim: rows that neighbours wait for are computed first and travel beside the "
          "others; queue: the same, between peers in a queue of its own; auto: rim where messages "
          "pass through a GPU's host, none elsewhere"),
  };
}

Keys launch_section() {
  const KeyMaker<Launch> key{"launch", &Deck::launch};
  const KeyMaker<MultigridOptions> multigrid{"launch", &Deck::multigrid};
  return {
      key(&Launch::march, "march", MarchRules{}, "",
          "shape of the teams that solve columns, by size of a level and precision of the "
          "arithmetic; the first rule that fits a level counts, else the program's own choice"),
      multigrid(&MultigridOptions::record, "graph", Boolean{}, "",
                "give the device a cycle's coarse levels as one CUDA graph; where several ranks or "
                "CG on the coarsest level need the host in between, and while a Kokkos tool "
                "listens, kernels are launched one by one"),
  };
}

Keys run_section() {
  const KeyMaker<Run> key{"run", &Deck::run};
  return {
      key(&Run::repeats, "repeats", Integer{1, 1'000'000}, "", "timed solves"),
      key(&Run::warmup, "warmup", Integer{0, 1'000'000}, "", "solves before them, not timed"),
      key(&Run::progress, "progress", Choice<Switch>{}, "",
          "lines about a long solve on standard error; auto: if that is a terminal"),
      key(&Run::kernel_timings, "kernel_timings", Boolean{}, "",
          "time each kernel on each level in an additional solve"),
  };
}

Keys verification_section() {
  const KeyMaker<Verification> key{"verification", &Deck::verification};
  return {
      key(&Verification::enabled, "enabled", Boolean{}, "",
          "verify the solution; without it no result is valid"),
      default_is("no bound",
                 key(&Verification::iteration_bound, "iteration_bound", Integer{1, 1'000'000'000},
                     "", "most iterations with which a result is valid")),
      key(&Verification::residual_agreement, "residual_agreement", Number{'(', 0, 1, ')'}, "",
          "largest difference between the residual norm recomputed from the solution and "
          "the solver's own, as a fraction of the tolerance and beside the rounding "
          "errors of a residual; the tolerance itself holds whatever is set here"),
  };
}

Keys output_section() {
  const KeyMaker<Output> key{"output", &Deck::output};
  const Path file{"the path of a file"};
  return {
      key(&Output::report, "report", file, "",
          "report in JSON; paths of [output] are relative to the current directory"),
      key(&Output::solution, "solution", file, "",
          "solution, a NumPy float64 array of shape (ny, nx, nz)"),
      key(&Output::netcdf, "netcdf", file, "",
          "solution and right-hand side with heights, longitudes and latitudes, a NetCDF file by "
          "the "
          "CF conventions 1.8 in the format CDF-5; needs a program that was built with PnetCDF"),
      key(&Output::vtk, "vtk", Path{"the path of files, without extension"}, "",
          "solution and right-hand side for ParaView: this path + .pvts and one .vts a rank"),
      key(&Output::unconverged, "unconverged", Choice<Unconverged>{}, "",
          "where these files go if the run is interrupted or misses the tolerance: beside the "
          "names given, as report.unconverged.json, so that a good result stays, or there"),
      used_with(
          "vtk", [](const Deck& d) { return !d.output.vtk.empty(); },
          key(&Output::vtk_stretch, "vtk_stretch", Number{'[', 1, 1e6, ']'}, "",
              "factor by which heights are drawn larger in the VTK files")),
  };
}

} // namespace

Keys run_keys() {
  return joined({decomposition_section(), launch_section(), run_section(), verification_section(),
                 output_section()});
}

} // namespace isobar::deck

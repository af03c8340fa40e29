#include "deck/deck_keys_shared.hpp"
#include "fem/fem_keys.hpp"
#include "fem/fem_value_kinds.hpp"

namespace isobar::fem {
namespace {

Keys output_section() {
  const KeyMaker<Output> key{"output", &FemDeck::output};
  return {
      deck::report_key<FemDeck>(),
      key(&Output::solution, "solution", deck::output_file, "",
          "x, y and u of each unknown, a NumPy float64 array of shape (unknowns, 1, 3), in the "
          "hierarchical numbering whatever the numbering is; with mesh.layers x, y, z and u, of "
          "shape (unknowns, 1, 4)"),
      key(&Output::vtk, "vtk", deck::Path{"the path of a file, without extension"}, "",
          "for ParaView: this path + .vtu, the mesh of the finest level with u, f, c and the error "
          "where the solution is known; on several ranks this path + .pvtu, and beside it a .vtu "
          "file of each rank"),
      used_with(
          "vtk", [](const FemDeck& d) { return !d.output.vtk.empty(); },
          key(&Output::vtk_encoding, "vtk_encoding", deck::Choice<Encoding>{}, "",
              "of the numbers in it: as in memory, or as text")),
      deck::unconverged_key<FemDeck>(),
  };
}

} // namespace

Keys run_keys() {
  return deck::joined(
      {deck::run_section<FemDeck>(), deck::verification_section<FemDeck>(), output_section()});
}

} // namespace isobar::fem

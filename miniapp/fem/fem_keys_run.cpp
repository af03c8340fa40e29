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
          "x, y and u of each unknown, a NumPy float64 array of shape (unknowns, 1, 3). Its order "
          "is that of the hierarchical numbering, whatever the numbering is. With mesh.layers it "
          "has x, y, z and u and the shape (unknowns, 1, 4)"),
      key(&Output::vtk, "vtk", deck::Path{"the path of a file, without extension"}, "",
          "mesh of the finest level for ParaView, in this path + .vtu. It has u, f and c, and the "
          "error where the solution is known. On several ranks it is in this path + .pvtu, and "
          "beside it in a .vtu file of each rank"),
      used_with(
          "vtk", [](const FemDeck& d) { return !d.output.vtk.empty(); },
          key(&Output::vtk_encoding, "vtk_encoding", deck::Choice<Encoding>{}, "",
              "form of the numbers in the file. binary: as in memory. ascii: as text")),
      deck::unconverged_key<FemDeck>(),
  };
}

} // namespace

Keys run_keys() {
  return deck::joined(
      {deck::run_section<FemDeck>(), deck::verification_section<FemDeck>(), output_section()});
}

} // namespace isobar::fem

#include "flow/flow_keys.hpp"
#include "flow/flow_value_kinds.hpp"

#include <fmt/format.h>

namespace isobar::flow {
namespace {

using deck::Choice, deck::Integer, deck::NumberList, deck::Path, deck::positive;

constexpr int most_columns = 1'000'000;

Keys problem_section() {
  const KeyMaker<Problem> key{"problem", &FlowDeck::problem};
  return {key(&Problem::kind, "kind", Choice<ProblemKind>{}, "",
              "poisson: the Poisson equation -div grad u = f alone. flow: an incompressible flow, "
              "which solves such an equation for its pressure in every time step")};
}

Keys grid_section() {
  const KeyMaker<Grid> key{"grid", &FlowDeck::grid};
  return {
      required(key(&Grid::nx, "nx", Integer{1, most_columns}, "", "cells in x")),
      required(key(&Grid::ny, "ny", Integer{1, most_columns}, "", "cells in y")),
      required(key(&Grid::nz, "nz", Integer{1, 4096}, "",
                   "cells in z, upwards. They are never distributed over ranks")),
      key(&Grid::length, "length", NumberList{3, 3, positive}, "",
          "lengths of the box in x, y and z"),
      key(&Grid::stretching, "stretching", NumberList{3, 3, {'[', 1.0, 1e4, ']'}}, "",
          "width of the cells in the middle over that of the cells on the sides, in x, y and z. "
          "Widths follow a hyperbolic tangent. With 1 all cells are equal"),
  };
}

Keys sides_section() {
  const KeyMaker<Sides> key{"sides", &FlowDeck::sides};
  Keys keys;
  for (std::size_t n = 0; n < side_names.size(); ++n)
    keys.push_back(key(all_sides[n], std::string(side_names[n]), Choice<Boundary>{}, "",
                       "periodic: the opposite side is periodic too"));
  return of_poisson(keys);
}

Keys rhs_section() {
  const KeyMaker<Rhs> key{"rhs", &FlowDeck::rhs};
  const auto with = [](RhsKind kind, Key made) {
    return used_with(
        fmt::format("kind = \"{}\"", deck::word(kind)),
        [kind](const FlowDeck& d) { return d.is_poisson() && d.rhs.kind == kind; },
        std::move(made));
  };
  return of_poisson({
      key(&Rhs::kind, "kind", Choice<RhsKind>{}, "",
          "right-hand side f. sines: the one whose solution is a product of sines or cosines, as "
          "the sides require. random: uniform in [-1, 1). charges: point charges. file: read from "
          "a file. Where no side fixes u, the mean of f is subtracted"),
      with(RhsKind::random,
           key(&Rhs::seed, "seed", Integer{0, INT64_MAX}, "",
               "seed of the random numbers, which do not depend on the number of ranks")),
      with(RhsKind::charges,
           key(&Rhs::charges, "charges", Points{1000, NumberList{4, 4, deck::any_number}}, "",
               "place in x, y and z of each charge, and the charge itself, which is f integrated "
               "over its cell")),
      with(RhsKind::file, key(&Rhs::file, "file", Path{"the path of a NumPy file"}, "",
                              "float64 array of shape (ny, nx, nz) with the cell means of f. The "
                              "path is relative to the deck, with --set to the current directory")),
  });
}

} // namespace

Keys problem_keys() {
  return deck::joined({problem_section(), grid_section(), sides_section(), rhs_section()});
}

} // namespace isobar::flow

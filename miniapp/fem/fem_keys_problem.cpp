#include "fem/fem_keys.hpp"
#include "fem/fem_value_kinds.hpp"

namespace isobar::fem {
namespace {

using deck::Choice, deck::Integer, deck::Number, deck::Path, deck::positive;

Keys mesh_section() {
  const KeyMaker<Mesh> key{"mesh", &FemDeck::mesh};
  const auto of = [](MeshSource source, Key made) {
    return used_with(
        fmt::format("source = \"{}\"", deck::word(source)),
        [source](const FemDeck& d) { return d.mesh.source == source; }, std::move(made));
  };
  return {
      required(key(&Mesh::source, "source", Choice<MeshSource>{}, "",
                   "the coarsest mesh and its boundaries. circle: the square with the corners "
                   "(-1, -1) and (1, 1), boundary outer, around a circle, boundary inner. "
                   "annulus: the ring between two circles, inner and outer. square: the unit "
                   "square, west, east, south and north. vessel: inlet, outlet and wall. file: a "
                   "file of Gmsh")),
      of(MeshSource::file,
         key(&Mesh::file, "file", Path{"the path of a mesh"}, "",
             "quadrilaterals, triangles and named boundaries in Gmsh's format 2.2 or 4.1 (ASCII), "
             "in a plane "
             "where z is the same; relative to the deck, with --set to the current directory")),
      required(
          key(&Mesh::levels, "levels", Integer{1, 16}, "",
              "levels of the mesh, which are those of multigrid: the coarsest is the source's, "
              "and each finer one has four elements in place of one")),
      of(MeshSource::circle, key(&Mesh::radius, "radius", Number{'[', 0.05, 0.95, ']'}, "",
                                 "of the circle in the square")),
      of(MeshSource::annulus,
         key(&Mesh::inner_radius, "inner_radius", positive, "", "of the inner circle")),
      of(MeshSource::annulus,
         key(&Mesh::outer_radius, "outer_radius", positive, "", "of the outer circle")),
      of(MeshSource::square, key(&Mesh::cells, "cells", Integer{1, 1000}, "",
                                 "elements along a side of the coarsest mesh")),
      of(MeshSource::square,
         key(&Mesh::distortion, "distortion", Number{'[', 0.0, 0.25, ']'}, "",
             "how far vertices inside the coarsest mesh are moved by chance at the most, in each "
             "direction, as a part of an element's width")),
      of(MeshSource::square,
         key(&Mesh::seed, "seed", Integer{0, INT64_MAX}, "", "of the numbers that move them")),
      of(MeshSource::square,
         key(&Mesh::elements, "elements", Choice<CellShape>{}, "",
             "of the coarsest mesh: its cells; these cut into two triangles by diagonals that "
             "alternate; or so in the right half alone")),
      key(&Mesh::layers, "layers", Integer{0, 1000}, "",
          "layers of hexahedra along z on the coarsest level; each refinement halves them. 0: a "
          "mesh "
          "in the plane. Their boundaries are those of the source, which stand upright, bottom at "
          "z = 0 and top"),
      used_with("layers above 0", &FemDeck::has_layers,
                key(&Mesh::height, "height", positive, "",
                    "of all layers together, in the unit of x and y")),
      key(&Mesh::partition, "partition", Choice<PartitionMethod>{}, "",
          "how elements are distributed over several ranks. metis: with few edges "
          "between ranks. bisection: recursively by halves of their places. auto: metis "
          "where the build has it. The coarsest level is distributed, or a finer one "
          "where it is too small for the ranks"),
  };
}

constexpr const char* functions =
    "one: 1; x and y: the coordinates; sines: sin(pi x) sin(pi y); polynomial: 16 x (1 - x) y (1 - "
    "y); logarithm: ln r, r the distance of the origin. With mesh.layers sines has the factor "
    "sin(pi "
    "z) too, polynomial 4 z (1 - z), and r is the distance of the z axis";

Keys problem_section() {
  const KeyMaker<Problem> key{"problem", &FemDeck::problem};
  const auto of_file = [](Key made) {
    return used_with(
        "mesh.source = \"file\"",
        [](const FemDeck& d) { return d.mesh.source == MeshSource::file; }, std::move(made));
  };
  return {
      key(&Problem::solution, "solution", ChoiceOrNone<FunctionName>{}, "",
          std::string("a known solution, from which the right side and the values on boundaries "
                      "follow, and with which ours is compared. ") +
              functions),
      used_with(
          "solution = \"none\"", [](const FemDeck& d) { return !d.problem.solution; },
          key(&Problem::rhs, "rhs", NumberOr<FunctionName>{deck::any_number}, "",
              "right-hand side f: the same everywhere, or one of these functions")),
      key(&Problem::diffusion, "diffusion", NumberOr<DiffusionName>{positive}, "",
          "diffusion coefficient c, constant in each element. wave: 1 + sin(pi x) sin(pi y) / 2; "
          "radial: 1 + x^2 + y^2; jump: 1, but 100 where x y is above 0"),
      key(&Problem::reaction, "reaction", NumberOr<DiffusionName>{deck::at_least_0}, "",
          "reaction coefficient k of the term k u, constant in each element: a number, or one of "
          "the functions of diffusion"),
      of_file(key(
          &Problem::rhs_view, "rhs_view", Path{"the name of a view"}, "",
          "f in place of rhs: the view of this name in the file's $ElementData, a number for each "
          "quadrilateral of the coarsest mesh and for all that it is refined to. On an edge f is "
          "the "
          "mean of both sides")),
      of_file(key(&Problem::diffusion_view, "diffusion_view", Path{"the name of a view"}, "",
                  "c in place of diffusion: the same of another view, of numbers above 0")),
      of_file(key(&Problem::regions, "regions", RegionValues{100, positive}, "",
                  "c in place of diffusion: the coefficient of each physical surface of the file, "
                  "by name; an element in several of them takes the one that is named here")),
      key(&Problem::boundaries, "boundaries",
          RimValues{100, NumberOr<FunctionName>{deck::any_number}}, "",
          "what u is on each boundary of the mesh: a number or one of these functions, or none "
          "where there is no value. All that have edges have to be named, here, in fluxes or in "
          "transfers; with a known solution those that are not have its values. Each component of "
          "the mesh needs a boundary with a value or a transfer, unless there is a reaction or a "
          "null space"),
      key(&Problem::fluxes, "fluxes", RimFluxes{100, NumberOr<FunctionName>{deck::any_number}}, "",
          "the flux into the mesh through each boundary without a value: c du/dn along the outward "
          "normal (Neumann), or c du/dn + transfer u (Robin). A number, one of these functions, or "
          "solution: the flux of the known solution. A boundary that is not named has 0"),
      key(&Problem::transfers, "transfers", RimTransfers{100, positive}, "",
          "the factor of u in c du/dn + transfer u = flux on each boundary with Robin's condition; "
          "its flux is that of fluxes"),
      key(&Problem::null_space, "null_space", Choice<NullSpace>{}, "",
          "constants: u is known up to a constant, by declaration. Then no boundary has a value or "
          "a transfer, and there is no reaction. The integrals of f and the fluxes add up to 0 "
          "within a hundredth of their sizes; the rest is taken off f. The mean of u is 0, or that "
          "of the known solution"),
  };
}

Keys space_section() {
  const KeyMaker<Space> key{"space", &FemDeck::space};
  const auto is_random = [](const FemDeck& d) { return d.space.numbering == Numbering::random; };
  return {
      key(&Space::order, "order", Integer{1, 2}, "",
          "of the elements: 1 bilinear (Q1) and linear triangles (P1), 2 biquadratic (Q2) and "
          "quadratic triangles (P2) with curved boundaries; with mesh.layers trilinear and "
          "triquadratic hexahedra"),
      key(&Space::numbering, "numbering", Choice<Numbering>{}, "",
          "how unknowns are numbered on each level. two-level: unknowns of the coarser level "
          "first. cuthill-mckee: breadth first. coordinate: by x, then y. random: as a file may "
          "have them. hierarchical: element by element, the children of a coarser one together. "
          "macro: row by row inside the elements of the coarsest mesh, for "
          "solver.matrix_format = \"macro\" and \"bands\". With mesh.layers the numbering is that "
          "of columns, and the unknowns of each follow each other upwards"),
      used_with("numbering = \"random\"", is_random,
                key(&Space::seed, "seed", Integer{0, INT64_MAX}, "", "of the random numbering")),
      used_with("numbering = \"random\"", is_random,
                key(&Space::renumber_random, "renumber_random", deck::Boolean{}, "",
                    "give a random numbering up for the hierarchical one when the mesh is loaded: "
                    "caches then find what they need; false: keep it, to see what it costs")),
  };
}

} // namespace

Keys problem_keys() { return deck::joined({mesh_section(), problem_section(), space_section()}); }

} // namespace isobar::fem

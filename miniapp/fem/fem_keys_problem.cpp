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
                   "coarsest mesh and its boundaries. circle: the square with the corners (-1, -1) "
                   "and (1, 1) around a circle, with the boundaries outer and inner. annulus: the "
                   "ring between two circles, with the boundaries inner and outer. square: the "
                   "unit square, with the boundaries west, east, south and north. vessel: a vessel "
                   "with the boundaries inlet, outlet and wall. file: a file of Gmsh")),
      of(MeshSource::file,
         key(&Mesh::file, "file", Path{"the path of a mesh"}, "",
             "mesh with quadrilaterals, triangles and named boundaries in Gmsh's format 2.2 or 4.1 "
             "(ASCII), in a plane where z is the same. The path is relative to the deck, with "
             "--set to the current directory")),
      required(key(&Mesh::levels, "levels", Integer{1, 16}, "",
                   "number of levels of the mesh, which are those of multigrid. The coarsest is "
                   "the source's, and each finer one has four elements in place of one")),
      of(MeshSource::circle, key(&Mesh::radius, "radius", Number{'[', 0.05, 0.95, ']'}, "",
                                 "radius of the circle in the square")),
      of(MeshSource::annulus,
         key(&Mesh::inner_radius, "inner_radius", positive, "", "radius of the inner circle")),
      of(MeshSource::annulus,
         key(&Mesh::outer_radius, "outer_radius", positive, "", "radius of the outer circle")),
      of(MeshSource::square, key(&Mesh::cells, "cells", Integer{1, 1000}, "",
                                 "elements along a side of the coarsest mesh")),
      of(MeshSource::square, key(&Mesh::distortion, "distortion", Number{'[', 0.0, 0.25, ']'}, "",
                                 "largest random displacement of vertices inside the coarsest mesh "
                                 "in each direction, as a fraction of an element's width")),
      of(MeshSource::square, key(&Mesh::seed, "seed", Integer{0, INT64_MAX}, "",
                                 "seed of the random numbers that move them")),
      of(MeshSource::square, key(&Mesh::elements, "elements", Choice<CellShape>{}, "",
                                 "elements of the coarsest mesh. quadrilaterals: its cells. "
                                 "triangles: its cells, each cut into two triangles by diagonals "
                                 "that alternate. mixed: such triangles in the right half alone")),
      key(&Mesh::layers, "layers", Integer{0, 1000}, "",
          "layers of hexahedra along z on the coarsest level. Each refinement cuts each of them "
          "into two. With 0 the mesh lies in the plane. The boundaries of layers are those of the "
          "source, which stand upright, bottom at z = 0 and top"),
      used_with("layers above 0", &FemDeck::has_layers,
                key(&Mesh::height, "height", positive, "",
                    "height of all layers together, in the unit of x and y")),
      key(&Mesh::partition, "partition", Choice<PartitionMethod>{}, "",
          "how elements are distributed over several ranks. metis: with few edges between ranks. "
          "bisection: recursively by halves of their places. auto: metis where the build has it. "
          "The coarsest level is distributed, or a finer one where it is too small for the ranks"),
  };
}

constexpr const char* functions =
    "one: 1. x, y: the coordinates. sines: sin(pi x) sin(pi y). polynomial: 16 x (1 - x) y (1 - "
    "y). logarithm: ln r, with r the distance from the origin. With mesh.layers sines has the "
    "factor sin(pi z) too, and polynomial the factor 4 z (1 - z). There r is the distance from the "
    "z axis";

Keys problem_section() {
  const KeyMaker<Problem> key{"problem", &FemDeck::problem};
  const auto of_file = [](Key made) {
    return used_with(
        "mesh.source = \"file\"",
        [](const FemDeck& d) { return d.mesh.source == MeshSource::file; }, std::move(made));
  };
  return {
      key(&Problem::solution, "solution", ChoiceOrNone<FunctionName>{}, "",
          std::string("known solution. The right side and the values on boundaries follow from it, "
                      "and the computed solution is compared with it. ") +
              functions),
      used_with(
          "solution = \"none\"", [](const FemDeck& d) { return !d.problem.solution; },
          key(&Problem::rhs, "rhs", NumberOr<FunctionName>{deck::any_number}, "",
              "right-hand side f: the same number everywhere, or one of these functions")),
      key(&Problem::diffusion, "diffusion", NumberOr<DiffusionName>{positive}, "",
          "diffusion coefficient c, constant in each element. wave: 1 + sin(pi x) sin(pi y) / 2. "
          "radial: 1 + x^2 + y^2. jump: 1, but 100 where x y is above 0"),
      key(&Problem::reaction, "reaction", NumberOr<DiffusionName>{deck::at_least_0}, "",
          "reaction coefficient k of the term k u, constant in each element: a number, or one of "
          "the functions of diffusion"),
      of_file(key(&Problem::rhs_view, "rhs_view", Path{"the name of a view"}, "",
                  "f in place of rhs: the view of this name in the file's $ElementData. It has a "
                  "number for each quadrilateral of the coarsest mesh, which also holds for its "
                  "refinements. On an edge f is the mean of both sides")),
      of_file(key(&Problem::diffusion_view, "diffusion_view", Path{"the name of a view"}, "",
                  "c in place of diffusion: another view of this kind, with numbers above 0")),
      of_file(key(
          &Problem::regions, "regions", RegionValues{100, positive}, "",
          "c in place of diffusion: the coefficient of each physical surface of the file, by name. "
          "An element in several surfaces takes the coefficient of the one that is named here")),
      key(&Problem::boundaries, "boundaries",
          RimValues{100, NumberOr<FunctionName>{deck::any_number}}, "",
          "value of u on each boundary of the mesh: a number, one of these functions, or none "
          "where there is no value. Every boundary that has edges must be named here, in fluxes or "
          "in transfers. With a known solution, boundaries that are not named have its values. "
          "Each component of the mesh needs a boundary with a value or a transfer, unless there is "
          "a reaction or a null space"),
      key(&Problem::fluxes, "fluxes", RimFluxes{100, NumberOr<FunctionName>{deck::any_number}}, "",
          "flux into the mesh through each boundary without a value. It is c du/dn along the "
          "outward normal (Neumann), or c du/dn + transfer u (Robin). It is given as a number, one "
          "of these functions, or solution, which is the flux of the known solution. A boundary "
          "that is not named has 0"),
      key(&Problem::transfers, "transfers", RimTransfers{100, positive}, "",
          "factor of u in c du/dn + transfer u = flux on each boundary with Robin's condition. The "
          "flux is that of fluxes"),
      key(&Problem::null_space, "null_space", Choice<NullSpace>{}, "",
          "constants: u is known up to a constant, because the deck says so. Then no boundary may "
          "have a value or a transfer, and there must be no reaction. The integrals of f and the "
          "fluxes must add up to 0 within a hundredth of their sizes. The rest is subtracted from "
          "f. The mean of u is 0, or that of the known solution"),
  };
}

Keys space_section() {
  const KeyMaker<Space> key{"space", &FemDeck::space};
  const auto is_random = [](const FemDeck& d) { return d.space.numbering == Numbering::random; };
  return {
      key(&Space::order, "order", Integer{1, 2}, "",
          "order of the elements. With 1 they are bilinear (Q1), or linear triangles (P1). With 2 "
          "they are biquadratic (Q2), or quadratic triangles (P2), with curved boundaries. With "
          "mesh.layers they are trilinear and triquadratic hexahedra"),
      key(&Space::numbering, "numbering", Choice<Numbering>{}, "",
          "how unknowns are numbered on each level. two-level: unknowns of the coarser level "
          "first. cuthill-mckee: breadth first. coordinate: by x, then y. random: as a file may "
          "have them. hierarchical: element by element, with the children of a coarser one "
          "together. macro: row by row inside the elements of the coarsest mesh, for "
          "solver.matrix_format = \"macro\" and \"bands\". With mesh.layers the numbering is that "
          "of columns, and the unknowns of each column follow each other upwards"),
      used_with(
          "numbering = \"random\"", is_random,
          key(&Space::seed, "seed", Integer{0, INT64_MAX}, "", "seed of the random numbering")),
      used_with("numbering = \"random\"", is_random,
                key(&Space::renumber_random, "renumber_random", deck::Boolean{}, "",
                    "true: the hierarchical numbering replaces a random one when the mesh is "
                    "loaded, so that caches find what they need. false: the random one stays, to "
                    "show what it costs")),
  };
}

} // namespace

Keys problem_keys() { return deck::joined({mesh_section(), problem_section(), space_section()}); }

} // namespace isobar::fem

#include "pressure/deck/deck_keys.hpp"
#include "pressure/deck/deck_numbers.hpp"

namespace isobar::deck {
namespace {

using Keys = std::vector<Key>;

constexpr int most_columns = 1'000'000;

Keys grid_section() {
  const KeyMaker<Grid> key{"grid", &Deck::grid};
  const auto is_latlon = [](const Deck& d) { return d.grid.is_latlon(); };
  return {
      key(&Grid::domain, "domain", Choice<DomainName>{}, "",
          "panel: one panel of a gnomonic cubed sphere. flat: the unit square. latlon: a part of "
          "the sphere between meridians and parallels, with x to the east and y to the north. "
          "sphere: the whole sphere, six panels of nx x nx columns with grid lines at equal "
          "angles. equiangular-panel: one panel of such a sphere"),
      default_is("two-point; on the sphere vertex",
                 key(&Grid::flux, "flux", Choice<Flux>{}, "",
                     "coupling of the columns of a panel. two-point: length over distance of each "
                     "edge, as in the papers, which is consistent to 3 % only. vertex: an energy "
                     "at each vertex, which converges to the equation with order 2")),
      required(key(&Grid::nx, "nx", Integer{1, most_columns}, "", "columns in x")),
      required(key(&Grid::ny, "ny", Integer{1, most_columns}, "", "columns in y")),
      required(key(&Grid::nz, "nz", Integer{1, 4096}, "", "layers")),
      used_with(
          "no interfaces", [](const Deck& d) { return !d.grid.has_interfaces(); },
          key(&Grid::spacing, "layers", Choice<LayerSpacing>{}, "",
              "heights of the layers' interfaces. graded: H (k/n_z)^2. uniform: equidistant")),
      default_is("by layers and physics.depth",
                 key(&Grid::interfaces, "interfaces",
                     ProfileNumbers{at_least_0, "n_z + 1", false, false}, "m",
                     "heights of the layers' interfaces above the ground. They increase, the first "
                     "is 0, and the last is the depth")),
      used_with("domain = \"latlon\"", is_latlon,
                key(&Grid::longitude, "longitude", NumberList{2, 2, {'[', -360.0, 360.0, ']'}},
                    "degrees east", "western and eastern side, at most 360 apart")),
      used_with("domain = \"latlon\"", is_latlon,
                key(&Grid::latitude, "latitude", NumberList{2, 2, {'[', -90.0, 90.0, ']'}},
                    "degrees north",
                    "southern and northern side. At a pole the edges of columns have no length")),
  };
}

Keys fields_section() {
  const KeyMaker<Fields> key{"fields", &Deck::fields};
  return {
      key(&Fields::layout, "layout", Choice<Layout>{}, "",
          "order of fields in memory. x-fastest: neighbours in x are adjacent, which suits GPUs "
          "and SIMD. z-fastest: neighbours of one column are adjacent, as in weather models on "
          "CPUs. It needs multigrid, cg-fused or cg-standard, in double or float"),
  };
}

Keys physics_section() {
  const KeyMaker<Physics> key{"physics", &Deck::physics};
  return {
      default_is("600 * 256 / nx, the papers'",
                 key(&Physics::time_step, "time_step", positive, "s", "time step")),
      default_is("that of time_step",
                 key(&Physics::cfl, "cfl", positive, "",
                     "horizontal CFL number 2 w / h, with w = sound_speed time_step / (2 radius). "
                     "It sets the time step in place of time_step. h is the smaller mesh width. On "
                     "the panel h is pi / (2 n), and in the flat box 1 / n, with n the larger of "
                     "nx and ny. In latlon h is the smaller angle of a column")),
      key(&Physics::sound_speed, "sound_speed", positive, "m/s", "speed of sound"),
      key(&Physics::buoyancy_frequency, "buoyancy_frequency", at_least_0, "1/s",
          "buoyancy frequency N"),
      key(&Physics::radius, "radius", positive, "m", "radius of the earth, the unit of length"),
      key(&Physics::depth, "depth", positive, "m", "depth of the atmosphere"),
  };
}

Keys rhs_section() {
  const KeyMaker<Rhs> key{"rhs", &Deck::rhs};
  const auto box = [](const Deck& d) { return d.rhs.kind == RhsKind::box; };
  const auto blob = [](const Deck& d) { return d.rhs.kind == RhsKind::blob; };
  return {
      key(&Rhs::kind, "kind", Choice<RhsKind>{}, "",
          "right-hand side f. box: 1 in the middle quarter of the columns (on the sphere of those "
          "of the first panel). constant: 1. random: uniform in [-1, 1). smooth: a product of "
          "sines (on the sphere a spherical harmonic of degree 3 times a sine). blob: a localised "
          "Gaussian. sources: 24 localised sources and sinks (on the sphere 144) at places that "
          "follow from the seed. layered: horizontal waves with random numbers for each layer. "
          "file: read from a file"),
      used_with(
          "kind = \"random\", \"sources\" or \"layered\"",
          [](const Deck& d) { return d.rhs.uses_seed(); },
          key(&Rhs::seed, "seed", Integer{0, INT64_MAX}, "",
              "seed of the random numbers, which do not depend on the number of ranks")),
      used_with(
          "kind = \"file\"", [](const Deck& d) { return d.rhs.kind == RhsKind::file; },
          key(&Rhs::file, "file", Path{"the path of a NumPy file"}, "",
              "float64 array of shape (ny, nx, nz), on the sphere (6 ny, nx, nz), with the cell "
              "means of f. The path is relative to the deck, with --set to the current directory")),
      used_with("kind = \"box\"", box,
                key(&Rhs::box_layers, "box_layers", NumberList{2, 2, fraction}, "",
                    "range of the layers in which the box is. Both ends are fractions of all "
                    "layers, from the ground up")),
      used_with("kind = \"blob\"", blob,
                key(&Rhs::blob_centre, "blob_centre", NumberList{3, 3, fraction}, "",
                    "centre in x, y and z as fractions of the domain, on the sphere as fractions "
                    "of the first panel")),
      used_with("kind = \"blob\"", blob,
                key(&Rhs::blob_width, "blob_width", Number{'(', 0, 1, ']'}, "",
                    "distance at which the blob has fallen to 1/e, as a fraction of the domain")),
  };
}

} // namespace

Keys problem_keys() {
  return joined({grid_section(), boundary_keys(), fields_section(), physics_section(),
                 coefficient_keys(), rhs_section(), sequence_keys()});
}

} // namespace isobar::deck

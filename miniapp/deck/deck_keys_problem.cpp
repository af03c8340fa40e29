#include "deck/deck_key_maker.hpp"
#include "deck/deck_keys.hpp"

namespace isobar::deck {
namespace {

using Keys = std::vector<Key>;

constexpr int most_columns = 1'000'000;

Keys grid_section() {
  const KeyMaker<Grid> key{"grid", &Deck::grid};
  return {
      key(&Grid::domain, "domain", Choice<Domain>{}, "",
          "one panel of a gnomonic cubed sphere, or the unit square"),
      required(key(&Grid::nx, "nx", Integer{1, most_columns}, "", "columns in x")),
      required(key(&Grid::ny, "ny", Integer{1, most_columns}, "", "columns in y")),
      required(key(&Grid::nz, "nz", Integer{1, 4096}, "", "layers")),
      key(&Grid::spacing, "layers", Choice<LayerSpacing>{}, "",
          "heights of the layers' interfaces: H (k/n_z)^2, or equidistant"),
  };
}

Keys fields_section() {
  const KeyMaker<Fields> key{"fields", &Deck::fields};
  return {
      key(&Fields::layout, "layout", Choice<Layout>{}, "",
          "which neighbours are adjacent: those of one layer in x, which suits GPUs and SIMD, or "
          "those of one column, as weather models on CPUs have them (multigrid, cg-fused and "
          "cg-standard in double or float)"),
  };
}

Keys physics_section() {
  const KeyMaker<Physics> key{"physics", &Deck::physics};
  return {
      default_is("600 * 256 / nx, the papers'",
                 key(&Physics::time_step, "time_step", positive, "s", "time step")),
      default_is("that of time_step",
                 key(&Physics::cfl, "cfl", positive, "",
                     "horizontal CFL number 2 w / h, w = sound_speed time_step / (2 radius), h the "
                     "smaller mesh width: pi / (2 n) on the panel, 1 / n in the flat box, n the "
                     "larger of nx "
                     "and ny; sets the time step in place of time_step")),
      key(&Physics::sound_speed, "sound_speed", positive, "m/s", "speed of sound"),
      key(&Physics::buoyancy_frequency, "buoyancy_frequency", Number{'[', 0, infinity, ')'}, "1/s",
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
          "right-hand side f: 1 in the middle quarter of the columns, 1, uniform in [-1, 1), "
          "a product of sines, a localised Gaussian, or read from a file"),
      used_with(
          "kind = \"random\"", [](const Deck& d) { return d.rhs.kind == RhsKind::random; },
          key(&Rhs::seed, "seed", Integer{0, INT64_MAX}, "",
              "seed; the numbers do not depend on the number of ranks")),
      used_with(
          "kind = \"file\"", [](const Deck& d) { return d.rhs.kind == RhsKind::file; },
          key(&Rhs::file, "file", Path{"the path of a NumPy file"}, "",
              "float64 array of shape (ny, nx, nz), the cell means of f; relative to the "
              "deck, with --set to the current directory")),
      used_with("kind = \"box\"", box,
                key(&Rhs::box_layers, "box_layers", NumberList{2, 2, fraction}, "",
                    "the layers in which the box is, from and to as fractions of all layers from "
                    "the ground up")),
      used_with("kind = \"blob\"", blob,
                key(&Rhs::blob_centre, "blob_centre", NumberList{3, 3, fraction}, "",
                    "centre in x, y and z as fractions of the domain")),
      used_with("kind = \"blob\"", blob,
                key(&Rhs::blob_width, "blob_width", Number{'(', 0, 1, ']'}, "",
                    "distance at which the blob has fallen to 1/e, as a fraction of the domain")),
  };
}

} // namespace

Keys problem_keys() {
  return joined({grid_section(), fields_section(), physics_section(), rhs_section()});
}

} // namespace isobar::deck

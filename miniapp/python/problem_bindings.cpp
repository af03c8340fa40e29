#include "deck/deck_names.hpp"
#include "python/bindings.hpp"
#include "python/equation_arguments.hpp"
#include "python/problem_texts.hpp"
#include "python/signatures.hpp"

namespace isobar::python {
namespace {

double number(const char* name, py::handle value) {
  return argument<double>(name, value, "a number");
}

PressureGrid make_grid(const py::object& nx, const py::object& ny, const py::object& nz,
                       const py::object& domain, const py::object& layers,
                       const py::object& process_grid, const py::object& boundaries,
                       const py::object& interfaces, const py::object& columns,
                       const py::object& flux) {
  const auto integer = [](const char* name, const py::object& value) {
    return argument<int>(name, value, "an integer");
  };
  PressureGrid grid{integer("nx", nx), integer("ny", ny), integer("nz", nz),
                    choice<Domain>("domain", domain, deck::words<Domain>),
                    choice<LayerSpacing>("layers", layers, deck::words<LayerSpacing>)};
  grid.boundaries = boundaries_of(boundaries);
  if (!interfaces.is_none())
    grid.interfaces =
        *domain_array("interfaces", interfaces, std::vector{py::ssize_t(grid.nz) + 1}).numbers;
  grid.columns = columns_of(columns, grid.nx, grid.ny);
  if (!flux.is_none()) grid.flux = choice<Flux>("flux", flux, deck::words<Flux>);
  if (process_grid.is_none()) return grid;
  const auto [px, py] =
      argument<std::pair<int, int>>("process_grid", process_grid, "two integers, ranks in x and y");
  grid.process_grid = {px, py};
  return grid;
}

Physics make_physics(const py::object& omega_squared, const py::object& lambda_squared,
                     const py::object& depth) {
  return {number("omega_squared", omega_squared), number("lambda_squared", lambda_squared),
          number("depth", depth)};
}

Atmosphere make_atmosphere(const py::object& sound_speed, const py::object& buoyancy_frequency,
                           const py::object& radius, const py::object& depth,
                           const py::object& time_step) {
  return {number("sound_speed", sound_speed), number("buoyancy_frequency", buoyancy_frequency),
          number("radius", radius), number("depth", depth), number("time_step", time_step)};
}

void bind_grid(py::module_& package) {
  const auto none = [](const char* name) { return py::arg(name) = py::none(); };
  add_class<PressureGrid>(
      package, "PressureGrid", about_grid, &make_grid, py::arg("nx"), py::arg("ny"), py::arg("nz"),
      py::kw_only(), py::arg("domain") = deck::word(Domain::panel),
      py::arg("layers") = deck::word(LayerSpacing::graded), none("process_grid"),
      none("boundaries"), none("interfaces"), none("columns"), none("flux"))
      .def_readonly("nx", &PressureGrid::nx, "Columns eastwards.")
      .def_readonly("ny", &PressureGrid::ny, "Columns northwards.")
      .def_readonly("nz", &PressureGrid::nz, "Layers.")
      .def_property_readonly(
          "domain", [](const PressureGrid& g) { return deck::word(g.domain); },
          "The word that it was given.")
      .def_property_readonly(
          "layers", [](const PressureGrid& g) { return deck::word(g.layers); },
          "The word that it was given.");
}

void bind_equation(py::module_& package) {
  add_class<Physics>(package, "Physics", about_physics, &make_physics, py::kw_only(),
                     py::arg("omega_squared"), py::arg("lambda_squared"), py::arg("depth"))
      .def_readonly("omega_squared", &Physics::omega_squared, "In units of the radius squared.")
      .def_readonly("lambda_squared", &Physics::lambda_squared, "Without unit.")
      .def_readonly("depth", &Physics::depth, "In units of the radius.");

  const Atmosphere papers;
  auto atmosphere = add_class<Atmosphere>(
      package, "Atmosphere", about_atmosphere, &make_atmosphere, py::kw_only(),
      py::arg("sound_speed") = papers.sound_speed,
      py::arg("buoyancy_frequency") = papers.buoyancy_frequency, py::arg("radius") = papers.radius,
      py::arg("depth") = papers.depth, py::arg("time_step") = papers.time_step);
  atmosphere.def_readonly("sound_speed", &Atmosphere::sound_speed, "In m/s.")
      .def_readonly("buoyancy_frequency", &Atmosphere::buoyancy_frequency, "In 1/s.")
      .def_readonly("radius", &Atmosphere::radius, "In m.")
      .def_readonly("depth", &Atmosphere::depth, "In m.")
      .def_readonly("time_step", &Atmosphere::time_step, "In s.");
  add_method(atmosphere, "non_dimensional", &non_dimensional, "The Physics of this atmosphere.");
}

/// Removes a keyword from those that are given and returns its value; None if it is not given.
py::object taken(const py::kwargs& keywords, const char* name) {
  return keywords.attr("pop")(name, py::none());
}

bool is_set(const py::kwargs& keywords, const char* name) {
  const py::object flag = taken(keywords, name);
  return !flag.is_none() && argument<bool>(name, flag, "True or False");
}

} // namespace

Coefficients coefficients_of(const PressureGrid& grid, const Blocks& blocks,
                             const py::kwargs& given) {
  const py::kwargs keywords = given.attr("copy")();
  const py::object physics = taken(keywords, "physics"), atmosphere = taken(keywords, "atmosphere");
  Coefficients coefficients = isobar::Physics{};
  take_factors(grid, blocks, keywords, coefficients);
  coefficients.positions_as_before = is_set(keywords, "positions_as_before");
  coefficients.choose_levels = is_set(keywords, "choose_levels");
  for (const auto& [name, value] : keywords)
    throw py::type_error(fmt::format("{}: unknown argument; expected {}",
                                     std::string(py::str(name)),
                                     fmt::join(coefficient_keywords, ", ")));
  if (physics.is_none() == atmosphere.is_none())
    throw py::type_error("physics, atmosphere: expected one of the two");
  coefficients.physics =
      physics.is_none()
          ? non_dimensional(argument<Atmosphere>("atmosphere", atmosphere, "an isobar.Atmosphere"))
          : argument<Physics>("physics", physics, "an isobar.Physics");
  return coefficients;
}

void bind_problem(py::module_& package) {
  bind_grid(package);
  bind_equation(package);
}

} // namespace isobar::python

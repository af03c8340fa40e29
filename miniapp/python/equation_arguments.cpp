#include "python/equation_arguments.hpp"

namespace isobar::python {
namespace {

constexpr std::array<std::string_view, 3> boundary_words = {"dirichlet", "neumann", "periodic"};

/// A coefficient as Python gives it: what is empty is not given.
struct Factors {
  std::vector<double> heights;
  HorizontalField positions;
  CellField cells;
};

/// An array by its number of axes; a pair of arrays adds to what is there.
void add_factor(const char* name, py::handle value, const PressureGrid& grid, bool with_cells,
                Factors& factors) {
  const std::vector<py::ssize_t> layers{grid.nz}, columns{grid.rows(), grid.nx},
      all{grid.rows(), grid.nx, grid.nz};
  const std::string expected =
      fmt::format("numbers of shape {}, {}{} or a pair of the first two", shape_text(layers),
                  shape_text(columns), with_cells ? ", " + shape_text(all) : "");
  const DomainArray array = domain_array(name, value, expected.c_str());
  if (array.shape == layers) factors.heights = *array.numbers;
  else if (array.shape == columns) factors.positions = field_over(array);
  else if (with_cells && array.shape == all) factors.cells = cells_over(array);
  else
    throw py::value_error(
        fmt::format("{}: shape {}; expected {}", name, shape_text(array.shape), expected));
}

Factors factors_of(const char* name, py::handle value, const PressureGrid& grid, bool with_cells) {
  Factors factors;
  if (value.is_none()) return factors;
  if (!py::isinstance<py::tuple>(value)) {
    add_factor(name, value, grid, with_cells, factors);
    return factors;
  }
  for (const py::handle part : py::reinterpret_borrow<py::tuple>(value))
    add_factor(name, part, grid, false, factors);
  return factors;
}

/// Numbers of columns alone.
HorizontalField ground_of(py::handle value, const PressureGrid& grid) {
  if (value.is_none()) return {};
  return field_over(domain_array("ground", value, {grid.rows(), grid.nx}));
}

py::dict dictionary(const char* name, py::handle value, const char* expected) {
  if (!py::isinstance<py::dict>(value))
    throw py::type_error(fmt::format("{} = {}: expected {}", name, shown(value), expected));
  return py::reinterpret_borrow<py::dict>(value);
}

} // namespace

Boundaries boundaries_of(py::handle value) {
  Boundaries boundaries;
  if (value.is_none()) return boundaries;
  constexpr std::array<std::string_view, 6> sides = {"west",  "east",   "south",
                                                     "north", "bottom", "top"};
  Boundary* const targets[] = {&boundaries.west,  &boundaries.east,   &boundaries.south,
                               &boundaries.north, &boundaries.bottom, &boundaries.top};
  for (const auto& [side, word] : dictionary("boundaries", value, "a dict of sides and words"))
    *targets[place_among("boundaries", side, sides)] =
        choice<Boundary>("boundaries", word, boundary_words);
  return boundaries;
}

std::shared_ptr<const ColumnGeometryFields> columns_of(py::handle value, int nx, int ny) {
  if (value.is_none()) return {};
  const py::dict given = dictionary("columns", value, "a dict of five arrays");
  constexpr std::array<std::string_view, 5> names = {"area", "west_length", "west_distance",
                                                     "south_length", "south_distance"};
  ColumnGeometryFields fields;
  HorizontalField* const targets[] = {&fields.area, &fields.west_length, &fields.west_distance,
                                      &fields.south_length, &fields.south_distance};
  const std::vector<py::ssize_t> columns{ny, nx}, western{ny, nx + 1}, southern{ny + 1, nx};
  for (const auto& [key, array] : given) {
    const std::size_t n = place_among("columns", key, names);
    const std::string name = fmt::format("columns[\"{}\"]", names[n]);
    *targets[n] = field_over(domain_array(name.c_str(), array,
                                          n == 0  ? columns
                                          : n < 3 ? western
                                                  : southern));
  }
  return std::make_shared<const ColumnGeometryFields>(std::move(fields));
}

void take_factors(const PressureGrid& grid, const py::kwargs& keywords, Coefficients& c) {
  const auto take = [&](const char* name, bool with_cells) {
    const py::object value = keywords.attr("pop")(name, py::none());
    return factors_of(name, value, grid, with_cells);
  };
  const auto coefficient = [&](const char* name, std::vector<double>& heights,
                               HorizontalField& positions, CellField& cells) {
    Factors f = take(name, true);
    heights = std::move(f.heights);
    positions = std::move(f.positions);
    cells = std::move(f.cells);
  };
  coefficient("alpha_h", c.heights.alpha_h, c.positions.alpha_h, c.cells.alpha_h);
  coefficient("alpha_v", c.heights.alpha_v, c.positions.alpha_v, c.cells.alpha_v);
  coefficient("beta", c.heights.beta, c.positions.beta, c.cells.beta);
  c.positions.ground = ground_of(keywords.attr("pop")("ground", py::none()), grid);
  const auto component = [&](const char* name, ConvectionComponent& to) {
    Factors f = take(name, false);
    to = {std::move(f.heights), std::move(f.positions)};
  };
  component("xi_x", c.convection.x);
  component("xi_y", c.convection.y);
  component("xi_z", c.convection.z);
}

} // namespace isobar::python

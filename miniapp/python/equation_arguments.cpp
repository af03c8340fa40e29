#include "python/equation_arguments.hpp"
#include "python/known_columns.hpp"

#include <array>
#include <pybind11/stl.h>
#include <utility>

namespace isobar::python {
namespace {

constexpr std::array<std::string_view, 3> boundary_words = {"dirichlet", "neumann", "periodic"};

/// A coefficient as Python gives it. Members that are not given are empty.
struct Factors {
  std::vector<double> heights;
  HorizontalField positions;
  CellField cells;
};

/// Reads a coefficient: a number, an array whose number of axes
/// says what it is, or a pair of arrays (nz,) and (ny, nx).
class FactorReader {
public:
  FactorReader(const char* name, const KnownColumns& columns, bool with_cells)
      : name_(name), columns_(columns), with_cells_(with_cells), layers_{columns.layers()},
        expected_(
            fmt::format("a number, numbers of shape {}, {}{} or a pair of the first two shapes",
                        shape_text(layers_), columns.shapes(false),
                        with_cells ? ", " + columns.shapes(true) : "")) {}

  Factors read(py::handle value) const {
    Factors factors;
    if (value.is_none()) return factors;
    if (py::isinstance<py::tuple>(value))
      return read_pair(py::reinterpret_borrow<py::tuple>(value));
    if (const auto of_blocks = columns_.of_blocks(name_, value, false, expected_)) {
      factors.positions = field_over(*of_blocks, columns_.several());
      return factors;
    }
    if (const auto of_blocks =
            with_cells_ ? columns_.of_blocks(name_, value, true, expected_) : std::nullopt) {
      factors.cells = cells_over(*of_blocks, columns_.several());
      return factors;
    }
    const DomainArray array = domain_array(name_, value, expected_);
    if (array.shape.empty())
      factors.heights.assign(std::size_t(layers_[0]), array.numbers->front());
    else if (array.shape == layers_) factors.heights = *array.numbers;
    else if (const auto* columns = columns_.of(array.shape, false))
      factors.positions = field_over(array, *columns);
    else if (const auto* cells = with_cells_ ? columns_.of(array.shape, true) : nullptr)
      factors.cells = cells_over(array, *cells);
    else refuse("shape " + shape_text(array.shape));
    return factors;
  }

private:
  [[noreturn]] void refuse(const std::string& found) const {
    throw py::value_error(fmt::format("{}: {}; expected {}", name_, found, expected_));
  }

  Factors read_pair(const py::tuple& pair) const {
    if (pair.size() != 2) refuse(fmt::format("a tuple of {}", pair.size()));
    Factors factors;
    std::vector<std::string> shapes;
    for (const py::handle part : pair) {
      if (const auto of_blocks = columns_.of_blocks(name_, part, false, expected_)) {
        factors.positions = field_over(*of_blocks, columns_.several());
        shapes.emplace_back("of blocks");
        continue;
      }
      const DomainArray array = domain_array(name_, part, expected_);
      shapes.push_back(shape_text(array.shape));
      if (array.shape == layers_) factors.heights = *array.numbers;
      if (const auto* columns = columns_.of(array.shape, false))
        factors.positions = field_over(array, *columns);
    }
    if (factors.heights.empty() || !factors.positions)
      refuse(fmt::format("a pair of shapes {} and {}", shapes[0], shapes[1]));
    return factors;
  }

  const char* name_;
  const KnownColumns& columns_;
  bool with_cells_;
  std::vector<py::ssize_t> layers_;
  std::string expected_;
};

/// The height of the ground, which is a number or an array of columns.
HorizontalField ground_of(py::handle value, const KnownColumns& known) {
  if (value.is_none()) return {};
  const std::string expected = "a number or an array of shape " + known.shapes(false);
  if (const auto of_blocks = known.of_blocks("ground", value, false, expected))
    return field_over(*of_blocks, known.several());
  const DomainArray array = domain_array("ground", value, expected);
  if (array.shape.empty()) return [height = array.numbers->front()](int, int) { return height; };
  if (const auto* columns = known.of(array.shape, false)) return field_over(array, *columns);
  throw py::value_error(
      fmt::format("ground: shape {}; expected {}", shape_text(array.shape), expected));
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

Blocks blocks_of(py::handle value) {
  if (value.is_none()) return {};
  Blocks blocks(std::in_place);
  for (const auto& [first_i, first_j, nx, ny] : argument<std::vector<std::array<int, 4>>>(
           "blocks", value, "a list of (first_i, first_j, nx, ny)"))
    blocks->push_back({first_i, first_j, nx, ny});
  return blocks;
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

void take_factors(const PressureGrid& grid, const Blocks& blocks, const py::kwargs& keywords,
                  Coefficients& c) {
  const KnownColumns columns(grid, blocks);
  const auto take = [&](const char* name, bool with_cells) {
    const py::object value = keywords.attr("pop")(name, py::none());
    return FactorReader(name, columns, with_cells).read(value);
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
  c.positions.ground = ground_of(keywords.attr("pop")("ground", py::none()), columns);
  const auto component = [&](const char* name, ConvectionComponent& to) {
    Factors f = take(name, false);
    to = {std::move(f.heights), std::move(f.positions)};
  };
  component("xi_x", c.convection.x);
  component("xi_y", c.convection.y);
  component("xi_z", c.convection.z);
}

} // namespace isobar::python

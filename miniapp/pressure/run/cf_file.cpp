#include "pressure/run/cf_file.hpp"

#include "io/utc_time.hpp"
#include "output/cf_numbers.hpp"
#include "pressure/problem/latlon.hpp"
#include "pressure/problem/panel_places.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <isobar/core/grid/layers.hpp>
#include <isobar/core/version.hpp>

namespace isobar {
namespace {

using netcdf::Attribute;
using netcdf::Numbers;
using netcdf::Variable;

constexpr int corners = 4;

/// Builds the variables of a file, one after the other.
class CfMaker {
public:
  CfMaker(const Deck& deck, const Partition& partition)
      : deck_(deck), g_(deck.grid), p_(partition), panel_(g_.is_panel()), panels_(g_.is_sphere()),
        sphere_(!g_.is_flat()) {
    auto& dimensions = file_.contents.dimensions;
    dimensions.push_back({"height", g_.nz});
    if (panels_) dimensions.push_back({"panel", panel_count});
    dimensions.insert(dimensions.end(), {{"y", g_.ny}, {"x", g_.nx}, {"bounds", 2}});
    if (panel_ || panels_) dimensions.push_back({"corners", corners});
  }

  void add_heights() {
    const double unit = sphere_ ? 1.0 : 1.0 / deck_.physics.radius;
    const double depth = sphere_ ? deck_.physics.depth : deck_.physics.depth / deck_.physics.radius;
    std::vector<double> interfaces = g_.interfaces.numbers, centres, bounds;
    if (interfaces.empty()) {
      interfaces = interface_steps(g_.spacing, g_.nz);
      for (double& z : interfaces) z *= depth / layer_steps(g_.spacing, g_.nz);
    } else {
      for (double& z : interfaces) z *= unit;
    }
    for (std::size_t k = 0; k + 1 < interfaces.size(); ++k) {
      centres.push_back(0.5 * (interfaces[k] + interfaces[k + 1]));
      bounds.insert(bounds.end(), {interfaces[k], interfaces[k + 1]});
    }
    std::vector<Attribute> attributes = {
        {"long_name", "height of the layer's middle above the ground"},
        {"units", sphere_ ? "m" : "1"},
        {"axis", "Z"},
        {"positive", "up"},
        {"bounds", "height_bounds"}};
    if (sphere_) attributes.push_back({"standard_name", "height"});
    add({"height", {"height"}, attributes}, one_row(p_, centres));
    add({"height_bounds", {"height", "bounds"}, {}}, one_row(p_, bounds));
  }

  void add_axes() {
    if (g_.is_latlon()) return add_degrees();
    if (panels_) add_panels();
    if (panels_ || g_.is_equiangular()) return add_angles();
    add_axis("x", "X", g_.nx,
             panel_ ? "gnomonic coordinate xi of the column's centre"
                    : "x of the column's centre in edges of the box");
    add_axis("y", "Y", g_.ny,
             panel_ ? "gnomonic coordinate eta of the column's centre"
                    : "y of the column's centre in edges of the box");
  }

  void add_places_on_sphere() {
    if (!panel_ && !panels_) return;
    add_place("lon", "longitude", "degrees_east", 0);
    add_place("lat", "latitude", "degrees_north", 1);
  }

  void add_field(const char* name, const char* meaning, const HostField& values) {
    std::vector<Attribute> attributes = {
        {"long_name", meaning},
        {"units", "1"},
        {"cell_methods", sphere_ ? "height: area: mean" : "height: y: x: mean"}};
    if (panel_ || panels_) attributes.push_back({"coordinates", "lat lon"});
    add({name, dimensions_of_columns("height"), attributes}, of_cells(p_, values));
  }

  CfFile file(bool good) {
    const deck::Physics& physics = deck_.physics;
    const deck::Solver& solver = deck_.solver;
    file_.contents.attributes = {
        {"Conventions", "CF-1.8"},
        {"title", panels_ ? "Pressure correction on the sphere, six equiangular panels"
                  : g_.is_equiangular()
                      ? "Pressure correction on one equiangular panel of a cubed sphere"
                  : panel_  ? "Pressure correction on one panel of a gnomonic cubed sphere"
                  : sphere_ ? "Pressure correction between meridians and parallels"
                            : "Pressure correction in a flat box"},
        {"source", fmt::format("Isobar {}: {} in {}", version, deck::word(*solver.method),
                               deck::word(solver.precision))},
        {"history", fmt::format("{}: isobar {}", utc_time(),
                                std::filesystem::path(deck_.path).filename().string())},
        {"references", "Mueller, Scheichl, Vainikko: Petascale elliptic solvers for anisotropic "
                       "PDEs on GPU clusters, eq. 6"},
        {"comment", "-w^2 (Lap_S u + lam^2 (1/r^2) d/dr (r^2 du/dr)) + u = f, w = sound_speed * "
                    "time_step / (2 * radius), lam^2 = 1 / (1 + (buoyancy_frequency * time_step / "
                    "2)^2); SI units"},
        {"time_step", *physics.time_step},
        {"sound_speed", physics.sound_speed},
        {"buoyancy_frequency", physics.buoyancy_frequency},
        {"radius", physics.radius},
        {"depth", physics.depth},
        {"tolerance", solver.tolerance},
        {"tolerance_reached", good ? "yes" : "no"}};
    return std::move(file_);
  }

private:
  /// The dimensions of a number for each column, with a further dimension before or after them.
  std::vector<std::string> dimensions_of_columns(const char* before, const char* behind = nullptr) {
    std::vector<std::string> names;
    if (before) names.emplace_back(before);
    if (panels_) names.emplace_back("panel");
    names.insert(names.end(), {"y", "x"});
    if (behind) names.emplace_back(behind);
    return names;
  }

  void add(const Variable& variable, const Numbers& numbers) {
    file_.contents.variables.push_back(variable);
    file_.numbers.push_back(numbers);
  }

  void add_axis(const char* name, const char* axis, int columns, const char* meaning) {
    std::vector<double> centres;
    for (int i = 0; i < columns; ++i)
      centres.push_back(panel_ ? gnomonic_coordinate(i + 0.5, columns) : (i + 0.5) / columns);
    add({name, {name}, {{"long_name", meaning}, {"units", "1"}, {"axis", axis}}},
        one_row(p_, centres));
  }

  void add_panels() {
    std::vector<double> panels;
    for (int p = 0; p < panel_count; ++p) panels.push_back(p);
    add({"panel", {"panel"}, {{"long_name", "panel of the cubed sphere"}, {"units", "1"}}},
        one_row(p_, panels));
  }

  /// The coordinates of equiangular panels.
  void add_angles() {
    for (const auto& [name, axis, columns] :
         {std::tuple("x", "X", g_.nx), std::tuple("y", "Y", g_.ny)}) {
      std::vector<double> angles;
      for (int i = 0; i < columns; ++i) angles.push_back(equiangular_coordinate(i + 0.5, columns));
      add({name,
           {name},
           {{"long_name", "angle of the column's centre from the middle of its panel"},
            {"units", "degrees"},
            {"axis", axis}}},
          one_row(p_, angles));
    }
  }

  /// Longitudes as x and latitudes as y, with their bounds.
  void add_degrees() {
    const LatLon places(g_);
    add_degrees("x", "longitude", "degrees_east", "X", g_.nx,
                [&](double i) { return places.longitude(i); });
    add_degrees("y", "latitude", "degrees_north", "Y", g_.ny,
                [&](double j) { return places.latitude(j); });
  }

  template <class Place>
  void add_degrees(const std::string& name, const char* standard_name, const char* units,
                   const char* axis, int columns, const Place& place) {
    std::vector<double> centres, bounds;
    for (int i = 0; i < columns; ++i) {
      centres.push_back(place(i + 0.5));
      bounds.insert(bounds.end(), {place(i), place(i + 1.0)});
    }
    add({name,
         {name},
         {{"standard_name", standard_name},
          {"units", units},
          {"axis", axis},
          {"bounds", name + "_bounds"}}},
        one_row(p_, centres));
    add({name + "_bounds", {name, "bounds"}, {}}, one_row(p_, bounds));
  }

  /// Longitude (which = 0) or latitude of the columns' centres, and of their corners from the south-west
  /// one on, anticlockwise.
  void add_place(const std::string& name, const char* standard_name, const char* units,
                 std::size_t which) {
    const auto place = [g = g_, which](int i, int j, double x, double y) {
      return place_in_column(g, i, j, x, y)[which];
    };
    add({name,
         dimensions_of_columns(nullptr),
         {{"standard_name", standard_name}, {"units", units}, {"bounds", name + "_bounds"}}},
        of_columns(p_, 1, [place](int i, int j, int) { return place(i, j, 0.5, 0.5); }));
    add({name + "_bounds", dimensions_of_columns(nullptr, "corners"), {}},
        of_columns(p_, corners, [place](int i, int j, int n) {
          return place(i, j, n == 1 || n == 2 ? 1.0 : 0.0, n >= 2 ? 1.0 : 0.0);
        }));
  }

  const Deck& deck_;
  deck::Grid g_;
  Partition p_;
  bool panel_, panels_, sphere_; ///< one panel; all six; no flat box
  CfFile file_;
};

} // namespace

CfFile cf_file(const Deck& deck, const Partition& partition, const HostField& right_side,
               const HostField& solution, bool good) {
  CfMaker maker(deck, partition);
  maker.add_heights();
  maker.add_axes();
  maker.add_places_on_sphere();
  maker.add_field("f", "right-hand side", right_side);
  maker.add_field("u", "solution", solution);
  return maker.file(good);
}

Int64 cf_file_bytes(const Deck& deck) {
  const deck::Grid& g = deck.grid;
  const bool has_places = g.is_panel() || g.is_sphere();
  const Int64 of_column = has_places ? 2 * (1 + corners) : 0;
  return Int64(sizeof(double)) *
         (Int64(g.nx) * g.rows() * (2 * Int64(g.nz) + of_column) + 3 * Int64(g.nz) + g.nx + g.ny +
          (g.is_sphere() ? panel_count : 0));
}

} // namespace isobar

// The numbers of the convection term: distances, boundary signs, and what is refused.
#include "support_fields.hpp"

#include <isobar/core/grid/convection.hpp>

#include <cmath>
#include <limits>

namespace isobar::convection_test {
namespace {

GridSpec flat_spec(int nz) { return {Domain::flat, LayerSpacing::graded, {0.5, 0.1, 2.0}, nz}; }
const Partition whole = Partition::whole(4, 8);
ConvectionComponent everywhere(double value) {
  return {{}, [value](int, int) { return value; }};
}

TEST(Convection, WeightsInsideTheDomain) {
  const Convection xi{everywhere(3.0), everywhere(5.0), everywhere(7.0)};
  const ConvectionColumn<double> c = convection_column(flat_spec(4), whole, xi, 2, 3);
  const double area = 1.0 / 32.0;
  EXPECT_DOUBLE_EQ(c.east, area * 3.0 / (2.0 / 4.0));
  EXPECT_DOUBLE_EQ(c.west, -c.east);
  EXPECT_DOUBLE_EQ(c.north, area * 5.0 / (2.0 / 8.0));
  EXPECT_DOUBLE_EQ(c.south, -c.north);
  EXPECT_EQ(c.x_centre, 0.0);
  EXPECT_EQ(c.y_centre, 0.0);
  EXPECT_DOUBLE_EQ(c.vertical, area * 7.0);
}

/// The sum of a column's weights: what becomes of u = 1.
double of_one_x(const ConvectionColumn<double>& c) { return c.west + c.x_centre + c.east; }
double of_one_y(const ConvectionColumn<double>& c) { return c.south + c.y_centre + c.north; }

TEST(Convection, BoundaryConditionsAreMirrorImages) {
  const Convection xi{everywhere(1.0), everywhere(1.0), {}};
  GridSpec spec = flat_spec(4);
  const double x = 1.0 / 32.0 / (2.0 / 4.0), y = 1.0 / 32.0 / (2.0 / 8.0);
  const auto corner = [&](int i, int j) { return convection_column(spec, whole, xi, i, j); };
  // u = 0 on the sides: beyond them stands -u, so that 1 becomes a slope of 2.
  EXPECT_DOUBLE_EQ(of_one_x(corner(0, 0)), 2.0 * x);
  EXPECT_DOUBLE_EQ(of_one_x(corner(3, 7)), -2.0 * x);
  EXPECT_DOUBLE_EQ(of_one_y(corner(0, 0)), 2.0 * y);
  EXPECT_DOUBLE_EQ(of_one_y(corner(3, 7)), -2.0 * y);
  EXPECT_EQ(corner(0, 0).west, 0.0);
  EXPECT_EQ(corner(3, 7).north, 0.0);
  // No flux: beyond them stands u.
  spec.boundaries.west = spec.boundaries.north = Boundary::neumann;
  EXPECT_DOUBLE_EQ(of_one_x(corner(0, 0)), 0.0);
  EXPECT_DOUBLE_EQ(of_one_x(corner(3, 7)), -2.0 * x);
  EXPECT_DOUBLE_EQ(of_one_y(corner(3, 7)), 0.0);
  EXPECT_DOUBLE_EQ(corner(0, 0).x_centre, -x);
  EXPECT_EQ(corner(0, 0).west, 0.0);
  // Periodic: an ordinary halo.
  spec.boundaries.west = spec.boundaries.east = Boundary::periodic;
  EXPECT_DOUBLE_EQ(corner(0, 0).west, -x);
  EXPECT_DOUBLE_EQ(corner(3, 0).east, x);
  EXPECT_EQ(corner(0, 0).x_centre, 0.0);
}

TEST(Convection, OneColumnAloneHasNoSlopeBetweenLikeSides) {
  GridSpec spec = flat_spec(1);
  const Convection xi{everywhere(1.0), everywhere(1.0), everywhere(1.0)};
  const ConvectionColumn<double> c = convection_column(spec, Partition::whole(1, 1), xi, 0, 0);
  for (const double weight : {c.west, c.east, c.x_centre, c.south, c.north, c.y_centre})
    EXPECT_EQ(weight, 0.0);
  spec.boundaries.east = Boundary::neumann; // from -u to u over two widths
  EXPECT_DOUBLE_EQ(convection_column(spec, Partition::whole(1, 1), xi, 0, 0).x_centre, 1.0);
}

TEST(Convection, LayersHaveTheirVolumeAndTheDistanceOfTheirCentres) {
  GridSpec spec = flat_spec(4); // interfaces at 0, 1/8, 1/2, 9/8 and 2
  Convection xi;
  xi.x.profile = {1.0, 2.0, 3.0, 4.0};
  xi.z.profile = {1.0, 1.0, 1.0, 2.0};
  const auto layers = convection_layers(spec, xi);
  ASSERT_EQ(layers.size(), 4u);
  const double thickness[] = {0.125, 0.375, 0.625, 0.875};
  for (int k = 0; k < 4; ++k) {
    EXPECT_DOUBLE_EQ(layers[k].x, -0.5 * thickness[k] * (k + 1));
    EXPECT_EQ(layers[k].y, 0.0);
  }
  const double second = -0.5 * 0.375 / (0.8125 - 0.0625);
  EXPECT_DOUBLE_EQ(layers[1].above, second);
  EXPECT_DOUBLE_EQ(layers[1].below, -second);
  EXPECT_EQ(layers[1].centre, 0.0);
  // Neumann at the ground and at the top: distances to the mirror images of the centres.
  const double lowest = -0.5 * 0.125 / (0.3125 + 0.0625);
  EXPECT_EQ(layers[0].below, 0.0);
  EXPECT_DOUBLE_EQ(layers[0].above, lowest);
  EXPECT_DOUBLE_EQ(layers[0].centre, -lowest);
  spec.boundaries.bottom = spec.boundaries.top = Boundary::dirichlet;
  const auto closed = convection_layers(spec, xi);
  EXPECT_DOUBLE_EQ(closed[0].centre, lowest);
  EXPECT_DOUBLE_EQ(closed[3].centre, -2.0 * -0.5 * 0.875 / (2.4375 - 0.8125));
  EXPECT_EQ(closed[3].above, 0.0);
}

TEST(Convection, OwnHeightsAndColumnsAreUsed) {
  GridSpec spec = flat_spec(2);
  spec.profiles.interfaces = {0.0, 1.0, 4.0};
  const auto constant = [](double x) { return [x](int, int) { return x; }; };
  ColumnFields columns;
  columns.geometry = std::make_shared<const ColumnGeometryFields>(ColumnGeometryFields{
      constant(6.0), constant(1.0), [](int i, int) { return i == 0 || i == 4 ? 1.0 : 2.0; },
      constant(1.0), constant(0.25)});
  spec.columns = std::make_shared<const ColumnFields>(columns);
  const Convection xi{everywhere(1.0), everywhere(1.0), everywhere(1.0)};
  const auto layers = convection_layers(spec, xi);
  EXPECT_DOUBLE_EQ(layers[1].x, -0.5 * 3.0);
  EXPECT_DOUBLE_EQ(layers[0].above, -0.5 * 1.0 / (2.5 + 0.5));
  const auto column = [&](int i) { return convection_column(spec, whole, xi, i, 3); };
  EXPECT_DOUBLE_EQ(column(1).east, 6.0 / 4.0);
  EXPECT_DOUBLE_EQ(column(0).east, 6.0 / (2.0 * 1.0 + 2.0));
  EXPECT_DOUBLE_EQ(column(1).north, 6.0 / 0.5);
  spec.boundaries.west = spec.boundaries.east =
      Boundary::periodic; // then it is that of two centres
  EXPECT_DOUBLE_EQ(column(0).east, 6.0 / (1.0 + 2.0));
}

std::string refusal(const GridSpec& spec, const Convection& xi) {
  try {
    convection_layers(spec, xi);
    convection_column(spec, whole, xi, 1, 2);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

TEST(Convection, WrongInputIsNamed) {
  Convection xi;
  EXPECT_EQ(refusal(flat_spec(3), xi), "");
  xi.y.profile = {1.0, 2.0};
  EXPECT_EQ(refusal(flat_spec(3), xi),
            "convection y: a profile of 2 numbers, expected one for each of the 3 layers");
  xi.y.profile = {1.0, std::numeric_limits<double>::quiet_NaN(), 1.0};
  EXPECT_EQ(refusal(flat_spec(3), xi),
            "convection y: a profile of numbers that are not all finite");
  xi.y.profile = {};
  xi.z = everywhere(std::numeric_limits<double>::infinity());
  EXPECT_EQ(refusal(flat_spec(3), xi),
            "convection z: inf in column (1, 2), expected a finite number");
}

TEST(Measures, GeometryAloneHasNoCoefficients) {
  GridSpec spec = flat_spec(2);
  spec.profiles = {{0.0, 1.0, 2.0}, {1.0, 2.0}, {1.0, 2.0}, {1.0, 2.0}};
  const auto geometry = std::make_shared<const ColumnGeometryFields>();
  const auto two = [](int, int) { return 2.0; };
  spec.columns = std::make_shared<const ColumnFields>(ColumnFields{two, two, two, geometry});
  const GridSpec alone = geometry_alone(spec);
  EXPECT_EQ(alone.profiles, (LayerProfiles{{0.0, 1.0, 2.0}, {}, {}, {}}));
  ASSERT_TRUE(alone.columns);
  EXPECT_EQ(alone.columns->geometry, geometry);
  EXPECT_FALSE(alone.columns->alpha_h || alone.columns->alpha_v || alone.columns->beta);
  spec.columns = std::make_shared<const ColumnFields>(ColumnFields{two, two, two, nullptr});
  EXPECT_EQ(geometry_alone(spec).columns, nullptr);
}

} // namespace
} // namespace isobar::convection_test

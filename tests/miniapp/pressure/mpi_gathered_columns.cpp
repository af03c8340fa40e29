// Functions of the position that a rank calls for its own columns, and knows for all of them.
#include "input/input_error.hpp"
#include "pressure/setup/evaluated_equation.hpp"
#include "pressure/setup/gathered_columns.hpp"
#include "support_problem.hpp"

#include <isobar/comm/topology/decomposition.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace isobar::gathered_columns_test {
namespace {

constexpr int nx = 24, ny = 16;
constexpr double nowhere = -1.0; ///< stands where a function must not be called

double number(int which, int i, int j) { return 1.0 + which + 0.01 * i + 0.0001 * j; }

/// Function `which` on a rank that has the numbers of its part alone, and of one column or row around it. It throws elsewhere.
HorizontalField own_function(int which, const Partition& part) {
  const auto is_near = [](int i, int first, int count, int columns, bool periodic) {
    const int ring = (i - (first - 1) + columns) % columns;
    return periodic ? ring < count + 2 : i >= first - 1 && i <= first + count;
  };
  return [=](int i, int j) {
    if (!is_near(i, part.first_i, part.nx, nx, part.periodic.x) ||
        !is_near(j, part.first_j, part.ny, ny, part.periodic.y))
      throw std::logic_error("a column of another rank is asked for");
    return number(which, i, j);
  };
}

/// All eight functions. Southern edges on the first row are a pole: distances are not asked there.
GridSpec spec_of(const Partition& part, Periodic periodic) {
  GridSpec spec{Domain::flat, LayerSpacing::graded, test_physics, 5};
  if (periodic.x) spec.boundaries.west = spec.boundaries.east = Boundary::periodic;
  if (periodic.y) spec.boundaries.south = spec.boundaries.north = Boundary::periodic;
  const auto f = [&](int which) { return own_function(which, part); };
  const HorizontalField length = [f = f(6)](int i, int j) { return j == 0 ? 0.0 : f(i, j); };
  const HorizontalField distance = [f = f(7)](int i, int j) { return j == 0 ? nowhere : f(i, j); };
  const ColumnGeometryFields geometry{f(3), f(4), f(5), length, distance};
  spec.columns = std::make_shared<const ColumnFields>(
      ColumnFields{f(0), f(1), f(2), std::make_shared<const ColumnGeometryFields>(geometry)});
  return spec;
}

Decomposition decomposition(const MpiComm& world, Periodic periodic = {}) {
  return Decomposition({nx, ny, 1, world.size(), {}, periodic}, world.rank());
}

/// Largest difference from number(which, i, j) over columns from row `first` on, with more edges in x or y.
double error_of(const HorizontalField& field, int which, int first = 0, int more_x = 0,
                int more_y = 0) {
  double worst = 0.0;
  for (int j = first; j < ny + more_y; ++j)
    for (int i = 0; i < nx + more_x; ++i)
      worst = std::max(worst, std::abs(field(i, j) - number(which, i, j)));
  return worst;
}

TEST(GatheredColumns, AreKnownToAllRanks) {
  const MpiComm world(MPI_COMM_WORLD);
  for (const Periodic periodic : {Periodic{}, Periodic{true, false}, Periodic{false, true}}) {
    const Partition part = decomposition(world, periodic).partition();
    const EvaluatedEquation equation(spec_of(part, periodic), part, &world, KnownColumns::all);
    const ColumnFields& known = *equation.spec().columns;
    EXPECT_EQ(error_of(known.alpha_h, 0), 0.0);
    EXPECT_EQ(error_of(known.alpha_v, 1), 0.0);
    EXPECT_EQ(error_of(known.beta, 2), 0.0);
    const ColumnGeometryFields& g = *known.geometry;
    const int x = periodic.x ? 0 : 1, y = periodic.y ? 0 : 1; // edges on the last side
    EXPECT_EQ(error_of(g.area, 3), 0.0);
    EXPECT_EQ(error_of(g.west_length, 4, 0, x), 0.0);
    EXPECT_EQ(error_of(g.west_distance, 5, 0, x), 0.0);
    EXPECT_EQ(error_of(g.south_length, 6, 1, 0, y), 0.0);
    EXPECT_EQ(error_of(g.south_distance, 7, 1, 0, y), 0.0);
    EXPECT_EQ(g.south_length(nx / 2, 0), 0.0);
  }
}

/// Convection asks for distances on closed sides too, which nothing else does.
TEST(GatheredColumns, HaveTheDistancesThatConvectionAsksFor) {
  const MpiComm world(MPI_COMM_WORLD);
  const Partition part = decomposition(world).partition();
  Equation equation(spec_of(part, {}));
  equation.spec.boundaries.west = equation.spec.boundaries.east = Boundary::neumann;
  equation.convection.x.profile.assign(5, 1.0);
  const EvaluatedEquation evaluated(equation, part, &world, KnownColumns::all);
  EXPECT_EQ(error_of(evaluated.spec().columns->geometry->west_distance, 5, 0, 1), 0.0);
}

/// Coefficients a cell: each rank has the columns of the nearest product.
TEST(GatheredColumns, AreThoseOfTheNearestProduct) {
  const MpiComm world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  Equation equation(GridSpec{Domain::flat, LayerSpacing::graded, test_physics, 5});
  equation.cells.alpha_v = [](int i, int j, int k) {
    return 2.0 + std::sin(0.3 * i + 0.2 * j) + 0.1 * std::cos(1.0 * i * k);
  };
  const EvaluatedEquation ranks(equation, decomposition(world).partition(), &world,
                                KnownColumns::all),
      one(equation, Partition::whole(nx, ny), &self);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      ASSERT_NEAR(ranks.spec().columns->alpha_v(i, j), one.spec().columns->alpha_v(i, j), 1e-13);
}

TEST(GatheredColumns, AreGatheredAgainIfAnyRankHasOtherFunctions) {
  const MpiComm world(MPI_COMM_WORLD);
  const Partition part = decomposition(world).partition();
  Equation equation(spec_of(part, {}));
  EvaluatedEquation evaluated(equation, part, &world, KnownColumns::all);
  const auto first = evaluated.spec().columns;
  equation.spec.profiles.alpha_h.assign(5, 2.0);
  evaluated.update(equation);
  EXPECT_EQ(evaluated.spec().columns, first); // grids ask for no numbers
  ColumnFields other = *equation.spec.columns;
  other.alpha_h = own_function(9, part);
  const bool last = world.rank() + 1 == world.size();
  if (last) equation.spec.columns = std::make_shared<const ColumnFields>(other);
  evaluated.update(equation);
  EXPECT_NE(evaluated.spec().columns, first);
  EXPECT_EQ(evaluated.spec().columns->alpha_h(nx - 1, ny - 1), number(9, nx - 1, ny - 1));
  EXPECT_EQ(evaluated.spec().columns->alpha_v(0, 0), number(1, 0, 0));
}

TEST(GatheredColumns, OfANumberThatCannotBeAreRefusedByAllRanks) {
  const MpiComm world(MPI_COMM_WORLD);
  const Partition part = decomposition(world).partition();
  GridSpec spec{Domain::flat, LayerSpacing::graded, test_physics, 5};
  spec.columns = std::make_shared<const ColumnFields>(
      ColumnFields{[](int i, int j) { return i == nx - 1 && j == 0 ? -1.0 : 1.0; }, {}, {}, {}});
  EXPECT_THROW(EvaluatedEquation(spec, part, &world, KnownColumns::all), InputError);
}

TEST(GatheredColumns, BytesAreThoseOfAllFunctions) {
  const Partition part = Partition::whole(nx, ny);
  const Equation equation(spec_of(part, {}));
  EXPECT_EQ(EvaluatedEquation::bytes(equation, part), 0);
  EXPECT_EQ(EvaluatedEquation::bytes(equation, part, KnownColumns::all),
            8 * (nx + 1) * (ny + 1) * Int64(sizeof(double)));
}

} // namespace
} // namespace isobar::gathered_columns_test

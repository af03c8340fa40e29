// Every argument of PressureSolver's constructor and of update() wrong on one rank alone: all ranks end the call with the same line.
#include "support_library_equation.hpp"
#include "support_library_refusals.hpp"

#include <cmath>

namespace isobar::library_arguments_test {
namespace {

struct Given {
  PressureGrid grid;
  Coefficients coefficients;
  SolverOptions options;
};

const char* const two_levels = "[solver]\nmethod = \"cg-multigrid\"\n[multigrid]\nlevels = 2\n";
const char* const convective =
    "[solver]\nmethod = \"bicgstab-multigrid\"\n[multigrid]\nlevels = 2\n";

double one(int, int) { return 1.0; }
double half(int, int) { return 0.5; }
double nan_at(int i, int j) { return i == 20 && j == 30 ? NAN : 1.0; }
double one_of_cell(int, int, int) { return 1.0; }

Given factorised() {
  const GeneralProblem p;
  return {p.grid, p.coefficients, {two_levels, transport_of_tests()}};
}

/// A plane whose columns are the caller's.
Given of_own_columns() {
  Given given{
      {24, 32, 12, Domain::flat}, Physics{1e-3, 0.02, 0.05}, {two_levels, transport_of_tests()}};
  given.grid.columns = std::make_shared<const ColumnGeometryFields>(
      ColumnGeometryFields{half, half, half, half, half});
  return given;
}

Given of_cells() {
  const CellProblem p(true, true);
  Given given{p.grid, p.coefficients, {convective, transport_of_tests()}};
  given.coefficients.convection.y.field = one;
  return given;
}

template <class Change> auto grid(const Change& change) {
  return [=](Given& g) { change(g.grid); };
}
template <class Change> auto coefficients(const Change& change) {
  return [=](Given& g) { change(g.coefficients); };
}

/// Own columns on this rank with one function in place of another.
std::function<void(Given&)> column(HorizontalField ColumnGeometryFields::*member,
                                   const HorizontalField& field) {
  return [=](Given& g) {
    ColumnGeometryFields columns = g.grid.columns ? *g.grid.columns : ColumnGeometryFields{};
    columns.*member = field;
    g.grid.columns = std::make_shared<const ColumnGeometryFields>(columns);
  };
}

const Changes<Given> grids = {
    {"nx = 0", grid([](PressureGrid& g) { g.nx = 0; })},
    {"nx", grid([](PressureGrid& g) { g.nx = 48; })},
    {"ny = -1", grid([](PressureGrid& g) { g.ny = -1; })},
    {"ny", grid([](PressureGrid& g) { g.ny = 64; })},
    {"nz", grid([](PressureGrid& g) { g.nz = 13; })},
    {"nz = 0", grid([](PressureGrid& g) { g.nz = 0; })},
    {"domain", grid([](PressureGrid& g) { g.domain = Domain::panel; })},
    {"domain 9", grid([](PressureGrid& g) { g.domain = Domain(9); })},
    {"layers", grid([](PressureGrid& g) { g.layers = LayerSpacing::uniform; })},
    {"layers -1", grid([](PressureGrid& g) { g.layers = LayerSpacing(-1); })},
    {"flux", grid([](PressureGrid& g) { g.flux = Flux::vertex; })},
    {"flux 9", grid([](PressureGrid& g) { g.flux = Flux(9); })},
    {"process grid 99 x 1", grid([](PressureGrid& g) {
       g.process_grid = ProcessGrid{99, 1};
     })},
    {"process grid -1", grid([](PressureGrid& g) {
       g.process_grid = ProcessGrid{-1, -1};
     })},
    {"west", grid([](PressureGrid& g) { g.boundaries.west = Boundary::neumann; })},
    {"east", grid([](PressureGrid& g) { g.boundaries.east = Boundary::periodic; })},
    {"south", grid([](PressureGrid& g) { g.boundaries.south = Boundary(9); })},
    {"north", grid([](PressureGrid& g) { g.boundaries.north = Boundary::dirichlet; })},
    {"bottom", grid([](PressureGrid& g) { g.boundaries.bottom = Boundary::dirichlet; })},
    {"top", grid([](PressureGrid& g) { g.boundaries.top = Boundary::neumann; })},
    {"no interfaces", grid([](PressureGrid& g) { g.interfaces.clear(); })},
    {"an interface", grid([](PressureGrid& g) { g.interfaces.at(3) += 1e-6; })},
    {"NaN of an interface", grid([](PressureGrid& g) { g.interfaces.at(3) = NAN; })},
    {"an interface too many", grid([](PressureGrid& g) { g.interfaces.push_back(1.0); })},
    {"columns without functions",
     grid([](PressureGrid& g) { g.columns = std::make_shared<const ColumnGeometryFields>(); })},
    {"columns", grid([](PressureGrid& g) {
       g.columns = std::make_shared<const ColumnGeometryFields>(
           ColumnGeometryFields{half, half, half, half, half});
     })}};

/// Numbers of a rank's own columns that no other rank asks for cannot differ: alpha_v, beta and areas of another height are taken.
const Changes<Given> factors = {
    {"w^2", coefficients([](Coefficients& c) { c.physics.omega_squared *= 1.5; })},
    {"w^2 = NaN", coefficients([](Coefficients& c) { c.physics.omega_squared = NAN; })},
    {"lam^2 < 0", coefficients([](Coefficients& c) { c.physics.lambda_squared = -1.0; })},
    {"depth", coefficients([](Coefficients& c) { c.physics.depth = 0.06; })},
    {"no alpha_h a layer", coefficients([](Coefficients& c) { c.heights.alpha_h.clear(); })},
    {"alpha_h of a layer", coefficients([](Coefficients& c) { c.heights.alpha_h.at(2) = 7.0; })},
    {"NaN of a layer", coefficients([](Coefficients& c) { c.heights.alpha_v.at(2) = NAN; })},
    {"a layer too many", coefficients([](Coefficients& c) { c.heights.beta.push_back(1.0); })},
    {"no alpha_h a column", coefficients([](Coefficients& c) { c.positions.alpha_h = {}; })},
    {"alpha_h a column", coefficients([](Coefficients& c) { c.positions.alpha_h = half; })},
    {"NaN alpha_h", coefficients([](Coefficients& c) { c.positions.alpha_h = nan_at; })},
    {"no alpha_v a column", coefficients([](Coefficients& c) { c.positions.alpha_v = {}; })},
    {"NaN beta", coefficients([](Coefficients& c) { c.positions.beta = nan_at; })},
    {"no beta a column", coefficients([](Coefficients& c) { c.positions.beta = {}; })},
    {"ground", coefficients([](Coefficients& c) { c.positions.ground = one; })},
    {"as before", coefficients([](Coefficients& c) { c.positions_as_before = true; })},
    {"levels", coefficients([](Coefficients& c) { c.choose_levels = true; })},
    {"alpha_h a cell", coefficients([](Coefficients& c) { c.cells.alpha_h = one_of_cell; })},
    {"alpha_v a cell", coefficients([](Coefficients& c) { c.cells.alpha_v = one_of_cell; })},
    {"beta a cell", coefficients([](Coefficients& c) { c.cells.beta = one_of_cell; })},
    {"xi_x", coefficients([](Coefficients& c) { c.convection.x.field = one; })},
    {"xi_y", coefficients([](Coefficients& c) { c.convection.y.profile.assign(12, 1.0); })},
    {"xi_z", coefficients([](Coefficients& c) { c.convection.z.field = one; })}};

const Changes<Given> cells_and_convection = {
    {"no alpha_h", coefficients([](Coefficients& c) { c.cells.alpha_h = {}; })},
    {"alpha_h", coefficients([](Coefficients& c) { c.cells.alpha_h = one_of_cell; })},
    {"NaN alpha_v", coefficients([](Coefficients& c) {
       c.cells.alpha_v = [](int i, int j, int k) { return k == 3 ? nan_at(i, j) : 1.0; };
     })},
    {"beta < 0",
     coefficients([](Coefficients& c) { c.cells.beta = [](int, int, int) { return -1.0; }; })},
    {"no xi", coefficients([](Coefficients& c) { c.convection = {}; })},
    {"a profile of xi",
     coefficients([](Coefficients& c) { c.convection.x.profile.assign(12, 3.0); })},
    {"NaN of a profile",
     coefficients([](Coefficients& c) { c.convection.z.profile.assign(12, NAN); })},
    {"no field of xi", coefficients([](Coefficients& c) { c.convection.y.field = {}; })},
    {"NaN of a field", coefficients([](Coefficients& c) { c.convection.y.field = nan_at; })}};

const Changes<Given> own_columns = {
    {"no columns", grid([](PressureGrid& g) { g.columns.reset(); })},
    {"no area", column(&ColumnGeometryFields::area, {})},
    {"NaN area", column(&ColumnGeometryFields::area, nan_at)},
    {"west length", column(&ColumnGeometryFields::west_length, one)},
    {"NaN west distance", column(&ColumnGeometryFields::west_distance, nan_at)},
    {"west distance", column(&ColumnGeometryFields::west_distance, one)},
    {"south length", column(&ColumnGeometryFields::south_length, nan_at)},
    {"no south distance", column(&ColumnGeometryFields::south_distance, {})},
    {"south distance", column(&ColumnGeometryFields::south_distance, one)}};

void scale(const DeviceCells<const double>&, const DeviceCells<double>&) {}

const Changes<Given> options = {
    {"no sections", [](Given& g) { g.options.sections = ""; }},
    {"no TOML", [](Given& g) { g.options.sections = "no TOML"; }},
    {"another tolerance", [](Given& g) { g.options.sections += "\n[solver2]"; }},
    {"a space", [](Given& g) { g.options.sections += " "; }},
    {"long", [](Given& g) { g.options.sections += std::string(100'000, ' '); }},
    {"transport", [](Given& g) { g.options.transport.reset(); }},
    {"blocks",
     [](Given& g) {
       g.options.blocks = std::vector<ColumnBlock>{{0, 0, 24, 32}};
     }},
    {"transport 9", [](Given& g) { g.options.transport = Transport(9); }},
    {"own matrix",
     [](Given& g) {
       CallerOperators own;
       own.matrix = scale;
       g.options.own = std::make_shared<const CallerOperators>(own);
     }},
    {"own preconditioner", [](Given& g) {
       CallerOperators own;
       own.preconditioner = scale;
       g.options.own = std::make_shared<const CallerOperators>(own);
     }}};

/// Strips of rows, one a rank.
Given of_blocks() {
  const MpiComm world(MPI_COMM_WORLD);
  Given given = factorised();
  const int first = 32 * world.rank() / world.size(), next = 32 * (world.rank() + 1) / world.size();
  given.options.blocks = std::vector<ColumnBlock>{{0, first, 24, next - first}};
  return given;
}

const Changes<Given> blocks = {
    {"no blocks", [](Given& g) { g.options.blocks.reset(); }},
    {"none of its columns", [](Given& g) { g.options.blocks->clear(); }},
    {"a row missing", [](Given& g) { --g.options.blocks->front().ny; }},
    {"a row of another rank", [](Given& g) { --g.options.blocks->front().first_j; }},
    {"beyond the domain", [](Given& g) { g.options.blocks->front().nx = 25; }},
    {"twice", [](Given& g) { g.options.blocks->push_back(g.options.blocks->front()); }},
    {"empty",
     [](Given& g) {
       g.options.blocks->push_back({0, 0, 0, -1});
     }},
    {"NaN alpha_h", coefficients([](Coefficients& c) { c.positions.alpha_h = nan_at; })},
    {"no beta", coefficients([](Coefficients& c) { c.positions.beta = {}; })}};

const std::function<void(const Given&)> make = [](const Given& g) {
  PressureSolver(MPI_COMM_WORLD, g.grid, g.coefficients, g.options);
};

TEST(LibraryArguments, OfOneRankEndTheConstructorOnAll) {
  expect_each_refused<Given>(factorised(), grids, make);
  expect_each_refused<Given>(factorised(), factors, make);
  expect_each_refused<Given>(factorised(), options, make);
  expect_each_refused<Given>(of_own_columns(), own_columns, make);
  expect_each_refused<Given>(of_blocks(), blocks, make);
  expect_each_refused<Given>(of_cells(), cells_and_convection, make);
}

/// And leave the solver as it was.
void expect_updates_refused(const Given& right, const Changes<Given>& changes) {
  PressureSolver solver(MPI_COMM_WORLD, right.grid, right.coefficients, right.options);
  const Cells f = library_right_side(solver);
  const Cells before = solution_of(solver, f);
  expect_each_refused<Given>(right, changes,
                             [&](const Given& g) { solver.update(g.coefficients); });
  EXPECT_EQ(solution_of(solver, f).values, before.values);
}

TEST(LibraryArguments, OfOneRankEndUpdatesOnAll) {
  expect_updates_refused(factorised(), factors);
  expect_updates_refused(of_cells(), cells_and_convection);
}

/// On all ranks alike: enumerations that have no such value.
TEST(LibraryArguments, OfNoKnownKindAreRefused) {
  for (const Changes<Given>& changes : {grids, options})
    for (const auto& [what, change] : changes) {
      if (std::string(what).find_last_of("91") == std::string::npos) continue;
      Given given = factorised();
      change(given);
      expect_one_line(MpiComm(MPI_COMM_WORLD), what, [&] { make(given); });
    }
}

} // namespace
} // namespace isobar::library_arguments_test

// Coefficients are taken when they are given: nothing of the caller's is called or read afterwards.
#include "support_library_equation.hpp"

#include <map>

namespace isobar {
namespace {

struct TakenCase {
  PressureGrid grid;
  Coefficients coefficients;
  const char* sections;
};

/// A sphere's columns of one's own, with poles, so that edges have no length and distances are of no account.
std::shared_ptr<ColumnGeometryFields> own_columns(int nx, int ny) {
  const auto all = [](double x) -> HorizontalField { return [x](int, int) { return x; }; };
  auto g = std::make_shared<ColumnGeometryFields>(
      ColumnGeometryFields{all(0.01), all(0.1), all(0.1), all(0.1), all(0.1)});
  g->south_length = [ny](int, int j) { return j == 0 || j == ny ? 0.0 : 0.1; };
  g->west_length = [nx](int i, int) { return 0.1 + 0.01 * (i % nx); };
  return g;
}

std::vector<TakenCase> taken_cases() {
  GeneralProblem periodic, own;
  periodic.grid.boundaries = {Boundary::periodic, Boundary::periodic, Boundary::dirichlet,
                              Boundary::neumann};
  own.grid.columns = own_columns(own.grid.nx, own.grid.ny);
  own.grid.boundaries.south = own.grid.boundaries.north = Boundary::neumann;
  const GeneralProblem general;
  const CellProblem cells(false, true), all(true, true), convection(true, false);
  return {{general.grid, general.coefficients, "[solver]\nmethod = \"multigrid\"\n"},
          {general.grid, general.coefficients,
           "[solver]\nmethod = \"multigrid\"\nprecision = \"mixed\"\n"},
          {periodic.grid, periodic.coefficients, "[solver]\nmethod = \"cg-fused\"\n"},
          {periodic.grid, periodic.coefficients, "[solver]\nmethod = \"multigrid\"\n"},
          {own.grid, own.coefficients, "[solver]\nmethod = \"cg-multigrid\"\n"},
          {cells.grid, cells.coefficients, "[solver]\nmethod = \"cg-multigrid\"\n"},
          {all.grid, all.coefficients, "[solver]\nmethod = \"bicgstab-multigrid\"\n"},
          {convection.grid, convection.coefficients, "[solver]\nmethod = \"bicgstab\"\n"}};
}

/// How often each function is called, and that none is while it is gone.
struct Calls {
  bool gone = false;
  std::map<std::array<int, 4>, int> counts; ///< by function, i, j and k
  int functions = 0;

  HorizontalField count(const HorizontalField& field) {
    if (!field) return {};
    return [this, field, n = ++functions](int i, int j) {
      return called({n, i, j, 0}, field(i, j));
    };
  }
  CellField count(const CellField& field) {
    if (!field) return {};
    return [this, field, n = ++functions](int i, int j, int k) {
      return called({n, i, j, k}, field(i, j, k));
    };
  }
  double called(const std::array<int, 4>& what, double number) {
    EXPECT_FALSE(gone);
    ++counts[what];
    return number;
  }
  void count(TakenCase& c) {
    Coefficients& a = c.coefficients;
    for (HorizontalField* f : {&a.positions.alpha_h, &a.positions.alpha_v, &a.positions.beta,
                               &a.convection.x.field, &a.convection.y.field, &a.convection.z.field})
      *f = count(*f);
    for (CellField* f : {&a.cells.alpha_h, &a.cells.alpha_v, &a.cells.beta}) *f = count(*f);
    if (!c.grid.columns) return;
    ColumnGeometryFields g = *c.grid.columns;
    for (HorizontalField* f :
         {&g.area, &g.west_length, &g.west_distance, &g.south_length, &g.south_distance})
      *f = count(*f);
    c.grid.columns = std::make_shared<const ColumnGeometryFields>(g);
  }
  int most() const {
    int all = 0;
    for (const auto& [what, count] : counts) all = std::max(all, count);
    return all;
  }
};

TEST(LibraryTaken, NoFunctionIsCalledAfterItWasGiven) {
  for (TakenCase& c : taken_cases()) {
    Calls calls;
    calls.count(c);
    PressureSolver solver(c.grid, c.coefficients, c.sections);
    EXPECT_LE(calls.most(), 2) << c.sections; // once, and in the sample that levels are chosen by
    calls.gone = true;
    const Cells f = library_right_side(solver);
    Cells u = solution_of(solver, f);
    EXPECT_EQ(solver.solve_from(f.in(), u.out()).iterations, 0) << c.sections;
    calls.gone = false;
    calls.counts.clear();
    solver.update(c.coefficients);
    EXPECT_EQ(calls.most(), 1) << c.sections;
    calls.gone = true;
    EXPECT_EQ(solver.solve_from(f.in(), u.out()).iterations, 0) << c.sections;
    Coefficients as_before = c.coefficients;
    as_before.cells = {};
    as_before.convection = {};
    as_before.positions_as_before = true;
    if (c.coefficients.cells.absent() && c.coefficients.convection.absent()) {
      solver.update(as_before);
      EXPECT_EQ(solver.solve_from(f.in(), u.out()).iterations, 0) << c.sections;
    }
  }
}

/// A model fills its arrays for the next step, or gives them back, before it solves.
struct ModelArrays {
  std::vector<double> columns, cells;
  bool of_cells;

  explicit ModelArrays(bool with_cells) : of_cells(with_cells) {
    const int nx = library_grid.nx, ny = library_grid.ny;
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) columns.push_back(1.5 + std::sin(0.3 * i + 0.2 * j));
    cells = rough_coefficients(nx, ny, library_grid.nz).alpha_h.values;
  }
  Coefficients given() const {
    Coefficients c =
        of_cells ? CellProblem(false, true).coefficients : GeneralProblem().coefficients;
    const std::ptrdiff_t nx = library_grid.nx, nz = library_grid.nz;
    if (of_cells) c.cells.alpha_h = cells_of_array(cells.data(), nz, nx * nz, 1);
    else c.positions.alpha_h = field_of_array(columns.data(), 1, nx);
    return c;
  }
  void fill(double number) {
    std::ranges::fill(columns, number);
    std::ranges::fill(cells, number);
  }
};

TEST(LibraryTaken, ArraysMayChangeOrGoAfterTheConstructorAndAnUpdate) {
  for (const bool of_cells : {false, true}) {
    const PressureGrid grid = of_cells ? library_grid : GeneralProblem().grid;
    const char* const sections = "[solver]\nmethod = \"cg-multigrid\"\n";
    auto array = std::make_unique<ModelArrays>(of_cells);
    const ModelArrays kept(of_cells);
    PressureSolver right(grid, kept.given(), sections);
    PressureSolver solver(grid, array->given(), sections);
    const Cells f = library_right_side(solver);
    const auto expect_same = [&] {
      Cells u = solution_of(right, f);
      for (double& number : u.values) number *= 1.01;
      Cells v = u;
      EXPECT_TRUE(right.solve_from(f.in(), v.out()).converged());
      EXPECT_TRUE(solver.solve_from(f.in(), u.out()).converged());
      EXPECT_EQ(u.values, v.values) << of_cells;
    };
    array->fill(7.0);
    expect_same(); // the first solve from a guess
    *array = kept;
    solver.update(array->given());
    array->fill(-1.0);
    array.reset();
    expect_same();
  }
}

TEST(LibraryTaken, ExceptionsOfMonitorsAndCallerOperatorsLeaveTheSolverUsable) {
  PressureSolver solver(library_grid, library_atmosphere);
  const Cells f = library_right_side(solver);
  const Cells right = solution_of(solver, f);
  Cells u = right;
  solver.set_monitor([](const IterationState&) -> bool { throw 3; }); // of no std::exception either
  EXPECT_THROW(solver.solve(f.in(), u.out()), int);
  solver.set_monitor({});
  EXPECT_EQ(solution_of(solver, f).values, right.values);
}

} // namespace
} // namespace isobar

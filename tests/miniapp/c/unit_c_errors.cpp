// Wrong arguments of isobar.h: each is a code and one line, and nothing is made or written.
#include "support_c.hpp"

#include <functional>
#include <limits>

namespace isobar {
namespace {

using c_test::OwnedSolver;
using c_test::Problem;

const double nan = std::numeric_limits<double>::quiet_NaN();

double hole(int i, int j, void*) { return i == 3 && j == 5 ? nan : 1.0; }
double cell_hole(int i, int j, int k, void*) { return i == 3 && j == 5 && k == 2 ? nan : 1.0; }

struct Wrong {
  const char* line; ///< or how it begins
  std::function<void(Problem&)> make;
};

TEST(CErrors, RefusesEachArgumentOfASolver) {
  const double numbers[4]{};
  const std::vector<Wrong> all = {
      {"grid.domain = 4: expected one of ISOBAR_PANEL (0), ISOBAR_FLAT (1), ISOBAR_SPHERE (2), "
       "ISOBAR_EQUIANGULAR_PANEL (3)",
       [](Problem& p) { p.grid.domain = 4; }},
      {"grid.layers = -1: expected one of ISOBAR_GRADED (0)",
       [](Problem& p) { p.grid.layers = -1; }},
      {"grid.flux = 3: expected one of", [](Problem& p) { p.grid.flux = 3; }},
      {"grid.west = 4: expected one of", [](Problem& p) { p.grid.west = 4; }},
      {"grid.east = 7: expected one of", [](Problem& p) { p.grid.east = 7; }},
      {"grid.south = 4: expected one of", [](Problem& p) { p.grid.south = 4; }},
      {"grid.north = -4: expected one of", [](Problem& p) { p.grid.north = -4; }},
      {"grid.bottom = 4: expected one of", [](Problem& p) { p.grid.bottom = 4; }},
      {"grid.top = 4: expected one of", [](Problem& p) { p.grid.top = 4; }},
      {"", [](Problem& p) { p.grid.nx = 0; }},
      {"", [](Problem& p) { p.grid.ny = -3; }},
      {"", [](Problem& p) { p.grid.nz = 0; }},
      {"", [](Problem& p) { p.grid.nz = -1; }},
      {"", [](Problem& p) { p.grid.ranks_x = 7; }},
      {"", [](Problem& p) { p.grid.east = ISOBAR_NEUMANN; }},
      {"grid.interfaces: an array of 12 numbers; expected 13",
       [](Problem& p) { p.grid.interface_count = 12; }},
      {"", [](Problem& p) { p.interfaces[3] = p.interfaces[2]; }},
      {"alpha_v.heights: an array of 13 numbers; expected 12",
       [](Problem& p) { p.coefficients.alpha_v.height_count = 13; }},
      {"beta.positions: an array of 32 x 24 numbers; expected 24 x 32",
       [](Problem& p) {
         p.coefficients.beta.positions.x_count = 32;
         p.coefficients.beta.positions.y_count = 24;
       }},
      {"alpha_h.cells: an array of 24 x 32 x 11 numbers; expected 24 x 32 x 12",
       [](Problem& p) {
         p.coefficients.alpha_h.cells = {p.drag.data(), 0, 0, 0, 24, 32, 11, nullptr, nullptr};
       }},
      {"beta.positions: both an array and a function; expected one of them",
       [](Problem& p) { p.coefficients.beta.positions.function = hole; }},
      {"xi_x.cells is given; expected heights and positions only",
       [](Problem& p) { p.coefficients.xi_x.cells.array = p.drag.data(); }},
      {"", [](Problem& p) { p.coefficients.alpha_h.positions.function = hole; }},
      {"", [](Problem& p) { p.coefficients.alpha_v.cells.function = cell_hole; }},
      {"", [](Problem& p) { p.stability[4] = -1.0; }},
      {"", [](Problem& p) { p.coefficients.physics.omega_squared = nan; }},
      {"", [&](Problem& p) { p.grid.columns.area.array = numbers; }}, // and no edges
      {"options.transport = 6: expected one of", [](Problem& p) { p.options.transport = 6; }},
      {"", [](Problem& p) { p.options.sections = "[solver]\nmethod = \"magic\"\n"; }},
      {"", [](Problem& p) { p.options.sections = "no TOML"; }}};
  for (const Wrong& wrong : all) {
    Problem p;
    wrong.make(p);
    auto handle = reinterpret_cast<isobar_solver>(77);
    EXPECT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &handle), ISOBAR_WRONG_ARGUMENT)
        << isobar_error_text();
    EXPECT_EQ(handle, nullptr);
    const std::string line = isobar_error_text();
    EXPECT_EQ(line.rfind(wrong.line, 0), 0U) << line << "\n" << wrong.line;
    EXPECT_NE(line, "");
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  }
}

/// Indices of a line, from 0 and from 1.
TEST(CErrors, NamesColumnsAndCellsFromABase) {
  Problem p;
  isobar_solver handle = nullptr;
  p.coefficients.alpha_h.positions.function = hole;
  EXPECT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &handle), ISOBAR_WRONG_ARGUMENT);
  EXPECT_NE(std::string(isobar_error_text()).find("(3, 5)"), std::string::npos)
      << isobar_error_text();
  EXPECT_NE(std::string(isobar_error_text_from(1)).find("(4, 6)"), std::string::npos)
      << isobar_error_text_from(1);
  Problem q;
  q.coefficients.alpha_v.cells.function = cell_hole;
  EXPECT_EQ(isobar_create(&q.grid, &q.coefficients, &q.options, &handle), ISOBAR_WRONG_ARGUMENT);
  EXPECT_NE(std::string(isobar_error_text_from(1)).find("(4, 6, 3)"), std::string::npos)
      << isobar_error_text_from(1);
}

/// The code and the line of a call.
void expect(int code, const char* line) {
  EXPECT_EQ(code, ISOBAR_WRONG_ARGUMENT) << line;
  EXPECT_STREQ(isobar_error_text(), line);
}

TEST(CErrors, RefusesNullPointers) {
  Problem p;
  OwnedSolver c;
  expect(isobar_create(nullptr, &p.coefficients, &p.options, &c.handle),
         "grid is null; expected a pointer");
  expect(isobar_create(&p.grid, nullptr, &p.options, &c.handle),
         "coefficients is null; expected a pointer");
  expect(isobar_create(&p.grid, &p.coefficients, &p.options, nullptr),
         "solver is null; expected a pointer");
  expect(isobar_create_on(0, &p.grid, &p.coefficients, &p.options, &c.handle),
         "MPI is not initialised; expected MPI_Init_thread before");
  p.options.sections = nullptr;
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &c.handle), ISOBAR_OK);
  EXPECT_STREQ(isobar_error_text(), "");
  expect(isobar_update(c.handle, nullptr), "coefficients is null; expected a pointer");
  expect(isobar_set_options(c.handle, nullptr), "sections is null; expected a pointer");
  expect(isobar_set_options(c.handle, "[fields]\nlayout = \"z-fastest\""),
         "options:2: fields.layout = \"z-fastest\": wants a new solver; expected one of "
         "solver.tolerance, solver.absolute_tolerance, solver.divergence_tolerance, "
         "solver.max_iterations, solver.min_iterations, solver.check_after");
  expect(isobar_partition_of(c.handle, nullptr), "partition is null; expected a pointer");
  expect(isobar_levels(c.handle, nullptr), "text is null; expected a pointer");
  double number = 0.0;
  expect(isobar_factor_distance(c.handle, nullptr, &number), "largest is null; expected a pointer");
  expect(isobar_factor_distance(c.handle, &number, nullptr), "rms is null; expected a pointer");
}

TEST(CErrors, RefusesCells) {
  Problem p;
  OwnedSolver c;
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &c.handle), ISOBAR_OK);
  std::vector<double> f(Problem::nx * Problem::ny * Problem::nz, 1.0), u(f.size(), -7.0);
  const auto solve = [&](double* from, const isobar_layout* f_layout, double* to,
                         const isobar_layout* u_layout, int right_side) {
    isobar_report report{};
    report.iterations = 5;
    const int code = isobar_solve(c.handle, from, f_layout, to, u_layout, right_side, &report);
    EXPECT_EQ(report.iterations, 0);
    return code;
  };
  expect(solve(nullptr, nullptr, u.data(), nullptr, 0), "f: no memory on rank 0");
  expect(solve(f.data(), nullptr, nullptr, nullptr, 0), "u: no memory on rank 0");
  expect(solve(f.data(), nullptr, u.data(), nullptr, 2),
         "right_side = 2: expected one of ISOBAR_CELL_MEANS (0), ISOBAR_INTEGRALS (1)");
  isobar_layout layout = isobar_layout_of(ISOBAR_YXZ, Problem::nx, Problem::ny, Problem::nz - 1);
  expect(solve(f.data(), &layout, u.data(), nullptr, 0),
         "f: 24 x 32 x 11 cells in x, y and z on rank 0; expected 24 x 32 x 12");
  layout = isobar_layout_of(ISOBAR_YXZ, Problem::nx, Problem::ny, Problem::nz);
  layout.place = 2;
  expect(solve(f.data(), &layout, u.data(), nullptr, 0),
         "f_layout.place = 2: expected one of ISOBAR_HOST (0), ISOBAR_DEVICE (1)");
  layout = isobar_layout_of(6, 1, 1, 1);
  expect(solve(f.data(), nullptr, u.data(), &layout, 0),
         "u_layout: of an order that there is not; expected 0 to 5 (isobar_order)");
  layout = isobar_layout_of(ISOBAR_YXZ, Problem::nx, Problem::ny, Problem::nz);
  layout.strides[1] = 0;
  expect(solve(f.data(), nullptr, u.data(), &layout, 0),
         "u_layout: a stride is 0; expected memory for each cell");
  f[(5 * Problem::nx + 3) * Problem::nz + 2] = nan;
  expect(solve(f.data(), nullptr, u.data(), nullptr, 0),
         "f: cell (3, 5, 2) is not finite; expected a finite number in each cell");
  EXPECT_STREQ(isobar_error_text_from(1),
               "f: cell (4, 6, 3) is not finite; expected a finite number in each cell");
  EXPECT_EQ(u, std::vector<double>(u.size(), -7.0));
}

TEST(CErrors, RefusesSolversThatAreNone) {
  Problem p;
  isobar_solver handle = nullptr;
  const char* const none = "solver is none that isobar_create has made, or was destroyed; expected "
                           "one that is there";
  expect(isobar_update(nullptr, &p.coefficients),
         "solver is null; expected one that isobar_create has made");
  EXPECT_EQ(isobar_destroy(nullptr), ISOBAR_OK);
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &handle), ISOBAR_OK);
  EXPECT_EQ(isobar_destroy(handle), ISOBAR_OK);
  expect(isobar_destroy(handle), none);
  isobar_partition partition{1, 1, 1, 1, 1, 1};
  expect(isobar_partition_of(handle, &partition), none);
  EXPECT_EQ(partition.nx, 0);
  expect(isobar_set_monitor(reinterpret_cast<isobar_solver>(&p), nullptr, nullptr), none);
  OwnedSolver next; // whose number is another one
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &next.handle), ISOBAR_OK);
  expect(isobar_destroy(handle), none);
}

struct Again {
  isobar_solver solver;
  int code = -1;
  isobar_partition partition{};
};

int call_again(int, double, double, void* context) {
  auto& again = *static_cast<Again*>(context);
  again.code = isobar_update(again.solver, nullptr);
  return isobar_partition_of(again.solver, &again.partition);
}

/// A monitor may only call questions.
TEST(CErrors, RefusesCallsWithinCalls) {
  Problem p;
  OwnedSolver c;
  ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &c.handle), ISOBAR_OK);
  Again again{c.handle};
  ASSERT_EQ(isobar_set_monitor(c.handle, call_again, &again), ISOBAR_OK);
  std::vector<double> f(Problem::nx * Problem::ny * Problem::nz, 1.0);
  isobar_report report{};
  EXPECT_EQ(isobar_solve(c.handle, f.data(), nullptr, f.data(), nullptr, 0, &report), ISOBAR_OK);
  EXPECT_EQ(report.status, ISOBAR_CONVERGED);
  EXPECT_EQ(again.code, ISOBAR_WRONG_ARGUMENT);
  EXPECT_EQ(again.partition.nx, Problem::nx);
}

} // namespace
} // namespace isobar

// isobar.h on many ranks: the numbers of one rank, and what one rank gives wrongly ends the call on all.
#include "support_c.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <functional>

namespace isobar {
namespace {

using c_test::OwnedSolver;
using c_test::Problem;

int world() { return int(MPI_Comm_c2f(MPI_COMM_WORLD)); }
bool is_last() {
  int rank = 0, size = 0;
  check_mpi(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
  return rank == size - 1;
}

bool is_one_rank() {
  int size = 0;
  check_mpi(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
  return size == 1;
}

std::vector<double> sources(const isobar_partition& mine) {
  std::vector<double> f;
  for (int j = mine.first_j; j < mine.first_j + mine.ny; ++j)
    for (int i = mine.first_i; i < mine.first_i + mine.nx; ++i)
      for (int k = 0; k < Problem::nz; ++k) f.push_back(c_test::source(i, j, k));
  return f;
}

std::vector<double> solution(isobar_solver solver, const isobar_partition& mine) {
  const std::vector<double> f = sources(mine);
  std::vector<double> u(f.size());
  EXPECT_EQ(isobar_solve(solver, f.data(), nullptr, u.data(), nullptr, ISOBAR_CELL_MEANS, nullptr),
            ISOBAR_OK)
      << isobar_error_text();
  return u;
}

TEST(CInterfaceRanks, SolveAsOneRankDoes) {
  for (const bool general : {false, true}) {
    Problem p;
    if (general) p.generalise();
    OwnedSolver all, one;
    ASSERT_EQ(isobar_create_on(world(), &p.grid, &p.coefficients, &p.options, &all.handle),
              ISOBAR_OK)
        << isobar_error_text();
    ASSERT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &one.handle), ISOBAR_OK);
    isobar_partition mine{}, whole{};
    ASSERT_EQ(isobar_partition_of(all.handle, &mine), ISOBAR_OK);
    ASSERT_EQ(isobar_partition_of(one.handle, &whole), ISOBAR_OK);
    const std::vector<double> u = solution(all.handle, mine), v = solution(one.handle, whole);
    double worst = 0.0, scale = 0.0;
    for (int j = 0; j < mine.ny; ++j)
      for (int i = 0; i < mine.nx; ++i)
        for (int k = 0; k < Problem::nz; ++k) {
          const double expected =
              v[std::size_t(((mine.first_j + j) * whole.nx + mine.first_i + i) * Problem::nz + k)];
          worst = std::max(
              worst, std::abs(u[std::size_t((j * mine.nx + i) * Problem::nz + k)] - expected));
          scale = std::max(scale, std::abs(expected));
        }
    EXPECT_LE(worst, 1e-7 * scale);
  }
}

/// The last rank gives something else, or something that cannot be: all ranks end with a line.
TEST(CInterfaceRanks, RefuseWhatOneRankGives) {
  const std::vector<std::function<void(Problem&)>> all = {
      [](Problem& p) { p.grid.domain = 9; },
      [](Problem& p) { p.grid.layers = 9; },
      [](Problem& p) { p.grid.flux = 9; },
      [](Problem& p) { p.grid.west = 9; },
      [](Problem& p) { p.grid.east = 9; },
      [](Problem& p) { p.grid.south = 9; },
      [](Problem& p) { p.grid.north = ISOBAR_DIRICHLET; },
      [](Problem& p) { p.grid.bottom = 9; },
      [](Problem& p) { p.grid.top = 9; },
      [](Problem& p) { p.grid.nx = 0; },
      [](Problem& p) { p.grid.ny = 31; },
      [](Problem& p) { p.grid.nz = -4; },
      [](Problem& p) { p.grid.interfaces = nullptr; },
      [](Problem& p) { p.interfaces[2] = p.interfaces[3]; },
      [](Problem& p) { p.grid.interface_count = 2; },
      [](Problem& p) { p.grid.ranks_x = 99; },
      [](Problem& p) { p.grid.ranks_y = -1; },
      [](Problem& p) { p.grid.columns.area.function = c_test::hills; },
      [](Problem& p) { p.grid.columns.south_distance.array = p.friction.data(); },
      [](Problem& p) { p.coefficients.physics.omega_squared = -1.0; },
      [](Problem& p) { p.coefficients.physics.lambda_squared *= 2.0; },
      [](Problem& p) { p.coefficients.physics.depth = 0.0; },
      [](Problem& p) { p.coefficients.alpha_v.heights = nullptr; },
      [](Problem& p) { p.coefficients.alpha_h.heights = p.stability.data(); },
      [](Problem& p) { p.coefficients.alpha_h.positions.function = nullptr; },
      [](Problem& p) { p.coefficients.alpha_v.cells.array = p.drag.data(); },
      [](Problem& p) {
        p.coefficients.beta.cells.z_count = 3;
        p.coefficients.beta.cells.array = p.drag.data();
      },
      [](Problem& p) { p.coefficients.xi_x.heights = p.stability.data(); },
      [](Problem& p) { p.coefficients.xi_y.positions.array = p.friction.data(); },
      [](Problem& p) { p.coefficients.positions_as_before = 1; },
      [](Problem& p) { p.options.sections = nullptr; },
      [](Problem& p) { p.coefficients.alpha_v.height_count = 2; },
      [](Problem& p) { p.coefficients.beta.positions.x_count = 2; },
      [](Problem& p) { p.coefficients.beta.positions.function = c_test::hills; },
      [](Problem& p) { p.coefficients.xi_z.cells.array = p.drag.data(); },
      [](Problem& p) { p.height = 40.0; }, // negative numbers
      [](Problem& p) { p.options.transport = 9; },
      [](Problem& p) { p.options.sections = "no TOML"; }};
  if (is_one_rank()) return; // some are only different
  for (std::size_t n = 0; n < all.size(); ++n) {
    Problem p;
    if (is_last()) all[n](p);
    OwnedSolver c;
    EXPECT_EQ(isobar_create_on(world(), &p.grid, &p.coefficients, &p.options, &c.handle),
              ISOBAR_WRONG_ARGUMENT)
        << n;
    EXPECT_STRNE(isobar_error_text(), "") << n;
  }
}

TEST(CInterfaceRanks, RefuseNullPointersOfOneRank) {
  Problem p;
  OwnedSolver c;
  const bool last = is_last();
  EXPECT_EQ(
      isobar_create_on(world(), last ? nullptr : &p.grid, &p.coefficients, nullptr, &c.handle),
      ISOBAR_WRONG_ARGUMENT);
  EXPECT_EQ(
      isobar_create_on(world(), &p.grid, last ? nullptr : &p.coefficients, nullptr, &c.handle),
      ISOBAR_WRONG_ARGUMENT);
  EXPECT_EQ(
      isobar_create_on(world(), &p.grid, &p.coefficients, nullptr, last ? nullptr : &c.handle),
      ISOBAR_WRONG_ARGUMENT);
  EXPECT_EQ(isobar_create_on(int(MPI_Comm_c2f(MPI_COMM_NULL)), &p.grid, &p.coefficients, nullptr,
                             &c.handle),
            ISOBAR_WRONG_ARGUMENT);
  EXPECT_STREQ(isobar_error_text(), "comm = MPI_COMM_NULL: expected a communicator");
  EXPECT_NE(isobar_create_on(-5, &p.grid, &p.coefficients, nullptr, &c.handle), ISOBAR_OK);
}

/// A solve and an update that one rank calls wrongly, and a right one behind them.
TEST(CInterfaceRanks, RefuseSolvesAndUpdatesOfOneRank) {
  Problem p;
  OwnedSolver c;
  ASSERT_EQ(isobar_create_on(world(), &p.grid, &p.coefficients, &p.options, &c.handle), ISOBAR_OK);
  isobar_partition mine{};
  ASSERT_EQ(isobar_partition_of(c.handle, &mine), ISOBAR_OK);
  const std::vector<double> expected = solution(c.handle, mine), f = sources(mine);
  std::vector<double> u(f.size());
  const bool last = is_last();
  isobar_layout layout = isobar_layout_of(ISOBAR_YXZ, mine.nx, mine.ny, Problem::nz);
  isobar_layout other = layout, nowhere = layout;
  other.cells[2] += last ? 1 : 0;
  nowhere.place = last ? 7 : 0;
  const auto refused = [&](const double* from, const isobar_layout* f_layout, double* to,
                           const isobar_layout* u_layout, int right_side) {
    EXPECT_EQ(isobar_solve(c.handle, from, f_layout, to, u_layout, right_side, nullptr),
              ISOBAR_WRONG_ARGUMENT);
    EXPECT_STRNE(isobar_error_text(), "");
    EXPECT_EQ(isobar_solve_from(c.handle, from, f_layout, to, u_layout, right_side, nullptr),
              ISOBAR_WRONG_ARGUMENT);
  };
  refused(last ? nullptr : f.data(), nullptr, u.data(), nullptr, 0);
  refused(f.data(), nullptr, last ? nullptr : u.data(), nullptr, 0);
  refused(f.data(), &other, u.data(), nullptr, 0);
  refused(f.data(), nullptr, u.data(), &other, 0);
  refused(f.data(), &nowhere, u.data(), nullptr, 0);
  refused(f.data(), nullptr, u.data(), nullptr, last ? 5 : 0);
  refused(last ? nullptr : f.data(), nullptr, u.data(), nullptr, ISOBAR_INTEGRALS);
  if (is_one_rank()) return;
  const auto solve = [&](auto function) {
    return function(c.handle, f.data(), nullptr, u.data(), nullptr, 0, nullptr);
  };
  EXPECT_EQ(solve(last ? isobar_solve : isobar_solve_from), ISOBAR_WRONG_ARGUMENT);
  EXPECT_EQ(last ? isobar_update(c.handle, &p.coefficients) : solve(isobar_solve),
            ISOBAR_WRONG_ARGUMENT);
  for (const char* text :
       {static_cast<const char*>(nullptr), "[solver]\ntolerance = 1e-3\n", "no TOML"})
    EXPECT_EQ(isobar_set_options(c.handle, last ? text : ""), ISOBAR_WRONG_ARGUMENT);
  EXPECT_EQ(isobar_update(c.handle, last ? nullptr : &p.coefficients), ISOBAR_WRONG_ARGUMENT);
  Problem q;
  if (last) q.coefficients.alpha_v.height_count = 3;
  EXPECT_EQ(isobar_update(c.handle, &q.coefficients), ISOBAR_WRONG_ARGUMENT);
  Problem r;
  r.coefficients.physics.omega_squared = last ? -1.0 : 2e-3;
  EXPECT_EQ(isobar_update(c.handle, &r.coefficients), ISOBAR_WRONG_ARGUMENT);
  EXPECT_EQ(solution(c.handle, mine), expected);
}

int stop_at_two(int iteration, double, double, void*) { return iteration == 2 && is_last(); }

TEST(CInterfaceRanks, StopWhereTheMonitorOfOneRankSays) {
  Problem p;
  OwnedSolver c;
  ASSERT_EQ(isobar_create_on(world(), &p.grid, &p.coefficients, &p.options, &c.handle), ISOBAR_OK);
  ASSERT_EQ(isobar_set_monitor(c.handle, stop_at_two, nullptr), ISOBAR_OK);
  isobar_partition mine{};
  ASSERT_EQ(isobar_partition_of(c.handle, &mine), ISOBAR_OK);
  std::vector<double> f = sources(mine);
  isobar_report report{};
  ASSERT_EQ(isobar_solve(c.handle, f.data(), nullptr, f.data(), nullptr, 0, &report), ISOBAR_OK);
  EXPECT_EQ(report.status, ISOBAR_INTERRUPTED);
  EXPECT_EQ(report.iterations, 3);
  EXPECT_EQ(report.stop_asked, 1);
}

} // namespace
} // namespace isobar

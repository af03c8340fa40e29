// Gauss-Seidel and ILU(0) by schedules, compared with one row after the other on the host.
#include "support_fem.hpp"

#include <numeric>
#include <set>

namespace isobar {
namespace {

template <class T> class FemSweeps : public testing::Test {};
TYPED_TEST_SUITE(FemSweeps, FemNumberTypes, FemNumberNames);

template <class T> constexpr double tolerance = std::is_same_v<T, double> ? 1e-13 : 1e-5;

FemSpace space_of(Numbering numbering, int order) {
  const QuadMesh mesh = refined(circle_mesh());
  return {refined(mesh), order, numbering, std::array{0}};
}

std::vector<int> groups_of(const RowSchedule& schedule) {
  const auto rows = Kokkos::create_mirror_view_and_copy(HostSpace(), schedule.rows);
  std::vector<int> group(rows.extent(0), -1);
  for (int g = 0; g < schedule.groups(); ++g)
    for (int at = schedule.starts[g]; at < schedule.starts[g + 1]; ++at) group[rows(at)] = g;
  return group;
}

/// Checks that rows of a group have no columns of each other, apart from zeros in columns of Dirichlet unknowns. By levels, smaller columns are in earlier groups.
void expect_schedule(const RowSchedule& schedule, const HostRows<double>& a, bool by_levels) {
  const std::vector<int> group = groups_of(schedule);
  EXPECT_EQ(std::ranges::count(group, -1), 0);
  for (int n = 0; n < int(group.size()); ++n)
    for (const auto& entry : a.rows[std::size_t(n)]) {
      const int m = entry.first;
      if (m == n || entry.second == 0.0) continue;
      EXPECT_NE(group[m], group[n]);
      if (by_levels) {
        EXPECT_EQ(m < n, group[m] < group[n]);
      }
    }
}

TEST(FemSchedules, GroupsAreIndependentAndFollowTheNumbering) {
  for (int order : {1, 2})
    for (const Numbering numbering : all_numberings) {
      SCOPED_TRACE(testing::Message() << "order " << order << ", numbering " << int(numbering));
      const FemSpace space = space_of(numbering, order);
      const CsrRows<double> a = assemble_stiffness<double>(space);
      const HostRows<double> rows(a);
      const RowSchedule levels = schedule_by_levels(a), colours = schedule_by_colours(a);
      expect_schedule(levels, rows, true);
      expect_schedule(colours, rows, false);
      EXPECT_GE(colours.groups(), order == 1 ? 4 : 9);
      EXPECT_LE(colours.groups(), order == 1 ? 9 : 25);
      EXPECT_GE(levels.groups(), colours.groups());
    }
}

/// A random numbering has the shortest chains of dependent rows, and other numberings have longer ones.
TEST(FemSchedules, ARandomNumberingHasFewGroups) {
  const auto groups = [](Numbering numbering) {
    return schedule_by_levels(assemble_stiffness<double>(space_of(numbering, 1))).groups();
  };
  EXPECT_LT(groups(Numbering::random), groups(Numbering::coordinate));
  EXPECT_LT(groups(Numbering::random), groups(Numbering::hierarchical));
}

TYPED_TEST(FemSweeps, GaussSeidelIsOneRowAfterTheOther) {
  using T = TypeParam;
  for (int order : {1, 2}) {
    const FemSpace space = space_of(Numbering::coordinate, order);
    const CsrRows<T> rows = assemble_stiffness<T>(space);
    const HostRows<T> a(rows);
    const auto f = rough_vector<T>(space.unknowns(), 0.3);
    const auto u = rough_vector<T>(space.unknowns(), 0.9);
    std::vector<double> expected = host_numbers(u);
    const std::vector<double> right = host_numbers(f);
    const GaussSeidel<T> smoother(rows, schedule_by_levels(rows), 0);
    std::vector<int> order_of(expected.size());
    std::iota(order_of.begin(), order_of.end(), 0);
    for (const Sweep direction : {Sweep::forward, Sweep::backward}) {
      smoother.sweep(0.9, direction, f, u);
      for (const int n : order_of) {
        double sum = right[n];
        for (const auto& [m, value] : a.rows[std::size_t(n)]) sum -= value * expected[m];
        expected[n] += 0.9 * sum / a(n, n);
      }
      const std::vector<double> found = host_numbers(u);
      for (std::size_t n = 0; n < found.size(); ++n)
        EXPECT_NEAR(found[n], expected[n], 10 * tolerance<T>);
      std::ranges::reverse(order_of);
    }
  }
}

TYPED_TEST(FemSweeps, IncompleteFactorsHaveTheProductOfThePattern) {
  using T = TypeParam;
  for (int order : {1, 2}) {
    const FemSpace space = space_of(Numbering::hierarchical, order);
    const CsrRows<T> rows = assemble_stiffness<T>(space);
    const HostRows<T> a(rows);
    const IncompleteLu<T> ilu(rows, schedule_by_levels(rows), 0);
    const HostRows<T> lu(ilu.factors());
    for (int n = 0; n < space.unknowns(); ++n)
      for (const auto& [m, value] : a.rows[std::size_t(n)]) {
        double sum = m >= n ? lu(n, m) : 0.0;
        for (const auto& [k, factor] : lu.rows[std::size_t(n)])
          if (k < n && k <= m) sum += factor * lu(k, m);
        EXPECT_NEAR(sum, value, 10 * tolerance<T>) << n << ", " << m;
      }
    // Both substitutions undo the factors.
    const auto x = rough_vector<T>(space.unknowns(), 0.3);
    const std::vector<double> numbers = host_numbers(x);
    std::vector<double> upper(numbers.size(), 0.0), product(numbers.size(), 0.0);
    for (std::size_t n = 0; n < numbers.size(); ++n)
      for (const auto& [m, value] : lu.rows[n])
        if (m >= int(n)) upper[n] += value * numbers[m];
    for (std::size_t n = 0; n < numbers.size(); ++n) {
      product[n] = upper[n];
      for (const auto& [m, value] : lu.rows[n])
        if (m < int(n)) product[n] += value * upper[m];
    }
    const auto r = Kokkos::create_mirror_view(x);
    for (std::size_t n = 0; n < numbers.size(); ++n) r(n) = T(product[n]);
    const Kokkos::View<T*, MemorySpace> solved("r", numbers.size());
    Kokkos::deep_copy(solved, r);
    ilu.solve(solved);
    const std::vector<double> found = host_numbers(solved);
    for (std::size_t n = 0; n < found.size(); ++n)
      EXPECT_NEAR(found[n], numbers[n], 1e3 * tolerance<T>);
  }
}

/// Cycles and CG converge in all numberings, and a sweep is more effective than a step of Jacobi.
TYPED_TEST(FemSweeps, AreSmoothers) {
  using T = TypeParam;
  for (int order : {1, 2}) {
    FemCase c{circle_mesh(), circle_problem(), {.levels = 4, .order = order}};
    c.controls = {1e-5, 100};
    c.multigrid = FemMultigridOptions::jacobi(2, 0.7);
    const int jacobi = solve<T>(c).report.iterations;
    for (const FemSmoother smoother :
         {FemSmoother::gauss_seidel, FemSmoother::colour_gauss_seidel, FemSmoother::ilu})
      for (const Numbering numbering : all_numberings) {
        SCOPED_TRACE(testing::Message() << "smoother " << int(smoother) << ", order " << order
                                        << ", numbering " << int(numbering));
        c.spaces.numbering = numbering;
        c.multigrid = FemMultigridOptions::jacobi(2, 1.0);
        c.multigrid.smoother = smoother;
        const FemSolve<T> cycles = solve<T>(c), cg = solve<T>(c, true);
        EXPECT_TRUE(cycles.report.converged());
        EXPECT_LT(cycles.report.iterations, jacobi);
        EXPECT_TRUE(cg.report.converged());
        EXPECT_LE(cg.report.iterations, cycles.report.iterations);
      }
  }
}

TEST(FemSchedules, SweepsNeedStoredRows) {
  FemCase c{circle_mesh(), circle_problem(), {.levels = 4, .numbering = Numbering::macro}};
  c.multigrid.rows = FemRows::macro;
  c.multigrid.macro_rows_from = 0;
  c.multigrid.smoother = FemSmoother::ilu;
  EXPECT_THROW(solve<double>(c), std::invalid_argument);
}

} // namespace
} // namespace isobar

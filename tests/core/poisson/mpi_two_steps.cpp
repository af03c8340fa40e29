// Two smoothing steps in one pass where ranks have neighbours in y alone, against one rank that has the whole box.
#include "support_poisson_ranks.hpp"
#include "support_transport.hpp"

#include <string>

using namespace isobar;

namespace {

struct NamedOptions {
  std::string name;
  PoissonOptions options;
};

PoissonOptions cycle(Relaxation relaxation, const std::vector<double>& before,
                     const std::vector<double>& after, CycleKind kind = CycleKind::v) {
  PoissonOptions o = jacobi_cycle(2, before);
  o.post_relaxation = after;
  o.relaxation = relaxation;
  o.cycle = kind;
  o.coarse_steps = 3; // one pass, and one step
  o.coarse_relaxation = relaxation == Relaxation::jacobi ? 0.8 : 1.0;
  return o;
}

/// Pairs of steps, a step that has no other, none, and all ways from level to level.
std::vector<NamedOptions> all_options() {
  using enum Relaxation;
  const std::vector<double> two = chebyshev_factors(2), four = chebyshev_factors(4);
  std::vector<NamedOptions> all{
      {"Chebyshev V(2,2)", cycle(jacobi, two, two)},
      {"Chebyshev W(4,4)", cycle(jacobi, four, four, CycleKind::w)},
      {"Jacobi F(3,1)", cycle(jacobi, {0.86, 0.86, 0.7}, {0.8}, CycleKind::f)},
      {"Jacobi V(0,3)", cycle(jacobi, {}, {0.86, 0.86, 0.7})},
      {"Jacobi V(2,0)", cycle(jacobi, two, {})},
      {"red-black V(1,1)", cycle(red_black, {1.2}, {1.15})},
      {"red-black V(0,2)", cycle(red_black, {}, {1.0, 1.1})},
      {"red-black F(2,1), full multigrid", cycle(red_black, {1.0, 1.0}, {1.0}, CycleKind::f)},
      {"Chebyshev V(2,2), full multigrid, transposed", cycle(jacobi, two, two)}};
  for (std::size_t n = all.size() - 2; n < all.size(); ++n) all[n].options.start = Start::full;
  all.back().options.restriction = Restriction::transpose;
  return all;
}

/// Cells of width 1, or of 1 in the mean.
Axis units(int n, Boundary low, Boundary high, double ratio = 1.0) {
  return ratio > 1.0 ? Axis::stretched(n, n, ratio, low, high) : Axis::uniform(n, n, low, high);
}

/// Two rows a rank, and one on the coarser level; more, and an odd number at the end. Others have y
/// periodic; x periodic, u known up to a constant; stretched axes; flat cells, whose coarser level
/// has as many layers.
std::vector<BoxSpec> boxes_of(int ranks) {
  return {
      cubes(12, 2 * ranks, 4, zero),
      cubes(10, 4 * ranks + 3, 6, zero),
      {units(12, zero, closed), units(4 * ranks, around, around), units(8, around, around)},
      {units(8, around, around), units(4 * ranks, closed, closed), units(6, closed, closed)},
      {units(9, zero, closed, 1.4), units(4 * ranks + 1, closed, zero, 1.4), units(6, zero, zero)},
      {units(9, zero, closed), units(4 * ranks, zero, zero),
       Axis::uniform(4, 20.0, closed, closed)}};
}

template <class P> struct TwoStepsOnManyRanks : testing::Test {};
using Numbers = testing::Types<Double, Float>;
struct Names {
  template <class P> static std::string GetName(int) { return std::string(precision_name<P>()); }
};
TYPED_TEST_SUITE(TwoStepsOnManyRanks, Numbers, Names);

TYPED_TEST(TwoStepsOnManyRanks, AgreeWithOneRank) {
  const bool narrow = std::is_same_v<typename TypeParam::storage, float>;
  const MpiComm world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  const TransportPlan transports = best_transport(world);
  for (const BoxSpec& box : boxes_of(world.size()))
    for (const NamedOptions& o : all_options()) {
      SCOPED_TRACE(testing::Message() << o.name << ", " << box.y.cells() << " rows");
      const Solved whole = solve<TypeParam>(box, o.options, self, {1, 1}, transports);
      const Solved mine = solve<TypeParam>(box, o.options, world, {1, world.size()}, transports);
      ASSERT_EQ(mine.report.iterations, whole.report.iterations);
      EXPECT_LE(difference(mine, whole), narrow ? 1e-5 : 1e-13);
    }
}

} // namespace

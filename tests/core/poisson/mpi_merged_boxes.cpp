// Multigrid on boxes whose coarse levels are on fewer ranks, or whole on each: as one rank. Cycles of other kinds behind a merge.
#include "support_transport.hpp"

#include <isobar/comm/communicators/merged_communicators.hpp>
#include <isobar/core/field/blas.hpp>
#include <isobar/core/poisson/multigrid_poisson.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace merged_boxes_test {

using namespace isobar;

namespace {

constexpr int levels = 4;

BoxSpec box_of(Boundary x, Boundary y, Boundary z, int nx = 24, int ny = 48) {
  return {Axis::uniform(nx, 1.0, x, x), Axis::uniform(ny, 2.0, y, y), Axis::uniform(16, 0.7, z, z)};
}
/// `slabs`: ranks have whole rows; else the grid of ranks is chosen.
DecompositionSpec distributed(const BoxSpec& box, int ranks, int count, bool slabs) {
  DecompositionSpec spec{box.x.cells(), box.y.cells(), count, ranks, {}, box.periodic()};
  if (slabs) spec.process_grid = {1, ranks};
  for (const BoxSpec& level : box_levels(box, levels))
    spec.halvings.push_back(next_halving(level).columns());
  spec.halvings.pop_back();
  return spec;
}
LayerCounts layers(const BoxSpec& box) {
  std::vector<int> counts;
  for (const BoxSpec& level : box_levels(box, levels)) counts.push_back(level.z.cells());
  return LayerCounts(counts);
}
PoissonOptions default_options() {
  PoissonOptions o;
  o.levels = levels;
  o.coarse_steps = 8;
  o.pre_relaxation = o.post_relaxation = {0.8, 0.8};
  return o;
}

/// A right-hand side that is the same on any number of ranks, with the mean 0.
template <class P> FieldOf<P> right_side(const BoxSpec& box, const Partition& p) {
  FieldOf<P> f("f", p.nx, p.ny, box.z.cells());
  const auto host = Kokkos::create_mirror_view(f.flat());
  for (int j = 0; j < p.ny; ++j)
    for (int k = 0; k < box.z.cells(); ++k)
      for (int i = 0; i < p.nx; ++i)
        host(f.shape().place(i, k, j)) = typename P::storage(
            std::sin(2.1 * (p.first_i + i) + k) * ((p.first_j + j) % 2 == 0 ? 1.0 : -1.0));
  Kokkos::deep_copy(f.flat(), host);
  return f;
}

template <class P> struct Found {
  SolveReport report;
  Partition part;
  FieldOf<P> u;
};

template <class P>
Found<P> solve(const BoxSpec& box, const MpiComm& comm, const std::vector<LevelMerge>& merges,
               const PoissonOptions& options,
               const std::vector<StageCycles<PoissonOptions>>& behind = {}, bool slabs = false) {
  const int count = merges.empty() ? levels : merges[0].level + 1;
  const Decomposition d(distributed(box, comm.size(), count, slabs), comm.rank());
  const RankStages stages(d, merges, levels);
  MergedCommunicators<typename P::storage> ranks(comm, stages, layers(box), best_transport(comm));
  MultigridPoisson<P> solver({box, d.partition(), stages.merged_parts(comm.rank()), behind},
                             options, ranks);
  const bool in_float = std::is_same_v<typename P::storage, float>;
  SolveReport report = solver.solve(right_side<P>(box, d.partition()),
                                    {in_float ? 1e-4 : 1e-9, 100, {}}, Guess::zero);
  return {std::move(report), d.partition(), solver.solution()};
}

/// Largest difference of this rank's part from the whole solution, over the largest value.
template <class P> double difference(const Found<P>& mine, const Found<P>& whole) {
  const auto a = Kokkos::create_mirror_view_and_copy(HostSpace(), mine.u.flat()),
             b = Kokkos::create_mirror_view_and_copy(HostSpace(), whole.u.flat());
  double worst = 0.0, scale = 0.0;
  for (int j = 0; j < mine.part.ny; ++j)
    for (int k = 0; k < mine.u.shape().nz; ++k)
      for (int i = 0; i < mine.part.nx; ++i) {
        const double right =
            b(whole.u.shape().place(mine.part.first_i + i, k, mine.part.first_j + j));
        worst = std::max(worst, std::abs(a(mine.u.shape().place(i, k, j)) - right));
        scale = std::max(scale, std::abs(right));
      }
  return worst / scale;
}

/// [level, ranks]; onto 0 every rank has all.
std::vector<std::vector<LevelMerge>> merges_of(int ranks) {
  switch (ranks) {
  case 2: return {{{1, 1}}, {{1, 0}}};
  case 4: return {{{1, 2}, {2, 1}}, {{2, 0}}};
  case 6: return {{{1, 3}, {2, 1}}};
  case 8: return {{{1, 4}, {2, 1}}, {{2, 0}}};
  default: return {{}};
  }
}

} // namespace

template <class P> class MergedBoxes : public testing::Test {
protected:
  static constexpr bool in_float = std::is_same_v<typename P::storage, float>;

  void compare(const BoxSpec& box, const PoissonOptions& options) {
    const Found<P> whole = solve<P>(box, self, {}, options);
    ASSERT_TRUE(whole.report.converged());
    for (const auto& merges : merges_of(world.size()))
      for (const bool slabs : {false, true}) {
        const Found<P> mine = solve<P>(box, world, merges, options, {}, slabs);
        EXPECT_EQ(mine.report.iterations, whole.report.iterations);
        EXPECT_LE(difference(mine, whole), in_float ? 2e-4 : 1e-10);
      }
  }
  MpiComm world{MPI_COMM_WORLD}, self{MPI_COMM_SELF};
};
struct Names {
  template <class P> static std::string GetName(int) { return std::string(precision_name<P>()); }
};
using Numbers = testing::Types<Double, Float>;
TYPED_TEST_SUITE(MergedBoxes, Numbers, Names);

TYPED_TEST(MergedBoxes, AgreeWithOneRank) {
  constexpr Boundary fixed = Boundary::dirichlet, closed = Boundary::neumann,
                     around = Boundary::periodic;
  for (const CycleKind kind : {CycleKind::v, CycleKind::w, CycleKind::f}) {
    PoissonOptions options = default_options();
    options.cycle = kind;
    this->compare(box_of(fixed, closed, fixed), options);
  }
  PoissonOptions options = default_options();
  this->compare(box_of(closed, closed, closed), options);
  this->compare(box_of(around, fixed, closed), options);
  options.start = Start::full;
  this->compare(box_of(fixed, fixed, fixed, 26, 44), options);
  options.relaxation = Relaxation::red_black;
  options.restriction = Restriction::transpose;
  this->compare(box_of(fixed, closed, fixed), options);
}

// Behind a merge red-black W-cycles, around it Jacobi V-cycles: as on one rank with the same merge there, which is a merge onto all.
TYPED_TEST(MergedBoxes, RunOtherCyclesBehindAMerge) {
  if (this->world.size() == 1) GTEST_SKIP() << "one rank has nothing to merge";
  const BoxSpec box = box_of(Boundary::dirichlet, Boundary::neumann, Boundary::dirichlet);
  const PoissonOptions around = default_options();
  PoissonOptions behind = default_options();
  behind.relaxation = Relaxation::red_black;
  behind.cycle = CycleKind::w;
  const auto iterations = [&](LevelMerge merge, int count) {
    const auto found = solve<TypeParam>(box, this->world, {merge}, around, {{behind, count}});
    EXPECT_TRUE(found.report.converged());
    return found.report.iterations;
  };
  for (const int count : {1, 4})
    EXPECT_EQ(iterations({2, 1}, count), iterations({2, 0}, count)) << count;
  EXPECT_LE(iterations({2, 1}, 4), iterations({2, 1}, 1));
}

TYPED_TEST(MergedBoxes, RefuseAnotherNumberOfLevelsBehindAMerge) {
  PoissonOptions behind = default_options();
  behind.levels = 3;
  const BoxSpec box = box_of(Boundary::dirichlet, Boundary::neumann, Boundary::dirichlet);
  if (this->world.size() == 1) GTEST_SKIP() << "one rank has nothing to merge";
  EXPECT_THROW(solve<TypeParam>(box, this->world, {{2, 1}}, default_options(), {{behind, 1}}),
               std::invalid_argument);
}

} // namespace merged_boxes_test

// A hierarchy behind a merge on one rank, where a merge is a copy: nothing may change, to the last bit. Then cycles of its own,
// and wrong use.
#include "support_problem.hpp"

#include <isobar/core/field/blas.hpp>
#include <isobar/core/multigrid/embedded_level.hpp>

#include <cmath>
#include <limits>
#include <map>

namespace isobar {
namespace {

double largest(const oracle::Array& x) {
  double most = 0.0;
  for (const double value : x.values) most = std::max(most, std::abs(value));
  return most;
}
double largest_difference(const oracle::Array& x, const oracle::Array& y) {
  return largest(oracle::sum(x, -1.0, y));
}

/// Copies the memory of one field into another of the same shape.
template <class T> class CopyMerge final : public Merge<T> {
public:
  explicit CopyMerge(bool has_level = true) : has_level_(has_level) {}
  bool has_level() const override { return has_level_; }
  void gather(const FieldMemory<T>& part, const FieldMemory<T>& merged) override {
    copy(part, merged);
  }
  void scatter(const FieldMemory<T>& merged, const FieldMemory<T>& part) override {
    copy(merged, part);
  }
  bool enqueued() const override { return true; }
  int copies = 0;

private:
  void copy(const FieldMemory<T>& from, const FieldMemory<T>& to) {
    ++copies;
    if (!has_level_) return;
    ASSERT_EQ(from.shape(), to.shape());
    Kokkos::deep_copy(ExecutionSpace(), to.flat(), from.flat());
  }
  bool has_level_;
};

/// Communicators of one rank, with merges in front of any level.
template <class T> class CopyMerges final : public Communicators<T> {
public:
  explicit CopyMerges(Periodic periodic) : self_(periodic) {}
  Communicator<T>& on(int level) override { return self_.on(level); }
  Merge<T>& merge(int level) override { return merges_[level]; }
  int copies(int level) { return merges_[level].copies; }

private:
  SelfCommunicators<T> self_;
  std::map<int, CopyMerge<T>> merges_;
};

} // namespace

template <class P> class EmbeddedLevelTest : public testing::Test {
protected:
  using T = typename P::storage;

  static Partition columns(const Problem& problem, int level) {
    Partition p = problem.part;
    for (int l = 0; l < level; ++l) p = next_coarser(p);
    return p;
  }
  /// The solution by multigrid with merges in front of these levels.
  static Outcome solve(const Problem& problem, const MultigridOptions& options,
                       const std::vector<int>& merged) {
    CopyMerges<T> ranks(problem.part.periodic);
    GridSetup setup = problem.setup();
    for (const int level : merged) setup.merged.push_back({level, columns(problem, level)});
    Multigrid<P> solver(setup, options, ranks);
    const oracle::Array f = oracle::random(problem.part.nx, problem.part.ny, problem.spec.nz, 7);
    SolveReport report = solver.solve(problem.field_of<P>(f), {1e-4, 30, {}});
    for (const int level : merged) EXPECT_GT(ranks.copies(level), 0);
    return {std::move(report), owned(solver.solution())};
  }
  /// To the last bit, or as far as rounding goes where areas follow in two ways.
  static void compare(const Problem& problem, const MultigridOptions& options, bool bits = true) {
    const Outcome plain = solve(problem, options, {});
    EXPECT_GT(plain.report.iterations, 1);
    for (const std::vector<int>& merged : {std::vector{1}, {2}, {1, 2}, {1, 3}}) {
      const Outcome found = solve(problem, options, merged);
      if (bits) {
        EXPECT_EQ(found.report.residual_norms, plain.report.residual_norms) << merged[0];
      }
      EXPECT_EQ(found.report.iterations, plain.report.iterations) << merged[0];
      EXPECT_LE(largest_difference(found.solution, plain.solution),
                1e4 * std::numeric_limits<T>::epsilon() * largest(plain.solution));
    }
  }
};
TYPED_TEST_SUITE(EmbeddedLevelTest, Precisions, PrecisionNames);

namespace {

// In the flat box, where areas of coarse columns are the same bits whether they are sums or follow from the corners.
GridSpec flat_spec(int nz) { return {Domain::flat, LayerSpacing::graded, test_physics, nz}; }

} // namespace

TYPED_TEST(EmbeddedLevelTest, GoesOnAsTheCycleAroundItWould) {
  const Problem problem(flat_spec(6), 32, 32);
  for (const CycleKind kind : {CycleKind::v, CycleKind::w, CycleKind::f})
    for (const Start start : {Start::zero, Start::full}) {
      MultigridOptions options = with_levels(4);
      options.cycle = kind;
      options.start = start;
      this->compare(problem, options);
    }
}

TYPED_TEST(EmbeddedLevelTest, HasTheLayersThatItsFinerLevelRestrictsTo) {
  MultigridOptions options = with_levels(4);
  options.merged_layers = 4;
  this->compare(Problem(flat_spec(10), 32, 32), options);
}

TYPED_TEST(EmbeddedLevelTest, HasNarrowLastColumns) {
  MultigridOptions options = with_levels(4);
  const Problem problem(flat_spec(6), 27, 34);
  this->compare(problem, options, false);
  options.restriction = Restriction::transpose;
  this->compare(problem, options, false);
}

TYPED_TEST(EmbeddedLevelTest, RunsCyclesOfItsOwn) {
  using T = typename TypeParam::storage;
  const Problem problem(flat_spec(6), 16, 16);
  const MultigridOptions options = with_levels(3);
  SelfCommunicators<T> self;
  const auto f = problem.field_of<TypeParam>(oracle::random(16, 16, 6, 7));
  Multigrid<TypeParam> alone(problem.setup(), options, self);
  for (const int count : {1, 3}) {
    Hierarchy<TypeParam> levels =
        MatrixFreeLevels<TypeParam>::make(problem.setup(), options, self, self);
    levels.finest->set_rhs(problem.field_of<TypeParam>(oracle::Array(16, 16, 6)));
    CopyMerge<T> merge;
    EmbeddedLevel<TypeParam> level({problem.part, 6}, merge, self.on(0), std::move(levels),
                                   {options, count});
    Blas<T>::copy(f, level.restricted());
    level.prepare_rhs();
    level.visit_coarsest(CycleKind::w, Start::zero, Guess::zero); // of its own kind all the same
    level.prepare_correction();
    EXPECT_EQ(owned(level.correction()).values, owned(alone.cycles(f, count)).values) << count;
  }
}

TYPED_TEST(EmbeddedLevelTest, WaitsWhereTheRankHasNoLevel) {
  using T = typename TypeParam::storage;
  const Problem problem(flat_spec(6), 16, 16);
  SelfCommunicator<T> self;
  CopyMerge<T> merge(false);
  EmbeddedLevel<TypeParam> level({problem.part, 6}, merge, self, {}, {with_levels(3), {}});
  level.prepare_rhs();
  level.visit_coarsest(CycleKind::v, Start::full, Guess::zero);
  level.solve_coarsest(Guess::current);
  level.prepare_correction();
  EXPECT_EQ(merge.copies, 2);
}

TYPED_TEST(EmbeddedLevelTest, RefusesWrongUse) {
  using T = typename TypeParam::storage;
  using Tested = EmbeddedLevel<TypeParam>;
  const Problem problem(flat_spec(6), 16, 16);
  SelfCommunicators<T> self;
  CopyMerge<T> here, elsewhere(false);
  const MultigridOptions options = with_levels(2);
  const LevelShape part{problem.part, 6};
  const auto levels = [&] {
    return MatrixFreeLevels<TypeParam>::make(problem.setup(), options, self, self);
  };
  EXPECT_THROW(Tested(part, here, self.on(0), {}, {options, {}}), std::invalid_argument);
  EXPECT_THROW(Tested(part, elsewhere, self.on(0), levels(), {options, {}}), std::invalid_argument);
  EXPECT_THROW(Tested(part, here, self.on(0), levels(), {options, 0}), std::invalid_argument);
  Tested level(part, here, self.on(0), levels(), {options, 1});
  EXPECT_THROW(level.smooth_before(Guess::zero), std::logic_error);
  EXPECT_THROW(level.restrict_residual(Guess::zero), std::logic_error);
  EXPECT_THROW(level.correct(Guess::zero), std::logic_error);
  EXPECT_THROW(level.restrict_rhs(), std::logic_error);
  EXPECT_THROW(level.interpolate(), std::logic_error);
  EXPECT_THROW(self.merge(1), std::invalid_argument);
  GridSetup setup = problem.setup();
  setup.merged = {{2, problem.part}}; // there is no level 2
  EXPECT_THROW(Multigrid<TypeParam>(setup, options, self), std::invalid_argument);
}

} // namespace isobar

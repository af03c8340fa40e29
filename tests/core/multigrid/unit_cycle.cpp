// The cycle alone, over levels that only record what is asked of them: V, W and F cycles and full
// multigrid as in the textbook. Then W and F cycles on real levels of all kinds.
#include "support_problem.hpp"

#include <isobar/core/columns/stored_solvers.hpp>

#include <memory>

namespace isobar {
namespace {

/// Writes down what is asked of it, and holds the cycle to what Level's comments say of halos.
class RecordingLevel final : public Level {
public:
  RecordingLevel(int index, std::string& visits, std::string& calls)
      : name_(std::to_string(index)), visits_(visits), calls_(calls) {}

  bool is_recorded = false, is_in_place = false;

  Guess smooth_before(Guess guess) override {
    step("before", guess);
    visits_ += name_;
    return Guess::current;
  }
  void restrict_residual(Guess guess) override { step("residual", guess); }
  void correct(Guess guess) override {
    step("correct", guess);
    visits_ += name_;
    halo_is_valid_ = false;
  }
  void restrict_rhs() override { note("restrict_rhs"); }
  void interpolate() override {
    note("interpolate");
    halo_is_valid_ = false;
  }
  void prepare_rhs() override { note("rhs"); }
  void prepare_correction() override { note("correction"); }
  void solve_coarsest(Guess guess) override {
    step("coarsest", guess);
    visits_ += name_;
  }
  void exchange() override {
    note("exchange");
    halo_is_valid_ = true;
  }
  bool records() const override { return is_recorded; }
  bool keeps_place() const override { return is_in_place; }

private:
  void note(const std::string& call) { calls_ += call + name_ + ' '; }
  void step(const std::string& call, Guess guess) {
    note(guess == Guess::zero ? "zero:" + call : call);
    EXPECT_TRUE(guess == Guess::zero || halo_is_valid_) << calls_;
    halo_is_valid_ = true;
  }

  std::string name_;
  std::string &visits_, &calls_;
  bool halo_is_valid_ = false;
};

struct Recording {
  std::string visits, calls;
  std::vector<std::unique_ptr<RecordingLevel>> levels;
  explicit Recording(int count) {
    for (int l = 0; l < count; ++l)
      levels.push_back(std::make_unique<RecordingLevel>(l, visits, calls));
  }
  Cycle cycle(CycleKind kind, Start start = Start::zero, bool record = true,
              Ranks& ranks = alone()) const {
    MultigridOptions options;
    options.cycle = kind;
    options.start = start;
    options.record = record;
    std::vector<Level*> all;
    for (const auto& level : levels) all.push_back(level.get());
    return {all, ranks, options};
  }
  static Ranks& alone() {
    static SelfCommunicator<double> self;
    return self;
  }
};

/// Levels in the order in which they are smoothed or solved.
std::string visits(CycleKind kind, int levels, Start start = Start::zero) {
  Recording r(levels);
  r.cycle(kind, start).run(Guess::zero);
  return r.visits;
}

TEST(Cycle, VisitsLevelsAsInTheTextbook) {
  for (const CycleKind kind : {CycleKind::v, CycleKind::w, CycleKind::f}) {
    EXPECT_EQ(visits(kind, 1), "0");
    EXPECT_EQ(visits(kind, 2), "010");
  }
  EXPECT_EQ(visits(CycleKind::v, 3), "01210");
  EXPECT_EQ(visits(CycleKind::w, 3), "01211210");
  EXPECT_EQ(visits(CycleKind::f, 3), "01211210");
  EXPECT_EQ(visits(CycleKind::v, 4), "0123210");
  EXPECT_EQ(visits(CycleKind::w, 4), "012322321123223210");
  EXPECT_EQ(visits(CycleKind::f, 4), "012322321123210");
}

TEST(Cycle, StartsFullMultigridFromTheCoarsestLevel) {
  EXPECT_EQ(visits(CycleKind::v, 1, Start::full), "0");
  EXPECT_EQ(visits(CycleKind::v, 3, Start::full), "2"
                                                  "121"
                                                  "01210");
  EXPECT_EQ(visits(CycleKind::v, 4, Start::full), "3"
                                                  "232"
                                                  "12321"
                                                  "0123210");
  EXPECT_EQ(visits(CycleKind::f, 4, Start::full), "3"
                                                  "232"
                                                  "12322321"
                                                  "012322321123210");
}

// As level 1 and below of a larger hierarchy, which levels behind a merge are.
TEST(Cycle, VisitsCoarseLevelsAsACycleAroundThemDoes) {
  const auto of_visit = [](CycleKind kind, Start start) {
    Recording r(3);
    r.cycle(kind).visit(kind, start, Guess::zero);
    return r.visits;
  };
  EXPECT_EQ(of_visit(CycleKind::v, Start::zero), "01210");
  EXPECT_EQ(of_visit(CycleKind::w, Start::zero), "01211210"
                                                 "01211210");
  EXPECT_EQ(of_visit(CycleKind::f, Start::zero), "01211210"
                                                 "01210");
  EXPECT_EQ(of_visit(CycleKind::v, Start::full), "2"
                                                 "121"
                                                 "01210");
}

TEST(Cycle, AsksEachStepOfTheRightLevel) {
  Recording v(2);
  const std::string coarse = "rhs1 zero:coarsest1 correction1 ";
  Cycle cycle = v.cycle(CycleKind::v);
  cycle.run(Guess::zero);
  EXPECT_EQ(v.calls, "zero:before0 residual0 " + coarse + "correct0 exchange0 ");
  v.calls.clear();
  cycle.run(Guess::current);
  EXPECT_EQ(v.calls, "before0 residual0 " + coarse + "correct0 exchange0 ");

  Recording w(3);
  w.cycle(CycleKind::w).run(Guess::zero);
  const std::string coarsest = "rhs2 zero:coarsest2 correction2 ";
  EXPECT_EQ(w.calls, "zero:before0 residual0 rhs1 zero:before1 residual1 " + coarsest +
                         "correct1 exchange1 before1 residual1 " + coarsest +
                         "correct1 correction1 correct0 exchange0 ");

  Recording full(2);
  full.cycle(CycleKind::v, Start::full).run(Guess::zero);
  EXPECT_EQ(full.calls, "restrict_rhs0 rhs1 zero:coarsest1 correction1 interpolate0 exchange0 "
                        "before0 residual0 " +
                            coarse + "correct0 exchange0 ");
}

/// The first level whose launches are recorded, if levels from `first` on can be.
int recorded(CycleKind kind, int first, Start start = Start::zero, bool record = true) {
  Recording r(4);
  for (int l = 0; l < 4; ++l) r.levels[l]->is_recorded = l >= first;
  return r.cycle(kind, start, record).recorded_from();
}

TEST(Cycle, RecordsFromTheFirstLevelBelowWhichAllCanBe) {
  constexpr int none = 4;
  EXPECT_EQ(recorded(CycleKind::v, 0), 1); // the finest level's fields are the caller's
  EXPECT_EQ(recorded(CycleKind::v, 1), 1);
  EXPECT_EQ(recorded(CycleKind::w, 2), 2);
  EXPECT_EQ(recorded(CycleKind::v, 3), 3);
  EXPECT_EQ(recorded(CycleKind::v, 4), none);
  EXPECT_EQ(recorded(CycleKind::f, 1), 1);
  EXPECT_EQ(recorded(CycleKind::f, 2), none); // level 2 is visited as F and as V
  EXPECT_EQ(recorded(CycleKind::v, 0, Start::full), none);
  EXPECT_EQ(recorded(CycleKind::v, 0, Start::zero, false), none);
}

/// Ranks of which another one can record its launches from this level on.
class OtherRank final : public SelfCommunicator<double> {
public:
  explicit OtherRank(int recorded) : recorded_(recorded) {}
  void max(std::span<double> values) override { values[0] = std::max(values[0], recorded_); }

private:
  double recorded_;
};

// A recording calls its launches once: ranks that record other levels would wait for each other's halos.
TEST(Cycle, RecordsTheLevelsThatAllRanksCanRecord) {
  const auto beside = [](int recorded, CycleKind kind) {
    Recording r(4);
    for (const auto& level : r.levels) level->is_recorded = true;
    OtherRank other(recorded);
    return r.cycle(kind, Start::zero, true, other).recorded_from();
  };
  constexpr int none = 4;
  EXPECT_EQ(beside(1, CycleKind::v), 1);
  EXPECT_EQ(beside(3, CycleKind::v), 3);
  EXPECT_EQ(beside(none, CycleKind::v), none);
  EXPECT_EQ(beside(none, CycleKind::f), none);
}

// The start and the corrections are two recordings of the same levels.
TEST(Cycle, RecordsAFullStartWhereLevelsKeepUInItsPlace) {
  const auto from = [](CycleKind kind, int first, int first_in_place) {
    Recording r(4);
    for (int l = 0; l < 4; ++l) {
      r.levels[l]->is_recorded = l >= first;
      r.levels[l]->is_in_place = l >= first_in_place;
    }
    return r.cycle(kind, Start::full).recorded_from();
  };
  constexpr int none = 4;
  EXPECT_EQ(from(CycleKind::v, 0, 1), 1); // the finest level is not recorded
  EXPECT_EQ(from(CycleKind::v, 2, 2), 2);
  EXPECT_EQ(from(CycleKind::v, 2, 3), none);
  EXPECT_EQ(from(CycleKind::f, 0, 0), 1);
  EXPECT_EQ(from(CycleKind::f, 2, 0), none);
}

/// Any cycle, from the oracle's parts.
oracle::Array cycle(const std::vector<oracle::Matrix>& m, const oracle::Cycle& c, CycleKind kind,
                    oracle::Array u, const oracle::Array& f, std::size_t l = 0) {
  const auto smooth = [&](const std::vector<double>& factors) {
    for (const double rho : factors) u = oracle::smooth(m[l], rho, u, f);
  };
  if (l + 1 == m.size()) {
    smooth(c.coarsest);
    return u;
  }
  smooth(c.before);
  const oracle::Array coarse_f =
      oracle::restrict_average(oracle::residual(m[l], u, f), m[l + 1].nx, m[l + 1].ny);
  oracle::Array e(m[l + 1].nx, m[l + 1].ny, m[l + 1].nz);
  e = cycle(m, c, kind, e, coarse_f, l + 1);
  if (kind != CycleKind::v && l + 2 < m.size())
    e = cycle(m, c, kind == CycleKind::f ? CycleKind::v : kind, e, coarse_f, l + 1);
  u = oracle::sum(u, 1.0, oracle::prolongate(e, m[l].nx, m[l].ny));
  smooth(c.after);
  return u;
}

const Problem problem({Domain::panel, LayerSpacing::graded, test_physics, 6}, 32, 16);
const oracle::Cycle with_before{{0.6}, {1.4}, {0.8, 0.8}}, without{{}, {0.7, 0.9}, {0.8}};

template <class P> struct CycleIn : testing::Test {};
TYPED_TEST_SUITE(CycleIn, Precisions, PrecisionNames);

TYPED_TEST(CycleIn, EveryKindIsTheOracles) {
  const auto m = problem.matrices(4);
  const oracle::Array f =
      oracle::rounded_to_float(oracle::apply(m[0], oracle::random(m[0].nx, m[0].ny, m[0].nz, 1)));
  const oracle::Array zero(m[0].nx, m[0].ny, m[0].nz);
  for (const oracle::Cycle& factors : {with_before, without})
    for (const CycleKind kind : {CycleKind::v, CycleKind::w, CycleKind::f}) {
      SCOPED_TRACE(int(kind));
      MultigridOptions options = options_of(factors, 4);
      options.cycle = kind;
      SelfCommunicators<typename TypeParam::storage> self;
      Multigrid<TypeParam> multigrid(problem.setup(), options, self);
      const oracle::Array found = owned(multigrid.cycles(problem.field_of<TypeParam>(f), 2));
      const oracle::Array once = cycle(m, factors, kind, zero, f);
      const oracle::Array expected = cycle(m, factors, kind, once, f);
      EXPECT_LE(oracle::norm(oracle::sum(found, -1.0, expected)),
                6.0 * kernel_tolerance<TypeParam>() * oracle::norm(expected));
    }
}

int iterations(Multigrid<Double>&& solver, const Problem& p, const oracle::Array& f) {
  const SolveReport report = solver.solve(p.field<double>(f), {1e-8});
  EXPECT_TRUE(report.converged());
  return report.iterations;
}

TEST(CycleKinds, CountTheSameOnLevelsOfAllKinds) {
  const Problem p(paper_spec(32, 32), 32, 32);
  const oracle::Array f = oracle::box(p.matrix());
  SelfCommunicators<double> self;
  SelfCommunicators<float> coarse;
  MultigridOptions options = with_levels(5);
  std::vector<int> counts;
  for (const CycleKind kind : {CycleKind::v, CycleKind::w, CycleKind::f}) {
    options.cycle = kind;
    counts.push_back(iterations({p.setup(), options, self}, p, f));
    const auto mixed = [&] {
      return MatrixFreeLevels<Double, Float>::make(p.setup(), options, self, coarse);
    };
    EXPECT_EQ(iterations({mixed(), options}, p, f), counts.back());
    for (const MatrixFormat format : {MatrixFormat::csr, MatrixFormat::ell})
      EXPECT_EQ(
          iterations({StoredLevels<double>::make(p.setup(), options, format, self), options}, p, f),
          counts.back());
  }
  EXPECT_EQ(counts, (std::vector{20, 18, 18}));
}

TEST(StoredMultigrid, StartsFromTheCoarseLevelsAsTheMatrixFreeOne) {
  const oracle::Array f = oracle::box(problem.matrix());
  MultigridOptions options = options_of(with_before, 3);
  options.start = Start::full;
  const Outcome expected = multigrid<Double>(problem, f, {1e-8}, options);
  SelfCommunicators<double> self;
  for (const MatrixFormat format : {MatrixFormat::csr, MatrixFormat::ell}) {
    Multigrid<Double> stored(StoredLevels<double>::make(problem.setup(), options, format, self),
                             options);
    const SolveReport report = stored.solve(problem.field<double>(f), {1e-8});
    EXPECT_EQ(report.iterations, expected.report.iterations);
    for (int n = 0; n <= report.iterations; ++n)
      EXPECT_NEAR(report.residual_norms[n], expected.report.residual_norms[n],
                  1e-11 * report.residual_norms[0]);
  }
}

/// The message of the exception that a call throws, or "" if it throws none.
template <class F> std::string refused(const F& call) {
  try {
    call();
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

TEST(Levels, RefuseWhatTheyCannotBe) {
  SelfCommunicators<double> self;
  EXPECT_NE(refused([&] { Multigrid<Double>(problem.setup(), with_levels(0), self); }), "");
  MultigridOptions transposed = with_levels(2);
  transposed.restriction = Restriction::transpose;
  EXPECT_NE(refused([&] {
              StoredLevels<double>::make(problem.setup(), transposed, MatrixFormat::csr, self);
            }),
            "");
}

} // namespace
} // namespace isobar

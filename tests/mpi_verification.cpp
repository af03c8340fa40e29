#include "problem.hpp"
#include "report.hpp"
#include "solver.hpp"
#include "support_fields.hpp"
#include "support_transport.hpp"
#include "verification.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>
#include <utility>

using namespace isobar;

namespace {

/// Multiplies one western transmissibility of a level by `factor`. Views are shared, so this
/// reaches the matrix that the owner of the level works with.
template <class A> void spoil_west(const GridLevel<A>& grid, double factor) {
  const auto& west = grid.columns().west;
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), west);
  for (int j = 0; j < grid.ny(); ++j)
    for (int i = 0; i < grid.nx(); ++i) host(i, j) *= A(factor);
  Kokkos::deep_copy(west, host);
}

/// The same for the coupling to the level above, without that from the level above.
template <class A> void spoil_up(const GridLevel<A>& grid) {
  const auto& profile = grid.profile();
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), profile);
  host(grid.nz() / 2).b *= A(1.5);
  Kokkos::deep_copy(profile, host);
}

bool all_pass(const std::vector<Check>& checks) {
  for (const Check& c : checks)
    if (!c.passed) return false;
  return true;
}

/// The last lines of the screen report of a run with these checks.
std::string screen(const std::vector<Check>& checks) {
  const Deck deck =
      parse_deck("[grid]\nnx = 8\nny = 8\nnz = 4\n[multigrid]\nlevels = 1\n", "d.toml");
  const MpiComm self(MPI_COMM_SELF);
  const Decomposition decomposition({8, 8, 1, 1, {}});
  const TransportChoice transport;
  RunResult result;
  result.checks = checks;
  result.solving.samples = {0.001};
  return screen_report({deck, self, decomposition, transport}, result);
}

template <class P> class Manufactured : public testing::Test {};
TYPED_TEST_SUITE(Manufactured, Precisions, PrecisionNames);

TYPED_TEST(Manufactured, PassesWithTheRightMatrix) {
  ManufacturedProblem<TypeParam> coarse(16), fine(32);
  const std::vector<Check> checks = check_manufactured(coarse, fine);
  EXPECT_TRUE(all_pass(checks));
  const std::string text = screen(checks);
  EXPECT_NE(text.find("RESULT: VALID\nFOM: 0.256 MDOF/s\n"), std::string::npos) << text;
}

TYPED_TEST(Manufactured, AWrongCoefficientIsInvalid) {
  ManufacturedProblem<TypeParam> coarse(16), fine(32);
  for (const auto* problem : {&coarse, &fine}) spoil_west(problem->grid(), 1.05);
  const std::vector<Check> checks = check_manufactured(coarse, fine);
  EXPECT_FALSE(all_pass(checks));
  const std::string text = screen(checks);
  EXPECT_NE(text.find("RESULT: INVALID (manufactured_error"), std::string::npos) << text;
  EXPECT_EQ(text.find("FOM"), std::string::npos) << text;
}

template <class P> class Symmetry : public testing::Test {};
TYPED_TEST_SUITE(Symmetry, Precisions, PrecisionNames);

TYPED_TEST(Symmetry, HoldsAndFailsWithAWrongCoefficient) {
  using T = typename TypeParam::storage;
  const MpiComm world(MPI_COMM_WORLD);
  // More levels than a GPU's launch carries in its arguments: those are symmetric by construction.
  const int nz = 260;
  const Decomposition d({30, 18, 1, world.size(), {}}, world.rank());
  MpiCommunicator<T> communicator(world, d, nz, best_transport(world), TypeParam::layout);
  const GridSpec spec{Domain::panel, Levels::uniform, tall_physics, nz};
  GridLevel<typename TypeParam::arithmetic> grid(spec, d.partition());
  const Check right = check_symmetry<TypeParam>(grid, communicator);
  EXPECT_TRUE(right.passed) << right.message;
  spoil_up(grid);
  const Check wrong = check_symmetry<TypeParam>(grid, communicator);
  EXPECT_FALSE(wrong.passed) << wrong.message;
  EXPECT_NE(screen({wrong}).find("RESULT: INVALID (symmetry"), std::string::npos);
}

/// A solve by all ranks and what check_true_residual needs of it.
template <class P> struct Solved {
  Deck deck;
  MpiComm world{MPI_COMM_WORLD};
  Decomposition decomposition;
  HostField f, u;
  SolveReport report;

  Solved(const char* method, double tolerance)
      : deck(parse_deck(fmt::format("[grid]\nnx = 24\nny = 48\nnz = 12\n[rhs]\nkind = \"random\"\n"
                                    "[solver]\nmethod = \"{}\"\nprecision = \"{}\"\n"
                                    "tolerance = {}\n[multigrid]\nlevels = 3\n",
                                    method, precision_name<P>(), tolerance),
                        "deck.toml")),
        decomposition({24, 48, 3, world.size(), {}}, world.rank()) {
    using T = typename P::storage;
    const Partition part = decomposition.partition();
    f = HostField("f", part.ny, part.nx, 12);
    u = HostField("u", part.ny, part.nx, 12);
    fill_right_side(deck, part, f);
    MpiCommunicator<T> communicator(world, decomposition, deck.vertical_levels(),
                                    best_transport(world));
    const auto solver = Solvers<P>::make(deck, grid_spec(deck), part, communicator, nullptr);
    const HostOrder<T> order(part.nx, part.ny, 12);
    const FieldOf<P> field("f", part.nx, part.ny, 12);
    order.integrate(GridLevel<typename P::arithmetic>(grid_spec(deck), part), f, field);
    report = solver->solve(field, {tolerance, 200, {}});
    order.to_host(solver->solution(), u);
  }
  TrueResidual check() const {
    MpiCommunicator<double> communicator(world, decomposition, 12, best_transport(world));
    return check_true_residual(deck, report, f, u, decomposition, communicator);
  }
  /// The same with another norm as the solver's own.
  TrueResidual check_with_own(double relative) {
    report.residual_norms.back() = relative * report.residual_norms.front();
    return check();
  }
};

template <class P> class TrueResiduals : public testing::Test {
public:
  static constexpr double tolerance = std::is_same_v<typename P::storage, double> ? 1e-8 : 1e-2;
};
using AllByRows = testing::Types<Double, Single, SingleStorage>;
TYPED_TEST_SUITE(TrueResiduals, AllByRows, PrecisionNames);

TYPED_TEST(TrueResiduals, OwnAndTrueOneAgree) {
  for (const char* method : {"multigrid", "cg-fused", "cg-standard", "cg-multigrid"}) {
    const TrueResidual truth = Solved<TypeParam>(method, this->tolerance).check();
    ASSERT_EQ(truth.checks.size(), 2u);
    for (const Check& c : truth.checks) EXPECT_TRUE(c.passed) << method << ": " << c.message;
  }
}

// A solver that leaves a tenth of the cells out of its norm takes it for 5 % smaller.
TYPED_TEST(TrueResiduals, AWrongNormOfTheSolverIsRefused) {
  Solved<TypeParam> solved("cg-fused", this->tolerance);
  const double relative = solved.check().relative;
  for (const double factor : {0.95, 1.05}) {
    const Check c = solved.check_with_own(factor * relative).checks[1];
    EXPECT_FALSE(c.passed) << c.message;
    EXPECT_NE(screen({c}).find("RESULT: INVALID (residual_agreement"), std::string::npos);
  }
}

TYPED_TEST(TrueResiduals, BoundOfTheirDifferenceHasTwoParts) {
  Solved<TypeParam> solved("cg-standard", this->tolerance);
  const TrueResidual truth = solved.check();
  EXPECT_GT(truth.rounding, 0.0);
  const double agreed = 0.01 * this->tolerance;
  EXPECT_DOUBLE_EQ(truth.checks[1].bound, agreed + truth.rounding);
  const auto passes = [&](double difference) {
    return solved.check_with_own(truth.relative + difference).checks[1].passed;
  };
  EXPECT_TRUE(passes(agreed + 0.9 * truth.rounding));
  EXPECT_FALSE(passes(agreed + 1.1 * truth.rounding));
}

// Whatever the two residuals may differ by, the true one has to be below the tolerance.
TYPED_TEST(TrueResiduals, ToleranceHoldsWhateverMayDiffer) {
  Solved<TypeParam> solved("cg-fused", this->tolerance);
  solved.deck.verification.residual_agreement = 0.99;
  const double relative = solved.check().relative;
  for (const auto& [excess, passes] :
       {std::pair{0.5 * last_digit, true}, {2.0 * last_digit, false}}) {
    solved.deck.solver.tolerance = relative / (1.0 + excess);
    const Check c = solved.check().checks[0];
    EXPECT_EQ(c.passed, passes) << c.message;
  }
}

TEST(Checks, NotANumberPassesNothing) {
  EXPECT_FALSE(check_at_most("x", NAN, 1.0, "").passed);
  EXPECT_TRUE(check_at_most("x", 1.0, 1.0, "").passed);
}

} // namespace

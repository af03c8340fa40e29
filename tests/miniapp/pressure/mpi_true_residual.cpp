// The check of the true residual: what it lets pass, and what it refuses.
#include "pressure/problem/equation_of.hpp"
#include "pressure/problem/problem.hpp"
#include "pressure/run/true_residual.hpp"
#include "pressure/setup/methods.hpp"
#include "support_fields.hpp"
#include "support_transport.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <isobar/comm/communicators/mpi_communicator.hpp>

#include <type_traits>
#include <utility>

using namespace isobar;

namespace {

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
    MpiCommunicators<T> communicators(world, decomposition, deck.layer_counts(),
                                      best_transport(world));
    const auto solver = Solvers<P>::make(deck, {grid_spec(deck), part, {}}, communicators);
    const HostOrder<P> order(part.nx, part.ny, 12);
    const FieldOf<P> field("f", part.nx, part.ny, 12);
    order.integrate(GridLevel<typename P::arithmetic>(grid_spec(deck), part), f, field);
    report = solver->solve(field, {tolerance, 200, {}});
    order.to_host(solver->solution(), u);
  }
  TrueResidual check() const {
    MpiCommunicators<double> communicators(world, decomposition, 12, best_transport(world));
    const EvaluatedEquation equation(grid_spec(deck), decomposition.partition(), &world);
    const SolveDemands demands = solve_demands(deck, {}, report);
    return check_true_residual(deck, equation, demands, report, f, u, communicators.on(0));
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
using AllByRows = testing::Types<Double, Float, FloatStorage>;
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

// One solution, held by the solver in another precision.
TEST(TrueResidual, RoundingIsThatOfTheSolversOwnNumbers) {
  Solved<Double> solved("multigrid", 1e-8);
  const double wide = solved.check().rounding;
  EXPECT_LT(wide, 1e-10);
  using deck::PrecisionName;
  for (const auto& [precision, factor] : {std::pair{PrecisionName::mixed, 1.0},
                                          {PrecisionName::float_, 0x1p29},
                                          {PrecisionName::float_storage, 0x1p29}}) {
    solved.deck.solver.precision = precision;
    EXPECT_DOUBLE_EQ(solved.check().rounding, factor * wide);
  }
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

} // namespace

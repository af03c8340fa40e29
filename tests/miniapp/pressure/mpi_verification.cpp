#include "pressure/report/pressure_report.hpp"
#include "pressure/run/manufactured.hpp"
#include "pressure/run/operator_symmetry.hpp"
#include "support_fields.hpp"
#include "support_transport.hpp"

#include <gtest/gtest.h>
#include <isobar/comm/communicators/mpi_communicator.hpp>

#include <cmath>

using namespace isobar;

namespace {

/// Multiplies one western transmissibility of a level by `factor`. Views are shared, so this
/// reaches the matrix that the owner of the level works with.
template <class A> void spoil_west(const PlannedGrid<A>& grid, double factor) {
  const auto& west = grid.matrix().columns().west;
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), west);
  for (int j = 0; j < grid.ny(); ++j)
    for (int i = 0; i < grid.nx(); ++i) host(i, j) *= A(factor);
  Kokkos::deep_copy(west, host);
}

/// The same for beta / alpha_v of all columns.
template <class A> void spoil_reaction(const PlannedGrid<A>& grid, double factor) {
  const auto& reaction = grid.matrix().columns().reaction;
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), reaction);
  for (int j = 0; j < grid.ny(); ++j)
    for (int i = 0; i < grid.nx(); ++i) host(i, j) *= A(factor);
  Kokkos::deep_copy(reaction, host);
}

/// The same for the coupling to the level above, without that from the level above.
template <class A> void spoil_up(const PlannedGrid<A>& grid) {
  const auto& profile = grid.matrix().profile();
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
  const Equation equation = equation_of(deck);
  return screen_report({deck, equation, self, decomposition, transport}, result, nullptr);
}

template <class P> class Manufactured : public testing::Test {};
TYPED_TEST_SUITE(Manufactured, Precisions, PrecisionNames);

TYPED_TEST(Manufactured, PassesWithTheRightMatrix) {
  ManufacturedProblem<TypeParam> coarse(16), fine(32);
  const std::vector<Check> checks = coarse.check(coarse, fine);
  EXPECT_TRUE(all_pass(checks));
  const std::string text = screen(checks);
  EXPECT_NE(text.find("RESULT: VALID\nFOM: 0.256 MDOF/s\n"), std::string::npos) << text;
}

TYPED_TEST(Manufactured, PassesWithFactors) {
  const auto factors = KnownProblem::factors;
  ManufacturedProblem<TypeParam> coarse(16, factors), fine(32, factors);
  const std::vector<Check> checks = coarse.check(coarse, fine);
  for (const Check& c : checks) EXPECT_TRUE(c.passed) << c.name << ": " << c.message;
  EXPECT_EQ(checks.front().name, "manufactured_factors_error");
}

TYPED_TEST(Manufactured, PassesOnThePanelsWithTheVertexFlux) {
  for (const auto panel : {KnownProblem::panel, KnownProblem::equiangular_panel}) {
    ManufacturedProblem<TypeParam> coarse(16, panel), fine(32, panel);
    for (const Check& c : coarse.check(coarse, fine))
      EXPECT_TRUE(c.passed) << c.name << ": " << c.message;
    for (const auto* problem : {&coarse, &fine}) spoil_west(problem->grid(), 1.05);
    EXPECT_FALSE(all_pass(coarse.check(coarse, fine)));
  }
}

TYPED_TEST(Manufactured, AWrongFactorIsInvalid) {
  const auto factors = KnownProblem::factors;
  ManufacturedProblem<TypeParam> coarse(16, factors), fine(32, factors);
  for (const auto* problem : {&coarse, &fine}) spoil_reaction(problem->grid(), 1.05);
  EXPECT_FALSE(all_pass(coarse.check(coarse, fine)));
}

TYPED_TEST(Manufactured, AWrongCoefficientIsInvalid) {
  ManufacturedProblem<TypeParam> coarse(16), fine(32);
  for (const auto* problem : {&coarse, &fine}) spoil_west(problem->grid(), 1.05);
  const std::vector<Check> checks = coarse.check(coarse, fine);
  EXPECT_FALSE(all_pass(checks));
  const std::string text = screen(checks);
  EXPECT_NE(text.find("RESULT: INVALID (manufactured_error"), std::string::npos) << text;
  EXPECT_EQ(text.find("FOM"), std::string::npos) << text;
}

template <class P> class OperatorSymmetry : public testing::Test {};
TYPED_TEST_SUITE(OperatorSymmetry, Precisions, PrecisionNames);

TYPED_TEST(OperatorSymmetry, HoldsAndFailsWithAWrongCoefficient) {
  using T = typename TypeParam::storage;
  const MpiComm world(MPI_COMM_WORLD);
  // More levels than a GPU's launch carries in its arguments: those are symmetric by construction.
  const int nz = 260;
  const Decomposition d({30, 18, 1, world.size(), {}}, world.rank());
  MpiCommunicators<T> communicators(world, d, nz, best_transport(world), TypeParam::layout);
  const GridSpec spec{Domain::panel, LayerSpacing::uniform, tall_physics, nz};
  const GridOf<TypeParam> grid(spec, d.partition());
  const Check right = check_symmetry<TypeParam>(grid, communicators.on(0));
  EXPECT_TRUE(right.passed) << right.message;
  spoil_up(grid);
  const Check wrong = check_symmetry<TypeParam>(grid, communicators.on(0));
  EXPECT_FALSE(wrong.passed) << wrong.message;
  EXPECT_NE(screen({wrong}).find("RESULT: INVALID (symmetry"), std::string::npos);
}

TEST(Checks, NotANumberPassesNothing) {
  EXPECT_FALSE(check_at_most("x", NAN, 1.0, "").passed);
  EXPECT_TRUE(check_at_most("x", 1.0, 1.0, "").passed);
}

} // namespace

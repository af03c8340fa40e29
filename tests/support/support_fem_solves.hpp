#pragma once
#include "support_fem_ranks.hpp"
#include "support_transport.hpp"

#include <isobar/comm/communicators/rank_ghosts.hpp>

#include <algorithm>

/// Code that tests of finite elements under mpirun share.
namespace isobar {

/// solve() of support_fem.hpp on all ranks together.
template <class T>
FemSolve<T> solve_on_ranks(const FemCase& c, const MpiComm& comm, bool with_cg = false,
                           PartitionMethod method = PartitionMethod::automatic) {
  FemSolve<T> result;
  result.spaces = spaces_of_rank(c, comm.rank(), comm.size(), method);
  RankGhosts<T> ranks(comm, distributed_numbers(result.spaces), best_transport(comm));
  return solve_on<T>(c, ranks, std::move(result.spaces), with_cg);
}

/// The largest difference between this rank's part of u and a solve on one rank in two-level numbering.
template <class T> double difference(const FemSolve<T>& own, const FemSolve<T>& whole) {
  const DistributedNumbers& distributed = own.spaces.back().distributed();
  EXPECT_EQ(int(own.u.size()), distributed.owned);
  double most = 0.0;
  for (std::size_t n = 0; n < own.u.size(); ++n)
    most = std::max(most, std::abs(own.u[n] - whole.u[distributed.ids[n]]));
  return most;
}

/// Compares solves on all ranks with solves on a single one, which every rank repeats alone.
template <class T> class FemRanks : public testing::Test {
protected:
  static constexpr bool is_float = std::is_same_v<T, float>;
  static constexpr double tolerance = is_float ? 1e-5 : 1e-9;
  static constexpr double rounding = is_float ? 1e-5 : 1e-11;

  /// Compares a solve on all ranks with one on a single rank.
  void compare(const FemCase& c, bool with_cg = false,
               PartitionMethod method = PartitionMethod::automatic) {
    FemCase alone = c;
    alone.spaces.numbering = Numbering::two_level;
    alone.multigrid.rows = FemRows::stored;
    const auto expected = solve<T>(alone, with_cg);
    const auto found = solve_on_ranks<T>(c, world, with_cg, method);
    EXPECT_TRUE(expected.report.converged());
    EXPECT_EQ(found.report.status, expected.report.status);
    ASSERT_EQ(found.report.iterations, expected.report.iterations);
    const auto &norms = found.report.residual_norms, &of_one = expected.report.residual_norms;
    for (std::size_t n = 0; n < of_one.size(); ++n)
      EXPECT_NEAR(norms[n], of_one[n], rounding * of_one[0]) << n;
    EXPECT_LT(difference(found, expected), rounding);
  }
  FemCase with_tolerance(FemCase c) const {
    c.controls = {tolerance, 100};
    return c;
  }

  MpiComm world{MPI_COMM_WORLD};
};

} // namespace isobar

// The direct solver on several ranks: columns and layers change places, and the solution is that of one rank.
#include "support_box_cases.hpp"
#include "support_transport.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/comm/communicators/rank_transposition.hpp>
#include <isobar/core/poisson/direct_poisson.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

using namespace isobar;

namespace {

BoxSpec box_of(int nx, int ny, int nz, Boundary x, Boundary y, Boundary z) {
  return {Axis::uniform(nx, 1.0, x, x), Axis::uniform(ny, 2.0, y, y), Axis::uniform(nz, 0.7, z, z)};
}
Decomposition distributed(const BoxSpec& box, const MpiComm& comm) {
  return Decomposition({box.x.cells(), box.y.cells(), 1, comm.size(), {}, box.periodic()},
                       comm.rank());
}

/// A number of a cell that is its own, and of both signs.
double number(const Partition& p, int i, int k, int j) {
  return std::sin(2.1 * (p.first_i + i) + 0.7 * k) +
         0.3 * std::cos(1.7 * (p.first_j + j) * (k + 1));
}
template <class P> FieldOf<P> numbers(const Partition& p, int nz) {
  FieldOf<P> f("f", p.nx, p.ny, nz);
  const auto host = Kokkos::create_mirror_view(f.flat());
  for (int j = 0; j < p.ny; ++j)
    for (int k = 0; k < nz; ++k)
      for (int i = 0; i < p.nx; ++i)
        host(f.shape().place(i, k, j)) = typename P::storage(number(p, i, k, j));
  Kokkos::deep_copy(f.flat(), host);
  return f;
}

/// Largest difference of two fields on the part p, the second of which has the part q.
template <class T>
double difference(const Field<T>& a, const Partition& p, const Field<T>& b, const Partition& q) {
  const auto left = Kokkos::create_mirror_view_and_copy(HostSpace(), a.flat()),
             right = Kokkos::create_mirror_view_and_copy(HostSpace(), b.flat());
  double worst = 0.0;
  for (int j = 0; j < p.ny; ++j)
    for (int k = 0; k < a.shape().nz; ++k)
      for (int i = 0; i < p.nx; ++i) {
        const int qi = p.first_i + i - q.first_i, qj = p.first_j + j - q.first_j;
        worst = std::max(worst, std::abs(double(left(a.shape().place(i, k, j))) -
                                         double(right(b.shape().place(qi, k, qj)))));
      }
  return worst;
}

} // namespace

template <class P> class DirectOnRanks : public testing::Test {
protected:
  using T = typename P::storage;
  static constexpr double rounding = std::is_same_v<T, float> ? 1e-5 : 1e-13;
  const MpiComm world{MPI_COMM_WORLD}, self{MPI_COMM_SELF};

  FieldOf<P> solution(const BoxSpec& box, const MpiComm& comm) const {
    const Decomposition d = distributed(box, comm);
    const int nz = box.z.cells();
    const TransportPlan transport = best_transport(comm);
    MpiCommunicators<T> ranks(comm, d, LayerCounts(nz), transport);
    RankTransposition<T> transposition(comm, d, nz, transport);
    DirectPoisson<P> solver({box, d.partition()}, ranks.on(0),
                            comm.size() > 1 ? &transposition : nullptr);
    const double tolerance = std::is_same_v<T, float> ? 2e-5 : 1e-12;
    for (int repeat = 0; repeat < 2; ++repeat) { // buffers take turns
      const SolveReport report =
          solver.solve(numbers<P>(d.partition(), nz), {tolerance, 1}, Guess::zero);
      EXPECT_TRUE(report.converged()) << report.relative_residual();
    }
    return solver.solution();
  }
};
using SolverPrecisions = testing::Types<Double, Float>;
TYPED_TEST_SUITE(DirectOnRanks, SolverPrecisions);

TYPED_TEST(DirectOnRanks, LayersArriveWholeAndGoBack) {
  using T = typename TypeParam::storage;
  const std::vector<TransportPlan> plans = all_transports(this->world);
  for (std::size_t n = 0; n < 4 * plans.size(); ++n) {
    const int nz = std::array{1, 3, 8, 13}[n % 4];
    const BoxSpec box = box_of(17, 12, nz, zero, closed, zero);
    const Decomposition d = distributed(box, this->world);
    RankTransposition<T> transposition(this->world, d, nz, plans[n / 4]);
    const auto columns = numbers<TypeParam>(d.partition(), nz);
    const Field<T> layers("layers", 17, 12, transposition.layers()),
        back("back", d.partition().nx, d.partition().ny, nz);
    transposition.to_layers(columns, layers);
    const int first = int(Int64(this->world.rank()) * nz / this->world.size());
    const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), layers.flat());
    for (int j = 0; j < 12; ++j)
      for (int k = 0; k < transposition.layers(); ++k)
        for (int i = 0; i < 17; ++i)
          EXPECT_EQ(host(layers.shape().place(i, k, j)),
                    T(number(whole_box(box), i, first + k, j)));
    transposition.to_columns(layers, back);
    EXPECT_EQ(difference(back, d.partition(), columns, d.partition()), 0.0);
    transposition.check();
  }
}

/// To rounding: the library may add up in another order where it transforms fewer layers.
TYPED_TEST(DirectOnRanks, FindsTheSolutionOfOneRank) {
  if (fft_library().empty()) GTEST_SKIP() << "no library for Fourier transforms in this build";
  for (const BoxSpec& box :
       {box_of(16, 12, 10, zero, zero, zero), box_of(12, 18, 5, closed, around, zero),
        box_of(24, 12, 3, around, closed, around), box_of(12, 12, 1, zero, closed, closed)}) {
    const Decomposition d = distributed(box, this->world);
    const auto mine = this->solution(box, this->world), whole = this->solution(box, this->self);
    EXPECT_LE(difference(mine, d.partition(), whole, whole_box(box)), this->rounding);
  }
}

/// The means of f and u are sums over ranks, which round in another order.
TYPED_TEST(DirectOnRanks, FindsItOnSingularBoxes) {
  if (fft_library().empty()) GTEST_SKIP() << "no library for Fourier transforms in this build";
  for (const Boundary z : {closed, around}) {
    const BoxSpec box = box_of(12, 16, 9, closed, around, z);
    const Decomposition d = distributed(box, this->world);
    const auto mine = this->solution(box, this->world), whole = this->solution(box, this->self);
    EXPECT_LE(difference(mine, d.partition(), whole, whole_box(box)), this->rounding);
  }
}

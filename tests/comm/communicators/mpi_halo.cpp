#include "support_fields.hpp"
#include "support_transport.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace halo_test {

using namespace isobar;

namespace {

/// A number that tells a global cell of a level from all others, exact in float too.
double cell_value(const Partition& p, int level, int i, int k, int j) {
  return level + 4.0 * (k + 8.0 * (p.first_i + i + p.global_nx * double(p.first_j + j)));
}
constexpr double untouched = -1.0;

template <class T> auto host_copy(const FieldMemory<T>& f) {
  return Kokkos::create_mirror_view_and_copy(HostSpace(), f.flat());
}

/// Owned cells hold cell_value, all others `untouched`.
template <class P> FieldOf<P> numbered_field(const Partition& p, int level, int nz) {
  using T = typename P::storage;
  FieldOf<P> f("f", p.nx, p.ny, nz);
  const auto host = host_copy(f);
  Kokkos::deep_copy(host, T(untouched));
  for (std::size_t n = 0; n < host.size(); ++n)
    if (const CellOfNumber at = cell_of(f.shape(), Int64(n)); at.owned)
      host(n) = T(cell_value(p, level, at.i, at.k, at.j));
  Kokkos::deep_copy(f.flat(), host);
  return f;
}

/// Whether an exchange fills the column (i, j) of this rank's field, halo included.
bool is_filled(const Partition& p, Halo halo, int i, int j) {
  const int gi = p.first_i + i, gj = p.first_j + j;
  if (gi < 0 || gi >= p.global_nx || gj < 0 || gj >= p.global_ny) return false;
  const bool corner = (i < 0 || i >= p.nx) && (j < 0 || j >= p.ny);
  return halo == Halo::edges_and_corners || !corner;
}

/// Cells of the whole memory of a field that do not hold what they should after an exchange.
/// Padding and whatever lies outside the domain must not have changed.
template <class T>
int wrong_cells(const FieldMemory<T>& f, const Partition& p, int level, Halo halo) {
  const auto host = host_copy(f);
  int wrong = 0;
  for (std::size_t n = 0; n < host.size(); ++n) {
    const CellOfNumber at = cell_of(f.shape(), Int64(n));
    const bool filled = !at.padding && is_filled(p, halo, at.i, at.j);
    wrong += host(n) != T(filled ? cell_value(p, level, at.i, at.k, at.j) : untouched);
  }
  return wrong;
}

std::vector<ProcessGrid> process_grids(int ranks) {
  std::vector<ProcessGrid> grids;
  for (int px = 1; px <= ranks; ++px)
    if (ranks % px == 0) grids.push_back({px, ranks / px});
  return grids;
}

struct Size {
  int nx, ny, levels;
};
constexpr Size sizes[] = {{16, 16, 2}, {24, 12, 2}, {7, 13, 1}, {6, 6, 1}};

} // namespace

template <class P> class HaloExchangeTest : public testing::Test {
protected:
  using T = typename P::storage;

  /// All levels, with edges, then corners, then edges again on the same buffers.
  void check(const Decomposition& d, int nz, const TransportPlan& transport) {
    MpiCommunicators<T> communicators(world, d, nz, transport, P::layout);
    for (int level = d.levels() - 1; level >= 0; --level)
      for (Halo halo : {Halo::edges, Halo::edges_and_corners, Halo::edges}) {
        const Partition p = d.partition(level);
        const FieldOf<P> f = numbered_field<P>(p, level, nz);
        exchange(communicators.on(level), f, halo);
        EXPECT_EQ(wrong_cells(f, p, level, halo), 0)
            << p.global_nx << " x " << p.global_ny << " x " << nz << " on " << d.process_grid().px
            << " x " << d.process_grid().py << ", level " << level
            << (halo == Halo::edges ? ", edges, " : ", corners, ") << to_string(transport.inside)
            << ", " << to_string(transport.between);
      }
  }

  /// Wrong cells of many exchanges in a row.
  int wrong_of_many(const TransportPlan& transport) {
    const Decomposition d({16, 16, 1, world.size(), {}}, world.rank());
    MpiCommunicators<T> communicators(world, d, 3, transport, P::layout);
    int wrong = 0;
    for (int n = 0; n < 200; ++n) {
      const auto f = numbered_field<P>(d.partition(), n % 4, 3);
      const Halo halo = n % 3 == 0 ? Halo::edges_and_corners : Halo::edges;
      exchange(communicators.on(0), f, halo);
      wrong += wrong_cells(f, d.partition(), n % 4, halo);
    }
    return wrong;
  }

  MpiComm world{MPI_COMM_WORLD};
};
using Numbers = testing::Types<Float, Double, ZFastest<Float>, ZFastest<Double>>;
TYPED_TEST_SUITE(HaloExchangeTest, Numbers, PrecisionNames);

TYPED_TEST(HaloExchangeTest, FillsTheHaloAndNothingElse) {
  const int ranks = this->world.size();
  const std::vector<TransportPlan> plans = all_transports(this->world);
  for (const ProcessGrid& grid : process_grids(ranks))
    for (const Size& s : sizes)
      for (int nz : {1, 5})
        for (const TransportPlan& transport : plans) {
          if (max_levels(s.nx, s.ny, grid) < s.levels) continue;
          this->check(Decomposition({s.nx, s.ny, s.levels, ranks, grid}, this->world.rank()), nz,
                      transport);
        }
}

TYPED_TEST(HaloExchangeTest, LevelsAreIndependentWhileUnderWay) {
  const Decomposition d({16, 16, 2, this->world.size(), {}}, this->world.rank());
  MpiCommunicators<typename TypeParam::storage> communicators(
      this->world, d, 3, best_transport(this->world), TypeParam::layout);
  const auto fine = numbered_field<TypeParam>(d.partition(0), 0, 3);
  const auto coarse = numbered_field<TypeParam>(d.partition(1), 1, 3);
  communicators.on(0).start(fine, Halo::edges);
  communicators.on(1).start(coarse, Halo::edges_and_corners);
  communicators.on(1).finish(coarse);
  communicators.on(0).finish(fine);
  EXPECT_EQ(wrong_cells(fine, d.partition(0), 0, Halo::edges), 0);
  EXPECT_EQ(wrong_cells(coarse, d.partition(1), 1, Halo::edges_and_corners), 0);
}

// A rank may be an exchange ahead of a neighbour, never two; numbers of each exchange differ.
TYPED_TEST(HaloExchangeTest, PeersMayRunAhead) {
  if (!may_be_peers(this->world)) GTEST_SKIP() << "ranks share a GPU";
  EXPECT_EQ(this->wrong_of_many({Transport::peer, Transport::staged}), 0);
}

TYPED_TEST(HaloExchangeTest, NcclKeepsTheOrderOfExchanges) {
  if (!may_use_nccl(this->world)) GTEST_SKIP() << no_nccl;
  EXPECT_EQ(this->wrong_of_many(Transport::nccl), 0);
}

TYPED_TEST(HaloExchangeTest, PeerThatDoesNotComeIsAnErrorAndNoHang) {
  if (this->world.size() == 1) GTEST_SKIP() << "one rank exchanges nothing";
  if (!may_be_peers(this->world)) GTEST_SKIP() << "ranks share a GPU";
  const Decomposition d({16, 16, 2, this->world.size(), {}}, this->world.rank());
  TransportPlan impatient(Transport::peer, Transport::staged);
  impatient.most_looks = 1000;
  MpiCommunicators<typename TypeParam::storage> communicators(this->world, d, 3, impatient,
                                                              TypeParam::layout);
  const auto coarse = numbered_field<TypeParam>(d.partition(1), 1, 3);
  EXPECT_NO_THROW(communicators.on(0).check());
  if (this->world.rank() == 1) {
    exchange(communicators.on(1), coarse); // nobody else does
    ExecutionSpace().fence();
    try {
      communicators.on(0).check();
      ADD_FAILURE() << "no error";
    } catch (const EnvironmentError& error) {
      const std::string text = error.what();
      EXPECT_NE(text.find("rank 1 has waited in vain for the halo of rank"), std::string::npos);
      EXPECT_NE(text.find("on level 1"), std::string::npos) << text;
    }
  }
  this->world.min(0); // memory stays until all have finished
}

TYPED_TEST(HaloExchangeTest, RejectsWrongUse) {
  if (this->world.size() == 1) GTEST_SKIP() << "one rank exchanges nothing";
  const Decomposition d({16, 16, 2, this->world.size(), {}}, this->world.rank());
  MpiCommunicators<typename TypeParam::storage> communicators(this->world, d, 3, Transport::staged,
                                                              TypeParam::layout);
  const auto fine = numbered_field<TypeParam>(d.partition(0), 0, 3);
  EXPECT_THROW(communicators.on(1).start(fine, Halo::edges), std::logic_error);
  EXPECT_THROW(communicators.on(0).finish(fine), std::logic_error);
  EXPECT_THROW(communicators.on(2), std::invalid_argument);
  EXPECT_THROW(communicators.on(-1), std::invalid_argument);
  constexpr bool x_fastest = TypeParam::layout == Layout::x_fastest;
  const Field<typename TypeParam::storage, x_fastest ? Layout::z_fastest : Layout::x_fastest> other(
      "other", d.partition(0).nx, d.partition(0).ny, 3);
  EXPECT_THROW(communicators.on(0).start(other, Halo::edges), std::logic_error);
  communicators.on(0).start(fine, Halo::edges);
  EXPECT_THROW(communicators.on(0).start(fine, Halo::edges), std::logic_error);
  communicators.on(0).finish(fine);
  EXPECT_EQ(wrong_cells(fine, d.partition(0), 0, Halo::edges), 0);
}

} // namespace halo_test

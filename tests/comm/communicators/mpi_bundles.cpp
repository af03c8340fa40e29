// Several fields in one exchange: what arrives, and in how many messages.
#include "support_flow_run.hpp"
#include "support_transport.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>

#include <gtest/gtest.h>

#include <numeric>

namespace {

/// Messages that this rank has started, sent and received.
int started = 0;

} // namespace

/// Replaces MPI's own function, and calls it.
extern "C" int MPI_Startall(int count, MPI_Request* requests) {
  started += count;
  return PMPI_Startall(count, requests);
}

namespace isobar::bundles_test {
namespace {

template <class T> struct Bundles : testing::Test {
  static constexpr int nx = 12, ny = 8, nz = 3;
  MpiComm world{MPI_COMM_WORLD};
  Periodic periodic{true, false};

  Decomposition distributed(ProcessGrid grid) const {
    return Decomposition({nx, ny, 1, world.size(), grid, periodic}, world.rank());
  }
  std::vector<ProcessGrid> grids() const {
    std::vector<ProcessGrid> all;
    for (int px = 1; px <= world.size(); ++px)
      if (world.size() % px == 0 && nx % px == 0 && ny % (world.size() / px) == 0)
        all.push_back({px, world.size() / px});
    return all;
  }
  /// Numbers that say field, place and rank, halo and padding included.
  std::vector<Field<T>> fields(const Partition& p, int count) const {
    std::vector<Field<T>> all;
    for (int n = 0; n < count; ++n) {
      all.emplace_back("a field", p.nx, p.ny, nz);
      const auto host = Kokkos::create_mirror_view(all.back().flat());
      for (std::size_t i = 0; i < host.size(); ++i)
        host(i) = T(1000000 * (n + 1) + 10000 * world.rank() + int(i));
      Kokkos::deep_copy(all.back().flat(), host);
    }
    return all;
  }
  static std::vector<T> numbers(const Field<T>& field) {
    const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), field.flat());
    return {host.data(), host.data() + host.size()};
  }
};
using Numbers = testing::Types<double, float>;
TYPED_TEST_SUITE(Bundles, Numbers);

TYPED_TEST(Bundles, BringWhatExchangesOneAfterTheOtherBring) {
  using T = TypeParam;
  for (const TransportPlan& plan : all_transports(this->world))
    for (const ProcessGrid grid : this->grids()) {
      const Decomposition d = this->distributed(grid);
      MpiCommunicators<T> together(this->world, d, this->nz, plan, Layout::x_fastest, {}, 0,
                                   {2, 3}),
          alone(this->world, d, this->nz, plan);
      for (const int count : {1, 2, 3, 4}) // no bundle has one or four
        for (const Halo halo : {Halo::edges, Halo::edges_and_corners}) {
          const auto found = this->fields(d.partition(), count),
                     expected = this->fields(d.partition(), count);
          const std::vector<FieldMemory<T>> shared(found.begin(), found.end());
          together.on(0).exchange_together(shared, halo);
          for (const Field<T>& field : expected) alone.on(0).exchange(field, halo);
          for (int n = 0; n < count; ++n)
            EXPECT_EQ(this->numbers(found[std::size_t(n)]), this->numbers(expected[std::size_t(n)]))
                << count << " fields, number " << n << ", " << grid.px << " x " << grid.py;
        }
    }
}

TYPED_TEST(Bundles, AreOneMessageForEachNeighbour) {
  using T = TypeParam;
  for (const ProcessGrid grid : this->grids()) {
    const Decomposition d = this->distributed(grid);
    MpiCommunicators<T> ranks(this->world, d, this->nz, Transport::staged, Layout::x_fastest, {}, 0,
                              {3});
    const auto all = this->fields(d.partition(), 3);
    const std::vector<FieldMemory<T>> shared(all.begin(), all.end());
    for (const Halo halo : {Halo::edges, Halo::edges_and_corners}) {
      started = 0;
      ranks.on(0).exchange(all[0], halo);
      const int of_one = std::exchange(started, 0);
      ranks.on(0).exchange_together(shared, halo);
      EXPECT_EQ(started, of_one);
      EXPECT_EQ(of_one > 0, this->world.size() > 1);
    }
  }
}

TYPED_TEST(Bundles, TakeTheMemoryThatIsPredicted) {
  using T = TypeParam;
  const Decomposition d = this->distributed(this->grids().front());
  const auto bytes = [&](const std::vector<int>& bundles) {
    return MpiCommunicators<T>::bytes(d, this->nz, Transport::staged, {}, bundles).total();
  };
  EXPECT_EQ(bytes({2, 3}), 6 * bytes({}));
}

/// A step of a flow on the ranks, of communicators with these bundles; its fields, and the messages of a second step.
struct Stepped {
  std::vector<double> numbers;
  int messages;
};
Stepped stepped(const MpiComm& world, const std::vector<int>& bundles) {
  const FlowSpec spec = Stirred::spec();
  const Decomposition d({spec.x.cells(), spec.y.cells(), 1, world.size(), {}, spec.periodic()},
                        world.rank());
  MpiCommunicators<double> ranks(world, d, spec.z.cells(), Transport::staged, Layout::x_fastest, {},
                                 0, bundles);
  FlowRun<Double> run({spec, d.partition(), TimeScheme::adams_bashforth, {1e-2, 3}}, ranks, 1);
  Stirred::start(*run.stepper);
  run.stepper->step(1e-3);
  started = 0;
  run.stepper->step(1e-3);
  Stepped s{{}, started};
  for (const auto& field : run.stepper->fields()) {
    const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), field.flat());
    for (int j = 0; j < d.partition().ny; ++j)
      for (int k = 0; k < spec.z.cells(); ++k)
        for (int i = 0; i < d.partition().nx; ++i)
          s.numbers.push_back(host(std::size_t(field.shape().place(i, k, j))));
  }
  return s;
}

TEST(FlowBundles, ChangeNoDigitOfAFlowAndSaveFourExchangesInAStep) {
  const MpiComm world(MPI_COMM_WORLD);
  const Stepped apart = stepped(world, {}),
                together = stepped(world, FlowStepper<Double>::bundles(Stirred::spec()));
  EXPECT_EQ(together.numbers, apart.numbers);
  EXPECT_EQ(together.messages<apart.messages, world.size()> 1);
  // With one neighbour an exchange is a send and a receive; two take the place of six.
  const int saved = world.size() == 2 ? 2 * 4 : apart.messages - together.messages;
  EXPECT_EQ(apart.messages - together.messages, saved);
}

} // namespace
} // namespace isobar::bundles_test

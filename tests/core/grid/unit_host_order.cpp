// Fields between host order (y, x, layer) and the solvers' order.
#include "support_fields.hpp"

#include <isobar/core/grid/host_order.hpp>

namespace isobar {
namespace {

template <class P> struct HostOrders : testing::Test { using T = typename P::storage; };
using Storages = testing::Types<Double, Float, FloatStorage, ZFastest<Double>, ZFastest<Float>>;
TYPED_TEST_SUITE(HostOrders, Storages, PrecisionNames);

const int grid_shapes[][3] = {{1, 1, 1}, {7, 3, 5}, {33, 17, 19}, {64, 8, 65}, {130, 70, 300}};

HostField host_field(const oracle::Array& a) {
  const HostField host("host", a.ny, a.nx, a.nz);
  for (int j = 0; j < a.ny; ++j)
    for (int i = 0; i < a.nx; ++i)
      for (int k = 0; k < a.nz; ++k) host(j, i, k) = a(j, i, k);
  return host;
}

TYPED_TEST(HostOrders, ThereAndBack) {
  using T = typename TestFixture::T;
  for (const auto& [nx, ny, nz] : grid_shapes) {
    const oracle::Array a = oracle::random(nx, ny, nz, 1);
    const HostOrder<TypeParam> order(nx, ny, nz);
    const auto field = garbage_field<T, TypeParam::layout>(Partition::whole(nx, ny), nz);
    const auto before = contents(field);
    order.from_host(host_field(a), field);
    EXPECT_EQ(owned(field).values, a.values);
    EXPECT_TRUE(only_owned_written(field, before));
    const HostField back("back", ny, nx, nz);
    order.to_host(field, back);
    const HostField expected = host_field(a);
    for (std::size_t n = 0; n < a.values.size(); ++n) ASSERT_EQ(back.data()[n], expected.data()[n]);
  }
}

// Its true volume, whatever the coefficients.
TYPED_TEST(HostOrders, IntegrateMultipliesByTheCellVolume) {
  using T = typename TestFixture::T;
  for (const int seed : {0, 3, 4}) {
    const GridCase c{
        Domain::panel, LayerSpacing::graded, {40, 24, 7, 5, 18, 7}, 6, test_physics, {}, seed};
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const oracle::Array f = oracle::random(40, 24, 6, 1);
    oracle::Array expected = f;
    for (int j = 0; j < 24; ++j)
      for (int i = 0; i < 40; ++i)
        for (int k = 0; k < 6; ++k) expected(j, i, k) *= m.column(j, i).area * m.volume[k];
    const auto field = garbage_field<T, TypeParam::layout>(c.part, c.nz);
    const auto before = contents(field);
    HostOrder<TypeParam>(18, 7, 6).integrate(
        GridLevel<typename TypeParam::arithmetic>(c.spec(), c.part),
        host_field(owned(field_of<double>(f, c.part))), field);
    EXPECT_TRUE(matches(field, expected, c.part, sizeof(T) == 8 ? 1e-13 : 3e-7));
    EXPECT_TRUE(only_owned_written(field, before));
  }
}

struct Counted {
  HostOrderRows rows;
  int first;
  KOKKOS_FUNCTION void operator()(int row) const {
    for (int i = 0; i < int(rows.extent(1)); ++i)
      for (int k = 0; k < int(rows.extent(2)); ++k)
        rows(row, i, k) = 1.0 + (first + row) * 0.25 + i * 0.5 + k;
  }
};

/// Rows that kernels make become what the same rows become from the host. A device needs more than one buffer for them.
TYPED_TEST(HostOrders, IntegrateWhatIsMade) {
  using Arithmetic = typename TypeParam::arithmetic;
  constexpr int nx = 96, ny = 100, nz = 128;
  const Partition part = Partition::whole(nx, ny);
  const GridLevel<Arithmetic> grid(
      GridCase{Domain::panel, LayerSpacing::graded, part, nz, test_physics, {}, 3}.spec(), part);
  const HostField host("host", ny, nx, nz), room("room", ny, nx, nz);
  const MakeRows make = [](const ExecutionSpace& queue, const HostOrderRows& rows, int first) {
    Kokkos::parallel_for("test", Kokkos::RangePolicy<ExecutionSpace>(queue, 0, int(rows.extent(0))),
                         Counted{rows, first});
  };
  make(ExecutionSpace(), HostOrderRows(host.data(), ny, nx, nz), 0);
  Kokkos::fence();
  const HostOrder<TypeParam> order(nx, ny, nz);
  const auto put = garbage_field<typename TypeParam::storage, TypeParam::layout>(part, nz),
             made = garbage_field<typename TypeParam::storage, TypeParam::layout>(part, nz);
  order.integrate(grid, host, put, 0.5);
  order.integrate_made(make, grid, room, made, 0.5);
  EXPECT_EQ(owned(made).values, owned(put).values);
}

} // namespace
} // namespace isobar

// The matrix with the vertex flux on several ranks: it reads corners of other ranks' columns.
#include "support_transport.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/core/columns/general_setup.hpp>
#include <isobar/core/columns/kernels/general_operator.hpp>

#include <gtest/gtest.h>

#include <cmath>

using namespace isobar;

namespace {

constexpr int nx = 37, ny = 29,
              nz = 6; // parts do not meet in the middle, where nothing couples by corners

double number(int i, int k, double j) {
  return std::sin(2.1 * i + 0.7 * k) + 0.3 * std::cos(1.7 * j * (k + 1));
}

struct Image {
  Partition part;
  Field<double> v;
};

/// A positive number of each owned cell.
Field<double> coefficient(const Partition& p, double shift) {
  const Field<double> c("c", p.nx, p.ny, nz);
  const auto host = Kokkos::create_mirror_view(c.flat());
  Kokkos::deep_copy(host, 0.0);
  for (int j = 0; j < p.ny; ++j)
    for (int k = 0; k < nz; ++k)
      for (int i = 0; i < p.nx; ++i)
        host(c.shape().place(i, k, j)) = 2.0 + number(p.first_i + i, k, p.first_j + j + shift);
  Kokkos::deep_copy(c.flat(), host);
  return c;
}

GeneralOperator<Double> matrix(const GridSetup& setup, Communicator<double>& communicator,
                               bool cells) {
  if (!cells) return GeneralOperator<Double>(setup);
  const Partition& p = setup.partition;
  const CoefficientFields<Double> c{coefficient(p, 0), coefficient(p, 1), coefficient(p, 2)};
  const GeneralOperator<Double> a(setup, c);
  complete(c, communicator, a.grid());
  return a;
}

Image image(const GridSpec& spec, const MpiComm& comm, bool cells) {
  const Decomposition d({nx, ny, 1, comm.size(), {}, spec.boundaries.periodic()}, comm.rank());
  const Partition p = d.partition();
  MpiCommunicators<double> communicators(comm, d, nz, best_transport(comm));
  const GeneralOperator<Double> a = matrix({spec, p, {}}, communicators.on(0), cells);
  const Field<double> u("u", p.nx, p.ny, nz), v("v", p.nx, p.ny, nz);
  const auto host = Kokkos::create_mirror_view(u.flat());
  Kokkos::deep_copy(host, 1e3); // halo cells that no exchange fills would be seen
  for (int j = 0; j < p.ny; ++j)
    for (int k = 0; k < nz; ++k)
      for (int i = 0; i < p.nx; ++i)
        host(u.shape().place(i, k, j)) = number(p.first_i + i, k, p.first_j + j);
  Kokkos::deep_copy(u.flat(), host);
  exchange(communicators.on(0), u, a.halo());
  a.apply(u, v);
  return {p, v};
}

TEST(VertexOnRanks, IsThatOfOneRank) {
  const MpiComm world{MPI_COMM_WORLD}, self{MPI_COMM_SELF};
  GridSpec around{Domain::flat, LayerSpacing::graded, {0.01, 0.05, 0.1}, nz};
  around.boundaries.west = around.boundaries.east = Boundary::periodic;
  GridSpec panel{Domain::panel, LayerSpacing::graded, {0.01, 0.05, 0.1}, nz};
  panel.flux = around.flux = Flux::vertex;
  GridSpec closed = panel, fields = panel;
  closed.boundaries.west = closed.boundaries.south = closed.boundaries.north = Boundary::neumann;
  fields.columns = std::make_shared<const ColumnFields>(
      ColumnFields{[](int i, int j) { return 2.0 + number(i, 0, j); },
                   [](int i, int j) { return 2.0 + number(i, 1, j); },
                   [](int i, int j) { return 2.0 + number(i, 2, j); }, nullptr});
  GridSpec inclined = closed;
  ColumnFields ground = *fields.columns;
  ground.ground = [](int i, int j) { return 0.3 + 0.2 * number(i, 3, j); };
  inclined.columns = std::make_shared<const ColumnFields>(ground);
  for (const auto& [spec, cells] : {std::pair(panel, false),
                                    {inclined, false},
                                    {around, false},
                                    {closed, false},
                                    {fields, false},
                                    {panel, true},
                                    {around, true},
                                    {closed, true}}) {
    const Image ranks = image(spec, world, cells), one = image(spec, self, cells);
    const auto a = Kokkos::create_mirror_view_and_copy(HostSpace(), ranks.v.flat()),
               b = Kokkos::create_mirror_view_and_copy(HostSpace(), one.v.flat());
    const Partition& p = ranks.part;
    for (int j = 0; j < p.ny; ++j)
      for (int k = 0; k < nz; ++k)
        for (int i = 0; i < p.nx; ++i)
          EXPECT_NEAR(a(ranks.v.shape().place(i, k, j)),
                      b(one.v.shape().place(p.first_i + i, k, p.first_j + j)), 1e-14)
              << i << ", " << k << ", " << j;
  }
}

} // namespace

// Layers that change ranks, and what stands beside a rank's columns on the others.
#include "support_transport.hpp"

#include <isobar/comm/communicators/rank_transposition.hpp>

#include <gtest/gtest.h>

#include <vector>

using namespace isobar;

namespace {

/// A number that each cell of the domain has alone.
double number(int i, int k, int j) { return 1.0 + i + 100.0 * k + 10000.0 * j; }

struct Distributed {
  Periodic periodic;
  TransposedLayers layers;
};

constexpr int nx = 40, ny = 48;

/// A field with the columns that are beside a rank's own ones; all but the own ones have -1.
template <class T> Field<T> own_numbers(const Partition& p, const TransposedLayers& layers) {
  const int x = layers.beside_x(p), y = layers.beside_y(p);
  const Field<T> f("columns", p.nx + 2 * x, p.ny + 2 * y, layers.all);
  const auto host = Kokkos::create_mirror_view(f.flat());
  Kokkos::deep_copy(host, T(-1));
  for (int j = 0; j < p.ny; ++j)
    for (int k = 0; k < layers.all; ++k)
      for (int i = 0; i < p.nx; ++i)
        host(f.shape().place(x + i, k, y + j)) = T(number(p.first_i + i, k, p.first_j + j));
  Kokkos::deep_copy(f.flat(), host);
  return f;
}

/// The number that belongs to column n of an axis, or -1: beyond a side, and further than `beside` from the own columns.
int column_of(int n, int own, int first, int all, int beside, bool periodic) {
  const bool is_own = 0 <= n && n < own, is_beside = n >= -beside && n < own + beside;
  const int global = first + n;
  if (is_own || (is_beside && 0 <= global && global < all)) return global;
  return is_beside && periodic ? (global + all) % all : -1;
}

template <class T>
void expect_what_is_beside(const Field<T>& columns, const Partition& p,
                           const TransposedLayers& layers) {
  const int x = layers.beside_x(p), y = layers.beside_y(p);
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), columns.flat());
  for (int j = -y; j < p.ny + y; ++j)
    for (int i = -x; i < p.nx + x; ++i) {
      const bool is_own = 0 <= i && i < p.nx && 0 <= j && j < p.ny;
      const int gi = column_of(i, p.nx, p.first_i, nx, x > 0 ? layers.beside : 0, p.periodic.x),
                gj = column_of(j, p.ny, p.first_j, ny, y, p.periodic.y);
      for (int k = 0; k < layers.all; ++k) {
        const bool is_there = gi >= 0 && gj >= 0 && (is_own || k >= layers.count);
        EXPECT_EQ(host(columns.shape().place(x + i, k, y + j)),
                  is_there ? T(number(gi, k, gj)) : T(-1))
            << i << ", " << k << ", " << j;
      }
    }
}

template <class T>
void expect_whole_layers(const RankTransposition<T>& transposition, const Field<T>& whole) {
  const int first = transposition.first_layers()[std::size_t(transposition.rank())];
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), whole.flat());
  for (int j = 0; j < ny; ++j)
    for (int k = 0; k < transposition.layers(); ++k)
      for (int i = 0; i < nx; ++i)
        EXPECT_EQ(host(whole.shape().place(i, k, j)), T(number(i, first + k, j)));
}

template <class T>
void expect_back(const Field<T>& back, const Partition& p, const TransposedLayers& layers) {
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), back.flat());
  for (int j = 0; j < p.ny; ++j)
    for (int k = 0; k < layers.all; ++k)
      for (int i = 0; i < p.nx; ++i)
        EXPECT_EQ(host(back.shape().place(i, k, j)),
                  k < layers.count ? T(number(p.first_i + i, k, p.first_j + j)) : T(0));
}

template <class T> class Transpositions : public testing::Test {
protected:
  const MpiComm world{MPI_COMM_WORLD};
  Decomposition distributed(Periodic periodic) const {
    return Decomposition({nx, ny, 1, world.size(), {}, periodic}, world.rank());
  }
};
using Numbers = testing::Types<double, float>;
TYPED_TEST_SUITE(Transpositions, Numbers);

TYPED_TEST(Transpositions, BringWholeLayersAndWhatIsBesideTheOthers) {
  using T = TypeParam;
  for (const TransportPlan& plan : all_transports(this->world))
    for (const Distributed& c :
         {Distributed{{}, {7, 3, 5}}, Distributed{{true, true}, {5, 1, 4}},
          Distributed{{true, false}, {4, 0, 1}}, Distributed{{false, true}, {9, 9, 0}}}) {
      const Decomposition d = this->distributed(c.periodic);
      if (this->world.size() == 1 || c.layers.beside > d.least_columns_of_ranks()) continue;
      const Partition p = d.partition();
      RankTransposition<T> transposition(this->world, d, c.layers, plan);
      EXPECT_EQ(transposition.transposed(), c.layers);
      for (int repeat = 0; repeat < 3; ++repeat) { // buffers take turns
        const Field<T> columns = own_numbers<T>(p, c.layers),
                       back("back", p.nx, p.ny, c.layers.all),
                       whole("whole", nx, ny, transposition.layers());
        transposition.to_layers(columns, whole);
        transposition.to_columns(whole, back);
        transposition.check();
        expect_what_is_beside(columns, p, c.layers);
        expect_whole_layers(transposition, whole);
        expect_back(back, p, c.layers);
      }
    }
}

TYPED_TEST(Transpositions, RefuseMoreColumnsBesideThanRanksHave) {
  if (this->world.size() == 1) GTEST_SKIP() << "one rank has nothing beside it";
  const Decomposition d = this->distributed({});
  const TransposedLayers layers(4, 1, d.least_columns_of_ranks() + 1);
  EXPECT_THROW(RankTransposition<TypeParam>(this->world, d, layers, best_transport(this->world)),
               std::invalid_argument);
}

} // namespace

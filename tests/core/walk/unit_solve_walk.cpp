// The walk of kernels that solve columns: rows that end within a pack, and columns of any height.
// Results do not depend on where a column stands in its pack.
#include "support_fields.hpp"

#include <isobar/core/columns/kernels/cg_kernels.hpp>
#include <isobar/core/columns/kernels/smoother.hpp>
#include <isobar/core/columns/kernels/transfer.hpp>

namespace isobar {
namespace {

template <class P> struct SolveWalks : testing::Test {
  using S = typename P::storage;
  using Vector = FieldOf<P>;
  static constexpr Layout L = P::layout;
  static constexpr double tolerance = 2 * kernel_tolerance<P>();

  static GridCase of(const Partition& part, int nz) {
    return {Domain::panel, LayerSpacing::graded, part, nz};
  }
  static Vector field(const oracle::Array& global, const Partition& p) {
    return field_of<S, L>(global, p);
  }
  /// A right-hand side of the size of A u.
  static oracle::Array rhs(const oracle::Matrix& m) {
    return oracle::rounded_to_float(oracle::apply(m, oracle::random(m.nx, m.ny, m.nz, 2)));
  }
  /// Widths around those of packs, in float and in double.
  static std::vector<int> widths() {
    return {1, 2, 3, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 34, 40, 46, 63, 66};
  }
  static std::vector<GridCase> cases() {
    std::vector<GridCase> all;
    for (int nz = 1; nz <= 12; ++nz) all.push_back(of(Partition::whole(19, 3), nz));
    for (const int nx : widths()) all.push_back(of(Partition::whole(nx, 3), 5));
    return all;
  }
};
TYPED_TEST_SUITE(SolveWalks, Precisions, PrecisionNames);

TYPED_TEST(SolveWalks, SmoothAnyWidthAndHeight) {
  using Vector = typename TestFixture::Vector;
  for (const GridCase& c : this->cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1), f = this->rhs(m);
    const GridOf<TypeParam> grid(c.spec(), c.part);
    const Vector f_field = this->field(f, c.part),
                 out = garbage_field<typename TestFixture::S, TestFixture::L>(c.part, c.nz);
    const auto before = contents(out);
    Smoother<TypeParam>::smooth(grid, 1.4, this->field(u, c.part), f_field, out);
    EXPECT_TRUE(matches(out, oracle::smooth(m, 1.4, u, f), c.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(out, before));
    Smoother<TypeParam>::solve_columns(grid, f_field, out);
    EXPECT_TRUE(matches(out, oracle::solve_columns(m, f), c.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(out, before));
  }
}

TYPED_TEST(SolveWalks, SumsOfAnyWidthAndHeight) {
  for (const GridCase& c : this->cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1);
    oracle::Cg right{u, this->rhs(m), u, u, this->rhs(m)};
    const auto q = this->field(right.q, c.part), r = this->field(right.r, c.part);
    const auto z = garbage_field<typename TestFixture::S, TestFixture::L>(c.part, c.nz);
    CgScalars scalars;
    scalars.begin({0.0}, 0.375, 0.0);
    CgKernels<TypeParam>::tridiag(GridOf<TypeParam>(c.spec(), c.part), scalars, q, r, z);
    const Sums sums = scalars.to_host().sums;
    right.tridiag(m, 0.375);
    EXPECT_TRUE(matches(z, right.z, c.part, this->tolerance));
    EXPECT_NEAR(sums.first, oracle::dot(right.r, right.r), 1e-5 * sums.first);
    EXPECT_NEAR(sums.second, oracle::dot(right.r, right.z), 1e-5 * sums.second);
  }
}

// Rows are corrected ahead of the walk, and their ends by other instructions than their packs.
TYPED_TEST(SolveWalks, ProlongateSmoothAnyWidth) {
  for (const int nx : this->widths()) {
    if (nx % 2 == 1) continue;
    for (const int ny : {2, 6}) {
      const GridCase c = this->of(Partition::whole(nx, ny), 5);
      SCOPED_TRACE(c.name());
      const oracle::Matrix m = c.matrix();
      const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1), f = this->rhs(m);
      const Partition below = c.part.coarsened();
      const oracle::Array coarse = oracle::random(below.nx, below.ny, m.nz, 3);
      const auto out = garbage_field<typename TestFixture::S, TestFixture::L>(c.part, c.nz);
      const auto before = contents(out);
      Transfer<TypeParam>::prolongate_smooth(
          GridOf<TypeParam>(c.spec(), c.part), 0.8, this->field(u, c.part), this->field(f, c.part),
          field_of<typename TestFixture::S, TestFixture::L>(coarse, below, Beyond::mirror), out);
      const oracle::Array corrected = oracle::sum(u, 1.0, oracle::prolongate(coarse));
      EXPECT_TRUE(matches(out, oracle::smooth(m, 0.8, corrected, f), c.part, this->tolerance));
      EXPECT_TRUE(only_owned_written(out, before));
    }
  }
}

/// The cells of part p of a global result, one after the other.
template <class T> std::vector<T> cells(const FieldMemory<T>& field, const Partition& p, int nz) {
  const auto memory = contents(field);
  const FieldShape& s = field.shape();
  std::vector<T> all;
  for (int j = 0; j < p.ny; ++j)
    for (int k = 0; k < nz; ++k)
      for (int i = 0; i < p.nx; ++i) all.push_back(memory[s.place(i, k, j)]);
  return all;
}

// Ranks rely on this: a column gives the same bits wherever a part begins and ends.
TYPED_TEST(SolveWalks, PartsGiveTheBitsOfTheWhole) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  constexpr int nx = 70, ny = 6, nz = 9;
  const auto run = [&](const Partition& p) {
    const GridCase c = TestFixture::of(p, nz);
    const oracle::Array u = oracle::random(nx, ny, nz, 1), f = oracle::random(nx, ny, nz, 2),
                        coarse = oracle::random(nx / 2, ny / 2, nz, 3);
    const GridOf<TypeParam> grid(c.spec(), p);
    std::vector<std::vector<S>> results;
    const auto out = garbage_field<S, L>(p, nz);
    const auto keep = [&] { results.push_back(cells(out, p, nz)); };
    Smoother<TypeParam>::smooth(grid, 1.4, field_of<S, L>(u, p), field_of<S, L>(f, p), out), keep();
    Smoother<TypeParam>::smooth_norm(grid, 1.4, field_of<S, L>(u, p), field_of<S, L>(f, p), out);
    keep();
    Smoother<TypeParam>::smooth_from_zero(grid, 1.4, field_of<S, L>(f, p), out), keep();
    Transfer<TypeParam>::prolongate_smooth(grid, 0.8, field_of<S, L>(u, p), field_of<S, L>(f, p),
                                           field_of<S, L>(coarse, p.coarsened(), Beyond::mirror),
                                           out),
        keep();
    return results;
  };
  const auto whole = run(Partition::whole(nx, ny));
  for (const auto& [first, columns] : {std::pair{0, 14}, {14, 32}, {46, 24}, {2, 66}}) {
    Partition part = Partition::whole(nx, ny);
    part.first_i = first, part.nx = columns, part.first_j = 2, part.ny = 4;
    const auto results = run(part);
    for (std::size_t n = 0; n < results.size(); ++n) {
      std::size_t at = 0;
      for (int j = 2; j < 6; ++j)
        for (int k = 0; k < nz; ++k)
          for (int i = first; i < first + columns; ++i)
            ASSERT_EQ(results[n][at++], whole[n][(std::size_t(j) * nz + k) * nx + i])
                << "result " << n << ", (" << i << ", " << k << ", " << j << ")";
    }
  }
}

} // namespace
} // namespace isobar

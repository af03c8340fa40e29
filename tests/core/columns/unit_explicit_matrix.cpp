// Stored matrices against the matrix-free operator and the oracle; stored factors against the
// matrix-free vertical solve.
#include "support_fields.hpp"

#include "columns/stored_columns.hpp"
#include "columns/stored_matrix.hpp"
#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/columns/kernels/smoother.hpp>

#include <stdexcept>

namespace isobar {
namespace {

template <class P> struct StoredMatrices : testing::Test {
  using T = typename P::storage;
  using Grid = PlannedGrid<T>;

  /// v = A u and r = f - A u of one stored matrix, on a rank whose halo is garbage where the
  /// domain ends.
  template <class Matrix> static void expect_operator(const GridCase& c, const Matrix& matrix) {
    const oracle::Matrix m = c.matrix();
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1);
    const oracle::Array f =
        oracle::rounded_to_float(oracle::apply(m, oracle::random(m.nx, m.ny, m.nz, 2)));
    const Field<T> in = field_of<T>(u, c.part), rhs = field_of<T>(f, c.part);
    const Field<T> out = garbage_field<T>(c.part, c.nz), free = garbage_field<T>(c.part, c.nz);
    matrix.apply(in, out);
    Operator<P>::apply(Grid(c.spec(), c.part), in, free);
    const double tolerance = kernel_tolerance<P>();
    EXPECT_TRUE(matches(out, oracle::apply(m, u), c.part, tolerance));
    EXPECT_TRUE(matches(free, oracle::apply(m, u), c.part, tolerance));
    matrix.residual(in, rhs, out);
    EXPECT_TRUE(matches(out, oracle::residual(m, u, f), c.part, tolerance));
  }
};
using StoredPrecisions = testing::Types<Double, Float>;
TYPED_TEST_SUITE(StoredMatrices, StoredPrecisions, PrecisionNames);

TYPED_TEST(StoredMatrices, CsrIsTheOperatorWithOffsetsOf32And64Bits) {
  using T = typename TestFixture::T;
  for (const GridCase& c : two_point_cases()) {
    SCOPED_TRACE(c.name());
    for (const Offsets width : {Offsets::automatic, Offsets::bits32, Offsets::bits64}) {
      const typename TestFixture::Grid grid(c.spec(), c.part);
      TestFixture::expect_operator(c, CsrMatrix<T>(OperatorRows<T>(grid), width));
    }
  }
}

TYPED_TEST(StoredMatrices, EllpackIsTheOperatorAndWritesOwnedCellsOnly) {
  using T = typename TestFixture::T;
  for (const GridCase& c : two_point_cases()) {
    SCOPED_TRACE(c.name());
    const typename TestFixture::Grid grid(c.spec(), c.part);
    const EllMatrix<T> matrix{OperatorRows<T>(grid)};
    TestFixture::expect_operator(c, matrix);
    const Field<T> in = field_of<T>(oracle::random(c.matrix().nx, c.matrix().ny, c.nz, 1), c.part);
    const Field<T> out = garbage_field<T>(c.part, c.nz);
    const auto before = contents(out);
    matrix.apply(in, out);
    EXPECT_TRUE(only_owned_written(out, before));
  }
}

/// A sum over all numbers must see nothing of what stood between the rows' cells before.
TYPED_TEST(StoredMatrices, CsrProductLeavesNoGarbageBetweenOwnedCells) {
  using T = typename TestFixture::T;
  for (const GridCase& c : two_point_cases()) {
    const typename TestFixture::Grid grid(c.spec(), c.part);
    const Field<T> in = field_of<T>(oracle::random(c.matrix().nx, c.matrix().ny, c.nz, 1), c.part);
    const Field<T> out = garbage_field<T>(c.part, c.nz);
    CsrMatrix<T>(OperatorRows<T>(grid)).apply(in, out);
    const auto after = contents(out);
    const FlatCells cells(out.shape());
    for (Int64 n = cells.first; n < cells.first + cells.rows(); ++n)
      EXPECT_TRUE(cell_of(out.shape(), n).owned || after[n] == T(0)) << c.name() << ' ' << n;
  }
}

template <class T, class Matrix> void expect_transfers(const TransferCase& c, double tolerance) {
  const PlannedGrid<T> fine(c.spec(), c.part), coarse(c.spec(), c.coarse().part, 1);
  const oracle::Matrix m = c.matrix(), mc = c.coarse().matrix();
  const oracle::Array r = oracle::random(m.nx, m.ny, m.nz, 1);
  const Field<T> r_coarse = garbage_field<T>(coarse.partition(), c.nz);
  Matrix(RestrictionRows<T>(fine, coarse)).apply(field_of<T>(r, c.part), r_coarse);
  EXPECT_TRUE(
      matches(r_coarse, oracle::restrict_average(r, mc.nx, mc.ny), coarse.partition(), tolerance));
  const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 2);
  const oracle::Array u_coarse = oracle::random(mc.nx, mc.ny, mc.nz, 3);
  const Field<T> out = field_of<T>(u, c.part);
  Matrix(ProlongationRows<T>(fine, coarse))
      .add(field_of<T>(u_coarse, coarse.partition(), Beyond::garbage), out);
  EXPECT_TRUE(matches(out,
                      oracle::sum(u, 1.0, oracle::prolongate(u_coarse, m.nx, m.ny, c.boundaries)),
                      c.part, tolerance));
}

TYPED_TEST(StoredMatrices, TransfersAreTheOraclesWithTheSidesMirrored) {
  using T = typename TestFixture::T;
  for (const TransferCase& c : transfer_cases()) {
    SCOPED_TRACE(c.name());
    expect_transfers<T, CsrMatrix<T>>(c, kernel_tolerance<TypeParam>());
    expect_transfers<T, EllMatrix<T>>(c, kernel_tolerance<TypeParam>());
  }
}

TYPED_TEST(StoredMatrices, StoredFactorsSolveAsTheSmootherDoes) {
  using T = typename TestFixture::T;
  for (const GridCase& c : two_point_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const oracle::Array r = oracle::random(m.nx, m.ny, m.nz, 1),
                        u = oracle::random(m.nx, m.ny, m.nz, 2);
    const oracle::Array z = oracle::solve_columns(m, r);
    const StoredColumns<T> columns{typename TestFixture::Grid(c.spec(), c.part)};
    const Field<T> rhs = field_of<T>(r, c.part), out = garbage_field<T>(c.part, c.nz);
    const auto before = contents(out);
    columns.solve(0.7, rhs, out);
    const double tolerance = 3.0 * kernel_tolerance<TypeParam>();
    const oracle::Array zero(m.nx, m.ny, m.nz);
    EXPECT_TRUE(matches(out, oracle::sum(zero, 0.7, z), c.part, tolerance));
    EXPECT_TRUE(only_owned_written(out, before));
    const Field<T> sum = field_of<T>(u, c.part);
    columns.smooth(0.7, rhs, sum);
    EXPECT_TRUE(matches(sum, oracle::sum(u, 0.7, z), c.part, tolerance));
  }
}

TEST(StoredMatrix, EntriesAreThoseOfTheSevenPointOperator) {
  const GridCase c{Domain::flat, LayerSpacing::uniform, Partition::whole(9, 5), 4};
  const PlannedGrid<double> grid(c.spec(), c.part);
  const Int64 nx = 9, ny = 5, nz = 4, cells = nx * ny * nz;
  const CsrMatrix<double> matrix{OperatorRows<double>(grid)};
  EXPECT_EQ(matrix.entries(), 7 * cells - 2 * nx * ny - 2 * nx * nz - 2 * ny * nz);
}

TEST(StoredMatrix, TooLargeForItsOffsetsIsRefused) {
  const GridCase c{Domain::flat, LayerSpacing::uniform, Partition::whole(8, 8), 4};
  const PlannedGrid<double> grid(c.spec(), c.part);
  OperatorRows<double> rows(grid);
  rows.target.nx = 1 << 28; // as many cells as no test has memory for
  EXPECT_THROW(CsrMatrix<double>(rows, Offsets::bits32), std::length_error);
  rows.target.nx = 8;
  rows.source.places = Int64(1) << 31;
  EXPECT_THROW(CsrMatrix<double>{rows}, std::length_error);
  EXPECT_THROW(EllMatrix<double>{rows}, std::length_error);
}

// Not a test of the matrix but of the tests: one wrong entry is seen.
TEST(StoredMatrix, PlantedWrongCoefficientIsSeen) {
  const GridCase c{Domain::panel, LayerSpacing::graded, Partition::whole(17, 9), 7};
  const oracle::Matrix m = c.matrix();
  const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1), right = oracle::apply(m, u);
  const PlannedGrid<double> grid = with_wrong_coefficient<Double>(c);
  const Field<double> in = field_of<double>(u, c.part), out = garbage_field<double>(c.part, c.nz);
  CsrMatrix<double>(OperatorRows<double>(grid)).apply(in, out);
  EXPECT_FALSE(matches(out, right, c.part, 1e-6));
  EllMatrix<double>(OperatorRows<double>(grid)).apply(in, out);
  EXPECT_FALSE(matches(out, right, c.part, 1e-6));
}

} // namespace
} // namespace isobar

// Products of sparse matrices in all formats against sums on the host.
#include "support_fem.hpp"

#include <functional>

namespace isobar {
namespace {

constexpr std::array formats{MatrixFormat::csr, MatrixFormat::ell, MatrixFormat::sliced_ell,
                             MatrixFormat::ell_t};

template <class T> struct FemFormats : testing::Test {
  static constexpr double tolerance = std::is_same_v<T, float> ? 2e-5 : 1e-13;
  /// Rows of a stiffness matrix and of both transfers, of which two are not square.
  static std::vector<CsrRows<T>> matrices() {
    std::vector<CsrRows<T>> all;
    const std::array<int, 1> fixed{0};
    for (int order : {1, 2}) {
      const auto spaces = fem_spaces(vessel_mesh(), {2, order, Numbering::cuthill_mckee}, fixed);
      all.push_back(assemble_stiffness<T>(spaces[1]));
      all.push_back(assemble_prolongation<T>(spaces[0], spaces[1]));
      all.push_back(assemble_restriction<T>(spaces[0], spaces[1]));
    }
    return all;
  }
};
TYPED_TEST_SUITE(FemFormats, FemNumberTypes, FemNumberNames);

TYPED_TEST(FemFormats, MultiplyAsTheHostDoes) {
  using T = TypeParam;
  for (const CsrRows<T>& rows : this->matrices()) {
    const auto x = rough_vector<T>(rows.places(), 0.7), z = rough_vector<T>(rows.rows(), 1.3);
    const auto y = rough_vector<T>(rows.rows(), 0.1);
    const std::vector<double> product = HostRows<T>(rows).times(host_numbers(x)),
                              z_host = host_numbers(z);
    for (MatrixFormat format : formats) {
      const auto a = make_sparse_matrix(format, rows, "test", 0);
      EXPECT_EQ(a->rows(), rows.rows());
      EXPECT_EQ(a->entries(), rows.entries());
      const auto expect = [&](const std::function<double(std::size_t)>& value) {
        const std::vector<double> found = host_numbers(y);
        for (std::size_t n = 0; n < found.size(); ++n)
          ASSERT_NEAR(found[n], value(n), this->tolerance * 10.0) << int(format) << " row " << n;
      };
      a->apply(2.0, x, y);
      expect([&](std::size_t n) { return 2.0 * product[n]; });
      a->add(-0.5, x, z, y);
      expect([&](std::size_t n) { return z_host[n] - 0.5 * product[n]; });
      a->residual(x, z, y);
      expect([&](std::size_t n) { return z_host[n] - product[n]; });
      Kokkos::deep_copy(y, z);
      a->add(1.0, x, y, y);
      expect([&](std::size_t n) { return z_host[n] + product[n]; });
    }
  }
}

TYPED_TEST(FemFormats, DoJacobiStepsAsTheHostDoes) {
  using T = TypeParam;
  for (const CsrRows<T>& rows : this->matrices()) {
    if (rows.rows() != rows.places()) continue;
    const auto x = rough_vector<T>(rows.rows(), 0.7), f = rough_vector<T>(rows.rows(), 1.3);
    const auto y = rough_vector<T>(rows.rows(), 0.1);
    const auto inverse = inverse_diagonal(rows);
    const HostRows<T> host(rows);
    const std::vector<double> product = host.times(host_numbers(x)), x_host = host_numbers(x),
                              f_host = host_numbers(f);
    for (MatrixFormat format : formats) {
      make_sparse_matrix(format, rows, "test", 0)->jacobi(0.7, inverse, f, x, y);
      const std::vector<double> found = host_numbers(y);
      for (std::size_t n = 0; n < found.size(); ++n)
        ASSERT_NEAR(found[n], x_host[n] + 0.7 / host(int(n), int(n)) * (f_host[n] - product[n]),
                    10.0 * this->tolerance);
    }
  }
}

/// What a restriction leaves, and the first step on it.
TYPED_TEST(FemFormats, ApplyAndStepAsTheHostDoes) {
  using T = TypeParam;
  for (const CsrRows<T>& rows : this->matrices()) {
    const auto x = rough_vector<T>(rows.places(), 0.7), inverse = rough_vector<T>(rows.rows(), 1.3);
    const auto y = rough_vector<T>(rows.rows(), 0.1), z = rough_vector<T>(rows.rows(), 0.2);
    const std::vector<double> product = HostRows<T>(rows).times(host_numbers(x)),
                              d = host_numbers(inverse);
    for (MatrixFormat format : formats) {
      make_sparse_matrix(format, rows, "test", 0)->apply_and_step(0.7, inverse, x, y, z);
      const std::vector<double> found = host_numbers(y), step = host_numbers(z);
      for (std::size_t n = 0; n < found.size(); ++n) {
        ASSERT_NEAR(found[n], product[n], 10.0 * this->tolerance);
        ASSERT_NEAR(step[n], 0.7 * d[n] * product[n], 10.0 * this->tolerance);
      }
    }
  }
}

TYPED_TEST(FemFormats, CountTheBytesThatTheyTake) {
  using T = TypeParam;
  const CsrRows<T> rows = this->matrices()[3]; // Q2
  const Int64 entry = sizeof(T) + sizeof(int), entries = rows.entries(), count = rows.rows();
  const auto bytes = [&](MatrixFormat format) {
    return make_sparse_matrix(format, rows, "test", 0)->bytes();
  };
  EXPECT_EQ(bytes(MatrixFormat::csr), entries * entry + (count + 1) * 4);
  EXPECT_EQ(bytes(MatrixFormat::ell), count * (rows.longest * entry + 1));
  EXPECT_GT(bytes(MatrixFormat::sliced_ell), entries * entry);
  EXPECT_LT(bytes(MatrixFormat::sliced_ell), bytes(MatrixFormat::ell));
}

TYPED_TEST(FemFormats, L1SumsAreThoseOfTheRows) {
  using T = TypeParam;
  const CsrRows<T> rows = this->matrices()[0];
  const std::vector<double> inverse = host_numbers(inverse_l1_sums(rows));
  const HostRows<T> host(rows);
  for (std::size_t n = 0; n < inverse.size(); ++n) {
    double sum = 0.0;
    for (const auto& entry : host.rows[n]) sum += std::abs(entry.second);
    EXPECT_NEAR(inverse[n] * sum, 1.0, this->tolerance);
  }
}

/// Each row is a minimum: the residual m A - e is orthogonal to the rows of A that it may use.
TYPED_TEST(FemFormats, ASparseApproximateInverseSolvesItsLeastSquaresProblems) {
  using T = TypeParam;
  const std::array<int, 3> fixed{0, 1, 2};
  for (int order : {1, 2}) {
    const FemSpace space(vessel_mesh(), order, Numbering::random, fixed);
    const CsrRows<T> rows = assemble_stiffness<T>(space);
    const HostRows<T> a(rows), m(spai(rows));
    for (int n = 0; n < a.count; ++n) {
      std::map<int, double> left{{n, -1.0}};
      for (const auto& [row, weight] : m.rows[n])
        for (const auto& [column, value] : a.rows[row]) left[column] += weight * value;
      for (const auto& entry : m.rows[n]) {
        double product = 0.0;
        for (const auto& [column, value] : a.rows[entry.first]) product += value * left[column];
        ASSERT_NEAR(product, 0.0, 100.0 * this->tolerance);
      }
    }
  }
}

/// With 9, 64, 81, 267 and 1001 rows: less than a block of the inversion, whole ones, and others.
TYPED_TEST(FemFormats, ADenseInverseSolves) {
  using T = TypeParam;
  for (const auto& [mesh, order] : {std::pair(square_mesh(2), 1), std::pair(square_mesh(7, 0.2), 1),
                                    std::pair(square_mesh(4, 0.2), 2), std::pair(vessel_mesh(), 1),
                                    std::pair(vessel_mesh(), 2)}) {
    const FemSpace space(mesh, order, Numbering::two_level, std::array{0});
    const CsrRows<double> rows = assemble_stiffness<double>(space);
    const auto x = rough_vector<T>(rows.rows(), 0.7), f = rough_vector<T>(rows.rows(), 0.1),
               solved = rough_vector<T>(rows.rows(), 0.2);
    const std::vector<double> expected = host_numbers(x),
                              product = HostRows<double>(rows).times(expected);
    const auto mirror = Kokkos::create_mirror_view(f);
    for (std::size_t n = 0; n < product.size(); ++n) mirror(n) = T(product[n]);
    Kokkos::deep_copy(f, mirror);
    SelfCommunicator<T> self;
    const DenseInverse<T> inverse(rows, rows.rows(), {}, self);
    inverse.multiply(f, solved);
    const std::vector<double> found = host_numbers(solved);
    for (std::size_t n = 0; n < found.size(); ++n)
      ASSERT_NEAR(found[n], expected[n], 1000.0 * this->tolerance)
          << "row " << n << " of " << found.size();
    EXPECT_EQ(inverse.bytes(), rows.rows() * rows.rows() * Int64(sizeof(T)));
  }
}

TYPED_TEST(FemFormats, LargeMatricesAreNotInverted) {
  const FemSpace space(square_mesh(32), 1, Numbering::two_level, std::array{0}); // 33^2 unknowns
  SelfCommunicator<TypeParam> self;
  EXPECT_THROW(
      DenseInverse<TypeParam>(assemble_stiffness<double>(space), space.unknowns(), {}, self),
      std::length_error);
}

TYPED_TEST(FemFormats, RowsThatAreTooLongForAnApproximateInverseAreRefused) {
  const auto rows = [](int petals) {
    return assemble_stiffness<TypeParam>(
        FemSpace(flower_mesh(petals), 2, Numbering::two_level, std::array{0}));
  };
  EXPECT_NO_THROW(spai(rows(6)));
  EXPECT_THROW(spai(rows(7)), std::length_error); // 43 entries
}

} // namespace
} // namespace isobar

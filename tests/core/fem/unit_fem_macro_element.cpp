// Device functions of elements without a matrix: the product of one element, and the weights of transfers along an axis.
#include "fem/element_stiffness.hpp"
#include "fem/macro_element.hpp"
#include "fem/macro_transfer.hpp"
#include "support_fem.hpp"

#include <gtest/gtest.h>

#include <map>

namespace isobar {
namespace {

/// Column b of an element's matrix, by the product with a unit vector.
template <int K, class T, class Map> std::vector<double> column(const Map& map, int b) {
  using V = ElementPack<T>;
  constexpr int nodes = (K + 1) * (K + 1);
  V u[nodes], r[nodes];
  u[b] = V(T(1));
  element_product<K>(map, V(T(1)), u, r);
  std::vector<double> values;
  for (const V& x : r) values.push_back(double(x.get(0)));
  return values;
}

template <class T> struct MacroElementMatrices : testing::Test {
  static constexpr double tolerance = std::is_same_v<T, float> ? 1e-6 : 1e-14;
  using V = ElementPack<T>;
  static BilinearMap<V> square() {
    const V zero(T(0)), one(T(1));
    return {one, zero, zero, one, zero, zero};
  }
  /// The nodes of a bilinear map.
  static BiquadraticMap<V> nodes_of(const BilinearMap<V>& m) {
    BiquadraticMap<V> nodes;
    for (int n = 0; n < 9; ++n) {
      const T s = T(n % 3) / T(2), t = T(n / 3) / T(2);
      nodes.x[n] = s * m.bx + t * m.cx + T(s * t) * m.dx;
      nodes.y[n] = s * m.by + t * m.cy + T(s * t) * m.dy;
    }
    return nodes;
  }
};
TYPED_TEST_SUITE(MacroElementMatrices, FemNumberTypes, FemNumberNames);

TYPED_TEST(MacroElementMatrices, TheUnitSquareHasTheKnownMatrix) {
  const auto first = column<1, TypeParam>(this->square(), 0);
  EXPECT_NEAR(first[0], 2.0 / 3.0, this->tolerance);
  EXPECT_NEAR(first[1], -1.0 / 6.0, this->tolerance);
  EXPECT_NEAR(first[2], -1.0 / 6.0, this->tolerance);
  EXPECT_NEAR(first[3], -1.0 / 3.0, this->tolerance);
}

/// Of order 1 on a distorted element, thin or not and of any size, with the numbers of the assembly.
TYPED_TEST(MacroElementMatrices, BilinearElementsHaveTheMatrixOfTheAssembly) {
  using T = TypeParam;
  using V = typename TestFixture::V;
  for (const double thin : {1.0, 1e-3})
    for (const double size : {1.0, 1e-9, 1e9}) {
      const double x[] = {0.0, 1.0, 1.3, 0.2}, y[] = {0.0, 0.25 * thin, 1.1 * thin, 0.9 * thin};
      const auto at = [&](const double* of, int n) { return V(T(size * of[n])); };
      const auto twist = [&](const double* of) { return V(T(size * (of[2] - of[1] - of[3]))); };
      const BilinearMap<V> map{at(x, 1), at(y, 1), at(x, 3), at(y, 3), twist(x), twist(y)};
      RowPack of_x[4], of_y[4];
      for (int n = 0; n < 4; ++n) {
        of_x[n] = RowPack(x[n]);
        of_y[n] = RowPack(y[n]);
      }
      const BilinearStiffness assembled(of_x, of_y, RowPack(1.0), nullptr);
      constexpr int corner[] = {0, 1, 3, 2}; // counter-clockwise of nodes along x first
      for (int b = 0; b < 4; ++b) {
        const auto found = column<1, T>(map, b);
        for (int a = 0; a < 4; ++a)
          EXPECT_NEAR(found[a] * thin, assembled(corner[a], corner[b], 0) * thin,
                      10.0 * this->tolerance);
      }
    }
}

TYPED_TEST(MacroElementMatrices, MatricesAreSymmetricWithoutRowSums) {
  using V = typename TestFixture::V;
  BilinearMap<V> map = this->square();
  map.cx = V(TypeParam(0.3));
  map.dx = V(TypeParam(0.2));
  map.dy = V(TypeParam(-0.4));
  std::vector<std::vector<double>> columns;
  for (int b = 0; b < 9; ++b) columns.push_back(column<2, TypeParam>(map, b));
  for (int a = 0; a < 9; ++a) {
    double sum = 0.0;
    for (int b = 0; b < 9; ++b) {
      EXPECT_NEAR(columns[a][b], columns[b][a], 20.0 * this->tolerance);
      sum += columns[b][a];
    }
    EXPECT_NEAR(sum, 0.0, 50.0 * this->tolerance);
  }
}

TYPED_TEST(MacroElementMatrices, NodesOnABilinearMapGiveItsMatrix) {
  using V = typename TestFixture::V;
  BilinearMap<V> map = this->square();
  map.by = V(TypeParam(0.25));
  map.dx = V(TypeParam(0.5));
  for (int b = 0; b < 9; ++b) {
    const auto few = column<2, TypeParam>(map, b),
               many = column<2, TypeParam>(this->nodes_of(map), b);
    for (int a = 0; a < 9; ++a) EXPECT_NEAR(few[a], many[a], 50.0 * this->tolerance);
  }
}

/// Along an axis the weights at a fine place have the sum 1, and those at a coarse one are the same, read the other way.
template <int K> void expect_transposed(int elements) {
  std::map<std::pair<int, int>, double> up, down;
  const int coarse = K * elements, fine = 2 * coarse;
  for (int i = 0; i <= fine; ++i) {
    const auto row = prolongation_row<K>(i);
    double sum = 0.0;
    for (int a = 0; a < row.count; ++a) {
      sum += row.weights[a];
      const int place = row.first + a;
      if (place > 0 && place < coarse && row.weights[a] != 0.0) up[{place, i}] = row.weights[a];
    }
    EXPECT_EQ(sum, 1.0);
    EXPECT_LE(row.first + row.count - 1, coarse);
  }
  for (int i = 1; i < coarse; ++i) {
    const auto row = restriction_row<K>(i);
    EXPECT_GE(row.first, 1);
    EXPECT_LT(row.first + row.count - 1, fine);
    for (int a = 0; a < row.count; ++a)
      if (row.weights[a] != 0.0) down[{i, row.first + a}] = row.weights[a];
  }
  EXPECT_EQ(up, down);
}

TEST(MacroTransfers, RowsAlongAnAxisAreEachOthersTranspose) {
  expect_transposed<1>(4);
  expect_transposed<2>(4);
}

} // namespace
} // namespace isobar

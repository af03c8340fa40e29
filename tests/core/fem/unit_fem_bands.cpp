// Matrices by bands inside macro elements, compared with stored ones.
#include "support_fem_macro.hpp"

#include <isobar/core/fem/band_rows.hpp>
#include <isobar/core/fem/macro_rows.hpp>

namespace isobar {
namespace {

/// A coefficient that differs between elements.
FemNumbers varying_diffusion(const FemSpace& space) {
  return at_elements(space,
                     [](Point p) { return 2.0 + std::sin(40.0 * p.x) * std::cos(30 * p.y); });
}

template <class T> struct FemBands : testing::Test {};
TYPED_TEST_SUITE(FemBands, FemNumberTypes, FemNumberNames);

TYPED_TEST(FemBands, ProductsAreThoseOfTheStoredMatrix) {
  using T = TypeParam;
  for (const MacroCase& c : macro_cases())
    for (const FemSpace& space : spaces_of(c, 1)) {
      const std::string name = c.name + ", unknowns " + std::to_string(space.unknowns());
      if (has_macro_rows(space))
        expect_products<T>(*make_band_matrix(space, assemble_bands<T>(space), 0), space, {}, name);
    }
}

/// The mesh has more columns and rows than a tile of BandProduct.
TYPED_TEST(FemBands, TilesReadWhatStandsBesideThem) {
  using T = TypeParam;
  const FemSpace space =
      fem_spaces(square_mesh(1), {10, 1, Numbering::macro}, std::vector<int>{1}).back();
  const FemNumbers c = varying_diffusion(space);
  expect_products<T>(*make_band_matrix(space, assemble_bands<T>(space, c), 0), space, c, "square");
}

TYPED_TEST(FemBands, DiffusionIsThatOfEachElement) {
  using T = TypeParam;
  for (const MacroCase& mesh : macro_cases()) {
    const FemSpace space = spaces_of(mesh, 1).back();
    const FemNumbers c = varying_diffusion(space);
    expect_products<T>(*make_band_matrix(space, assemble_bands<T>(space, c), 0), space, c,
                       mesh.name);
  }
}

TYPED_TEST(FemBands, ReactionIsThatOfEachElement) {
  using T = TypeParam;
  for (const MacroCase& mesh : macro_cases()) {
    const FemSpace space = spaces_of(mesh, 1).back();
    const FemCoefficients varying = varying_coefficients(space);
    expect_products<T>(*make_band_matrix(space, assemble_bands<T>(space, varying), 0), space,
                       varying, mesh.name);
  }
}

TYPED_TEST(FemBands, TheInverseDiagonalIsThatOfStoredRows) {
  using T = TypeParam;
  for (const MacroCase& c : macro_cases()) {
    const auto spaces = spaces_of(c, 1);
    const FemSpace& space = spaces.back();
    const auto found = host_numbers(inverse_diagonal(space, assemble_bands<T>(space))),
               expected = host_numbers(assemble_inverse<T>(space, {}, RowSum::diagonal));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t n = 0; n < found.size(); ++n)
      ASSERT_NEAR(found[n], expected[n], (sizeof(T) == 4 ? 1e-6 : 1e-14) * expected[n]) << c.name;
  }
}

TYPED_TEST(FemBands, SolvesTakeAsManyCyclesAsOnStoredRows) {
  for (const MacroCase& mesh : macro_cases())
    for (FemSmoother smoother :
         {FemSmoother::jacobi, FemSmoother::chebyshev, FemSmoother::l1_jacobi})
      expect_cycles_of_stored_rows<TypeParam>(mesh, 1, smoother, FemRows::bands);
}

TEST(FemBandRows, TakeFiveNumbersARow) {
  const auto spaces = spaces_of({"circle", circle_mesh(), {0, 1}, 7}, 1);
  const auto a = make_band_matrix(spaces.back(), assemble_bands<float>(spaces.back()), 0);
  EXPECT_LT(double(a->bytes()), 24.0 * spaces.back().unknowns());
}

TEST(FemBandRows, NeedOrderOneAndTheirNumbering) {
  const MacroCase c = macro_cases()[0];
  EXPECT_THROW(assemble_bands<double>(spaces_of(c, 2).back()), std::invalid_argument);
  EXPECT_THROW(assemble_bands<double>(spaces_of(c, 1, Numbering::coordinate).back()),
               std::invalid_argument);
  FemCase spai{c.mesh, {}, {4, 1, Numbering::macro}};
  spai.problem.dirichlet.assign(4, [](Point) { return 0.0; });
  spai.multigrid.smoother = FemSmoother::spai;
  spai.multigrid.rows = FemRows::bands;
  spai.multigrid.macro_rows_from = 0;
  EXPECT_THROW(solve<double>(spai), std::invalid_argument);
}

} // namespace
} // namespace isobar

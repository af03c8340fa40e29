// The march of a GPU's lanes through macro elements, emulated by teams of host threads, compared with stored rows.
#include "fem/macro_march.hpp"
#include "fem/macro_mass.hpp"
#include "support_fem_march.hpp"

namespace isobar {
namespace {

template <class T> struct FemMarch : testing::Test {
  template <int K>
  static void expect_rows(const FemSpace& space, const FemNumbers& c, int segments) {
    expect_rows_of<K>(space, c, MacroGeometry<T>(space, c), segments);
  }
  template <int K, class Geometry>
  static void expect_rows_of(const FemSpace& space, const FemCoefficients& c,
                             const Geometry& geometry, int segments) {
    const MacroPlaces& places = space.macro().places;
    expect_march<T>(space, c, places.inside_rows, [&](const T* x, const Combine<T>& finish) {
      MacroMarch<K, T, Combine<T>, Geometry> march(places, geometry, x, finish);
      march.segments = segments;
      return march;
    });
  }
};
TYPED_TEST_SUITE(FemMarch, FemNumberTypes, FemNumberNames);

/// Straight and curved macro elements with 8, 16 and 32 columns. A warp has 31, so that it begins and ends inside macro elements.
TYPED_TEST(FemMarch, RowsInsideAreThoseOfTheStoredMatrix) {
  if constexpr (on_host) {
    const std::vector<int> rims{0, 1};
    for (const auto& [mesh, levels] :
         {std::pair(square_mesh(2, 0.2), 4), std::pair(circle_mesh(), 5),
          std::pair(annulus_mesh(0.5, 1.0), 6)})
      for (int segments : {1, 3}) {
        const FemSpace first = fem_spaces(mesh, {levels, 1, Numbering::macro}, rims).back();
        this->template expect_rows<1>(first, {}, segments);
        const FemSpace second =
            fem_spaces(mesh, {levels - 1 + (levels == 4), 2, Numbering::macro}, rims).back();
        this->template expect_rows<2>(second, {}, segments);
      }
  }
}

TYPED_TEST(FemMarch, DiffusionIsThatOfEachElement) {
  if constexpr (on_host) {
    const FemSpace space = fem_spaces(circle_mesh(), {4, 1, Numbering::macro}, {}).back();
    const FemNumbers c =
        at_elements(space, [](Point p) { return 2.0 + std::sin(40.0 * p.x) * std::cos(30 * p.y); });
    this->template expect_rows<1>(space, c, 2);
  }
}

TYPED_TEST(FemMarch, ReactionIsThatOfEachElement) {
  if constexpr (on_host) {
    const auto expect = [&](const FemSpace& space, auto order) {
      FemCoefficients varying;
      varying.reaction =
          at_elements(space, [](Point p) { return 1e3 + 500.0 * std::sin(40 * p.x); });
      this->template expect_rows_of<decltype(order)::value>(
          space, varying, ReactingGeometry<TypeParam>(space, varying), 2);
    };
    expect(fem_spaces(square_mesh(1), {4, 1, Numbering::macro}, {}).back(),
           std::integral_constant<int, 1>());
    expect(fem_spaces(square_mesh(1), {4, 2, Numbering::macro}, {}).back(),
           std::integral_constant<int, 2>());
  }
}

} // namespace
} // namespace isobar

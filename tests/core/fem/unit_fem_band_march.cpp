// The march of a GPU's lanes through bands, emulated by teams of host threads, compared with stored rows.
#include "fem/band_march.hpp"
#include "support_fem_march.hpp"

#include <isobar/core/fem/band_rows.hpp>

namespace isobar {
namespace {

template <class T> struct FemBandMarch : testing::Test {
  static void expect_rows(const FemSpace& space, const FemNumbers& c) {
    const BandRows<T> rows = assemble_bands<T>(space, c);
    const MacroPlaces& places = space.macro().places;
    expect_march<T>(space, c, places.inside_rows, [&](const T* x, const Combine<T>& finish) {
      return BandMarch<T, Combine<T>>{places, {rows.bands.data(), places.cells}, x, finish};
    });
  }
};
TYPED_TEST_SUITE(FemBandMarch, FemNumberTypes, FemNumberNames);

/// Straight and curved macro elements with 7, 15, 31 and 63 columns. A team of 128 lanes has several. Rows have one or four segments.
TYPED_TEST(FemBandMarch, RowsInsideAreThoseOfTheStoredMatrix) {
  if constexpr (on_host) {
    const std::vector<int> rims{0, 1};
    for (const auto& [mesh, levels] :
         {std::pair(square_mesh(2, 0.2), 4), std::pair(circle_mesh(), 5),
          std::pair(annulus_mesh(0.5, 1.0), 6), std::pair(square_mesh(2, 0.2), 7)})
      this->expect_rows(fem_spaces(mesh, {levels, 1, Numbering::macro}, rims).back(), {});
  }
}

TYPED_TEST(FemBandMarch, DiffusionIsThatOfEachElement) {
  if constexpr (on_host) {
    const FemSpace space = fem_spaces(circle_mesh(), {4, 1, Numbering::macro}, {}).back();
    this->expect_rows(space, at_elements(space, [](Point p) {
                        return 2.0 + std::sin(40.0 * p.x) * std::cos(30 * p.y);
                      }));
  }
}

} // namespace
} // namespace isobar

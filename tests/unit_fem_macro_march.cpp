// The march of a GPU's lanes through macro elements, by teams of threads of the host, against stored rows.
#include "fem/macro_march.hpp"
#include "matrix/row_product.hpp"
#include "support_fem.hpp"

#include <algorithm>

namespace isobar {
namespace {

/// A march as emulate() wants it.
template <int K, class T> struct EmulatedMarch {
  static constexpr Walk in_order_of = Walk::march;
  static constexpr bool threads_meet = true;
  using March = MacroMarch<K, T, Combine<T>>;
  March march;

  static int team_size() { return March::team_size(); }
  static std::size_t scratch_bytes() { return 0; }
  int teams() const { return march.teams(); }
  Sums walk(const EmulatedTeam& team) const {
    march(team, team.league_rank());
    return {};
  }
};

template <class T> struct FemMarch : testing::Test {
  /// Rows inside are those of the stored matrix plus z of the same row, and no other row is written.
  template <int K>
  static void expect_rows(const FemSpace& space, const FemNumbers& c, int segments) {
    const MacroPlaces& places = space.macro().places;
    const MacroGeometry<T> geometry(space, c);
    const HostRows<double> stored(assemble_stiffness<double>(space, c));
    std::vector<T> x(std::size_t(space.unknowns())), y(x.size(), T(-7)), z(x.size());
    for (std::size_t n = 0; n < x.size(); ++n) {
      x[n] = T(std::sin(0.7 * double(n + 1)));
      z[n] = T(std::cos(0.3 * double(n + 1)));
    }
    MacroMarch<K, T, Combine<T>> march(places, geometry, x.data(), {T(1), z.data(), y.data()});
    march.segments = segments;
    emulate(EmulatedMarch<K, T>{march});
    for (int n = 0; n < int(y.size()); ++n) {
      double sum = z[std::size_t(n)], size = 1.0;
      for (const auto& [column, entry] : stored.rows[std::size_t(n)]) {
        sum += entry * x[std::size_t(column)];
        size += std::abs(entry * x[std::size_t(column)]);
      }
      if (n >= places.inside_rows) ASSERT_EQ(y[std::size_t(n)], T(-7)) << "row " << n;
      else
        ASSERT_NEAR(y[std::size_t(n)], sum, size * (sizeof(T) == 4 ? 1e-5 : 1e-12)) << "row " << n;
    }
  }
};
TYPED_TEST_SUITE(FemMarch, FemNumberTypes, FemNumberNames);

/// Straight and curved macro elements; 8, 16 and 32 columns of 31 a warp, which begin and end inside of macro elements.
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

} // namespace
} // namespace isobar

#pragma once
#include "launch/emulated_team.hpp"
#include "sparse/row_product.hpp"
#include "support_fem.hpp"

/// Code that tests of a GPU's marches through macro elements share. Teams of host threads run the marches.
namespace isobar {

/// A march in the form that emulate() needs.
template <class March> struct EmulatedMarch {
  static constexpr Walk in_order_of = Walk::march;
  static constexpr bool threads_meet = true;
  March march;

  static int team_size() { return March::team_size(); }
  static std::size_t scratch_bytes() { return 0; }
  int teams() const { return march.teams(); }
  Sums walk(const EmulatedTeam& team) const {
    march(team, team.league_rank());
    return {};
  }
};

/// Checks that rows inside are those of the stored matrix plus z, and that no other row is written. make(x, finish) returns the march.
template <class T, class Make>
void expect_march(const FemSpace& space, const FemCoefficients& c, int inside_rows,
                  const Make& make) {
  const HostRows<double> stored(assemble_stiffness<double>(space, c));
  std::vector<T> x(std::size_t(space.unknowns())), y(x.size(), T(-7)), z(x.size());
  for (std::size_t n = 0; n < x.size(); ++n) {
    x[n] = T(std::sin(0.7 * double(n + 1)));
    z[n] = T(std::cos(0.3 * double(n + 1)));
  }
  emulate(EmulatedMarch{make(x.data(), Combine<T>{T(1), z.data(), y.data()})});
  for (int n = 0; n < int(y.size()); ++n) {
    double sum = z[std::size_t(n)], size = 1.0;
    for (const auto& [column, entry] : stored.rows[std::size_t(n)]) {
      sum += entry * x[std::size_t(column)];
      size += std::abs(entry * x[std::size_t(column)]);
    }
    if (n >= inside_rows) ASSERT_EQ(y[std::size_t(n)], T(-7)) << "row " << n;
    else ASSERT_NEAR(y[std::size_t(n)], sum, size * (sizeof(T) == 4 ? 1e-5 : 1e-12)) << "row " << n;
  }
}

} // namespace isobar

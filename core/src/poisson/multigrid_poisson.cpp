#include "base/precision_list.hpp"

#include <isobar/core/box/kernels/box_operator.hpp>
#include <isobar/core/poisson/multigrid_poisson.hpp>

#include <array>
#include <cmath>

namespace isobar {

template <class P>
SingularBox<P>::SingularBox(const PoissonSetup& setup,
                            Communicator<typename P::storage>& communicator)
    : singular_(setup.box.is_singular()), volume_(setup.box.volume()),
      grid_(setup.box, setup.partition, {false, false, false}), communicator_(communicator) {}

namespace {

/// A mean below this share of the root mean square is rounding, and stays.
constexpr double negligible = 1e-12;

} // namespace

template <class P> Sums SingularBox<P>::over_ranks(const Sums& mine) const {
  std::array<double, 2> sums{mine.first, mine.second};
  communicator_.sum(sums);
  return {sums[0], sums[1]};
}

template <class P> void SingularBox<P>::make_solvable(const Vector& f) const {
  if (!singular_) return;
  const Sums sums = over_ranks(BoxMeans<P>::sum(grid_, f));
  const double cells = double(grid_.spec().cells());
  if (std::abs(sums.first) <= negligible * std::sqrt(cells * sums.second)) return;
  BoxMeans<P>::subtract_integrated(grid_, sums.first / volume_, f);
}

template <class P> void SingularBox<P>::make_unique(const Vector& u) const {
  if (!singular_) return;
  const Sums integrals = over_ranks(BoxMeans<P>::integral(grid_, u));
  if (std::abs(integrals.first) <= negligible * std::sqrt(volume_ * integrals.second)) return;
  BoxMeans<P>::subtract(grid_, integrals.first / volume_, u);
  exchange(communicator_, u);
}

template <class P>
SolveReport MultigridPoisson<P>::solve(const Vector& f, const SolveControls& controls, Guess from) {
  box_.make_solvable(f);
  SolveReport report = cycles_.solve(f, controls, from);
  box_.make_unique(cycles_.solution());
  return report;
}

ISOBAR_INSTANTIATE_FOR_BOX(class SingularBox)
ISOBAR_INSTANTIATE_FOR_BOX(class MultigridPoisson)

} // namespace isobar

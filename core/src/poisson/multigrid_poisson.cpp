#include "base/precision_list.hpp"

#include <isobar/core/kernels/box_operator.hpp>
#include <isobar/core/poisson/multigrid_poisson.hpp>

namespace isobar {

template <class P>
SingularBox<P>::SingularBox(const PoissonSetup& setup,
                            Communicator<typename P::storage>& communicator)
    : singular_(setup.box.is_singular()), volume_(setup.box.volume()),
      grid_(setup.box, setup.partition, {false, false, false}), communicator_(communicator) {}

template <class P> void SingularBox<P>::make_solvable(const Vector& f) const {
  if (!singular_) return;
  double sum = BoxMeans<P>::sum(grid_, f);
  communicator_.sum({&sum, 1});
  BoxMeans<P>::subtract_integrated(grid_, sum / volume_, f);
}

template <class P> void SingularBox<P>::make_unique(const Vector& u) const {
  if (!singular_) return;
  double integral = BoxMeans<P>::integral(grid_, u);
  communicator_.sum({&integral, 1});
  BoxMeans<P>::subtract(grid_, integral / volume_, u);
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

#include "fem/fem_deck_solver.hpp"

#include <isobar/core/base/region.hpp>

namespace isobar {
namespace {

/// The levels of a hierarchy, the finest first.
template <class T>
std::vector<const FemLevel<T>*> levels_of(const HierarchyOf<FemLevel<T>>& hierarchy) {
  std::vector<const FemLevel<T>*> levels{hierarchy.finest.get()};
  for (const auto& level : hierarchy.coarser)
    if (const auto* coarser = dynamic_cast<const FemLevel<T>*>(level.get()))
      levels.push_back(coarser);
  return levels;
}

/// SPAI is not symmetric, so CG needs flexible directions.
Directions directions_of(const FemMultigridOptions& options) {
  return has_spai(options.smoother) ? Directions::flexible : Directions::standard;
}

template <class Vector> void copy_to_device(const HostField& from, const Vector& to) {
  const auto mirror = Kokkos::create_mirror_view(to);
  for (std::size_t n = 0; n < mirror.extent(0); ++n)
    mirror(n) = typename Vector::non_const_value_type(from(0, n, 0));
  Kokkos::deep_copy(to, mirror);
}

template <class Vector> void copy_to_host(const Vector& from, const HostField& to) {
  const auto mirror = Kokkos::create_mirror_view_and_copy(HostSpace(), from);
  for (std::size_t n = 0; n < mirror.extent(0); ++n) to(0, n, 0) = double(mirror(n));
}

} // namespace

template <class T>
FemDeckSolver<T>::FemDeckSolver(const FemContext& c, std::span<const FemSpace> spaces)
    : ranks_(c.comm, spaces, c.transport.plan), f_("isobar f", std::size_t(spaces.back().owned())) {
  const FemMultigridOptions options = fem_options(c.deck);
  HierarchyOf<FemLevel<T>> levels = ranks_.make_levels(spaces, c.scaled, options);
  levels_ = levels_of(levels);
  if (c.deck.solver.method == fem::Method::multigrid)
    multigrid_.emplace(std::move(levels), options.cycle);
  else cg_.emplace(std::move(levels), options.cycle, ranks_.ranks(), directions_of(options));
}

template <class T> void FemDeckSolver<T>::put(const HostField& right_side) {
  copy_to_device(right_side, f_);
}

template <class T> SolveReport FemDeckSolver<T>::solve(const SolveControls& controls) {
  return multigrid_ ? multigrid_->solve(f_, controls) : cg_->solve(f_, controls);
}

template <class T> void FemDeckSolver<T>::get(const HostField& solution) const {
  copy_to_host(multigrid_ ? multigrid_->solution() : cg_->solution(), solution);
}

MixedFemDeckSolver::MixedFemDeckSolver(const FemContext& c, std::span<const FemSpace> spaces)
    : ranks_(c.comm, spaces.last(1), c.transport.plan),
      float_ranks_(c.comm, spaces, c.transport.plan),
      f_("isobar f", std::size_t(spaces.back().owned())) {
  const FemMultigridOptions options = fem_options(c.deck);
  MixedStiffness a(spaces.back(), c.scaled, options);
  HierarchyOf<FemLevel<float>> levels = float_ranks_.make_levels(spaces, c.scaled, options, a.rows);
  levels_ = levels_of(levels);
  cg_.emplace(std::move(a.matrix), std::move(levels), options.cycle, ranks_.ranks(),
              ranks_.ghosts(), directions_of(options));
}

void MixedFemDeckSolver::put(const HostField& right_side) { copy_to_device(right_side, f_); }

void MixedFemDeckSolver::get(const HostField& solution) const {
  copy_to_host(cg_->solution(), solution);
}

template class FemDeckSolver<double>;
template class FemDeckSolver<float>;

} // namespace isobar

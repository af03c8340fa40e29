#include "fem/fem_parts.hpp"

#include <isobar/core/base/region.hpp>

namespace isobar {
namespace {

template <class T> FemLevel<T>* as_fem_level(Level* level) {
  return dynamic_cast<FemLevel<T>*>(level);
}

} // namespace

HostField host_vector(const char* label, Int64 unknowns) {
  return HostField(std::string(label), 1, std::size_t(unknowns), 1);
}

template <class T>
FemParts<T>::FemParts(const FemContext& c, std::span<const FemSpace> spaces)
    : ranks_(c.comm, spaces, c.transport.plan), f_("isobar f", std::size_t(spaces.back().owned())) {
  const FemMultigridOptions options = fem_options(c.deck);
  HierarchyOf<FemLevel<T>> levels = ranks_.make_levels(spaces, c.problem, options);
  levels_.push_back(levels.finest.get());
  for (const auto& level : levels.coarser)
    if (const FemLevel<T>* coarser = as_fem_level<T>(level.get())) levels_.push_back(coarser);
  if (c.deck.solver.method == fem::Method::multigrid) {
    multigrid_.emplace(std::move(levels), options.cycle);
    return;
  }
  const bool symmetric = !has_spai(options.smoother);
  cg_.emplace(std::move(levels), options.cycle, ranks_.ranks(),
              symmetric ? Directions::standard : Directions::flexible);
}

template <class T> void FemParts<T>::put(const HostField& right_side) {
  const auto mirror = Kokkos::create_mirror_view(f_);
  for (std::size_t n = 0; n < mirror.extent(0); ++n) mirror(n) = T(right_side(0, n, 0));
  Kokkos::deep_copy(f_, mirror);
}

template <class T> SolveReport FemParts<T>::solve(const SolveControls& controls) {
  return multigrid_ ? multigrid_->solve(f_, controls) : cg_->solve(f_, controls);
}

template <class T> void FemParts<T>::get(const HostField& solution) const {
  const auto u = Kokkos::create_mirror_view_and_copy(
      HostSpace(), multigrid_ ? multigrid_->solution() : cg_->solution());
  for (std::size_t n = 0; n < u.extent(0); ++n) solution(0, n, 0) = double(u(n));
}

template class FemParts<double>;
template class FemParts<float>;

} // namespace isobar

#include "columns/build_levels.hpp"
#include "columns/matrix_free_level.hpp"

#include "base/precision_list.hpp"

namespace isobar {
template <class P>
Multigrid<P>::Multigrid(ColumnHierarchy<P> levels, const MultigridOptions& options)
    : grid_(levels.grid), update_(std::move(levels.update)), cycles_(std::move(levels), options) {}

template <class P, class Q>
ColumnHierarchy<P> MatrixFreeLevels<P, Q>::make(const GridSetup& setup,
                                                const MultigridOptions& options,
                                                Communicators<typename P::storage>& fine,
                                                Communicators<typename Q::storage>& coarse) {
  return CopyBatch::around([&] {
    return build_levels<P, Q, MatrixFreeLevel<P, Q>, MatrixFreeLevel<Q>>(setup, options, fine,
                                                                         coarse);
  });
}

template <class P, class Q>
Int64 MatrixFreeLevels<P, Q>::bytes(const GridSetup& setup, const MultigridOptions& options) {
  return built_levels_bytes<Q, MatrixFreeLevel<P, Q>, MatrixFreeLevel<Q>>(setup, options);
}

ISOBAR_INSTANTIATE(struct MatrixFreeLevels)
ISOBAR_INSTANTIATE_MIXED(struct MatrixFreeLevels)
ISOBAR_INSTANTIATE(class Multigrid)

} // namespace isobar

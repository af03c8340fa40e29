#include <isobar/core/columns/coupled_levels.hpp>

#include "base/precision_list.hpp"
#include "columns/coupled_level.hpp"

#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/columns/level_choice.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace isobar {
namespace {

/// Returns the options, with numbers in place of all that is automatic on these levels.
MultigridOptions checked(MultigridOptions o, const GridSetup& setup) {
  if (!o.coarse_solver) o.coarse_solver = CoarseSolver::smoother;
  if (o.relaxation != Relaxation::jacobi || o.coarse_solver != CoarseSolver::smoother ||
      o.overcorrection != 1.0 || o.merged_layers != 1 || !o.merges.empty() ||
      !o.overlap.value_or(Overlap()).empty() || o.replicated_from.value_or(0) > 0)
    throw std::invalid_argument(
        "levels of cells have only Jacobi smoothing, smoothing on the coarsest level, and neither "
        "overcorrection, merged layers, overlap nor merges");
  if (setup.partition.is_on_sphere())
    throw std::invalid_argument("levels of cells are those of one rectangle of columns; expected "
                                "another domain than the sphere");
  return with_numbers(o, setup);
}

} // namespace

template <class P>
CoupledMultigrid<P>::CoupledMultigrid(const GridSetup& setup, const MultigridOptions& options,
                                      LinearOperator<P> equation, Communicators<T>& communicators)
    : CoupledMultigrid(level_setups(setup, checked(options, setup)), checked(options, setup),
                       std::move(equation), communicators) {}

template <class P>
CoupledMultigrid<P>::CoupledMultigrid(const LevelSetups& setups, const MultigridOptions& options,
                                      LinearOperator<P> equation, Communicators<T>& communicators)
    : equation_(std::move(equation)),
      cycles_(make_levels(setups, options, communicators), options) {
  if (!equation_.has_couplings())
    throw std::invalid_argument("levels of cells are made from an equation with couplings");
  fill();
}

template <class P>
Hierarchy<P> CoupledMultigrid<P>::make_levels(const LevelSetups& setups,
                                              const MultigridOptions& options,
                                              Communicators<T>& communicators) {
  Hierarchy<P> levels;
  const CoupledLevel<P>* coarser = nullptr;
  for (auto setup = setups.rbegin(); setup != setups.rend(); ++setup) {
    auto level =
        std::make_unique<CoupledLevel<P>>(*setup, options, communicators.on(setup->index), coarser);
    coarser = level.get();
    columns_.insert(columns_.begin(), level->columns());
    if (setup->index == 0) levels.finest = std::move(level);
    else levels.coarser.insert(levels.coarser.begin(), std::move(level));
  }
  return levels;
}

template <class P>
Int64 CoupledMultigrid<P>::bytes(const GridSetup& setup, const MultigridOptions& options) {
  Int64 bytes = 0;
  for (const LevelSetup& level : level_setups(setup, checked(options, setup)))
    bytes += CoupledLevel<P>::bytes(level);
  return bytes;
}

/// Fills the couplings of all levels.
template <class P> void CoupledMultigrid<P>::fill() const {
  CopyBatch::send(); // sends what the equation's kernel reads
  equation_.couplings(columns_.front().couplings());
  columns_.front().factorise();
  for (std::size_t level = 1; level < columns_.size(); ++level)
    columns_[level].coarsen(columns_[level - 1]);
}

template <class P> void CoupledMultigrid<P>::update(const GridSpec& spec) {
  equation_.update(spec);
  fill();
}

ISOBAR_INSTANTIATE_FOR_BOX(class CoupledMultigrid)

} // namespace isobar

#pragma once
#include <isobar/core/solvers/level_choice.hpp>
#include <isobar/core/solvers/multigrid.hpp>

namespace isobar {

/// A hierarchy of one `Finest` and several `Coarse` levels, and what they take. Both kinds are made
/// from (setup, options, communicator, the coarser level or null) and have bytes(setup, options).
template <class P, class Finest, class Coarse, class T, class S>
ColumnHierarchy<P> build_levels(const GridSetup& setup, const MultigridOptions& open_options,
                                Communicators<T>& fine, Communicators<S>& coarse) {
  const MultigridOptions options = with_numbers(open_options, setup);
  const std::vector<LevelSetup> setups = with_meshes(level_setups(setup, options));
  ColumnHierarchy<P> levels;
  levels.coarser.resize(setups.size() - 1);
  std::vector<Coarse*> coarse_levels(setups.size() - 1);
  Coarse* coarser = nullptr; // a level refers to the coarser one, which is made first
  for (int l = int(setups.size()) - 1; l > 0; --l) {
    auto level = std::make_unique<Coarse>(setups[l], options, coarse.on(l), coarser);
    coarser = coarse_levels[l - 1] = level.get();
    levels.coarser[l - 1] = std::move(level);
  }
  auto finest = std::make_unique<Finest>(setups[0], options, fine.on(0), coarser);
  levels.grid = &finest->grid();
  levels.update = [finest = finest.get(), coarse_levels](const GridSpec& spec) {
    finest->update(spec);
    for (Coarse* level : coarse_levels) level->update(spec);
  };
  levels.finest = std::move(finest);
  return levels;
}

template <class Finest, class Coarse>
Int64 built_levels_bytes(const GridSetup& setup, const MultigridOptions& open_options) {
  const MultigridOptions options = with_numbers(open_options, setup);
  Int64 bytes = 0;
  for (const LevelSetup& level : level_setups(setup, options))
    bytes += level.index == 0 ? Finest::bytes(level, options) : Coarse::bytes(level, options);
  return bytes;
}

} // namespace isobar

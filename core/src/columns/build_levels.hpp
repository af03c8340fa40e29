#pragma once
#include "multigrid/staged_levels.hpp"

#include <isobar/core/columns/level_choice.hpp>
#include <isobar/core/columns/multigrid.hpp>

namespace isobar {

/// Returns the shape of this rank's part of a merged level in its EmbeddedLevel. It has the layers
/// to which the finer level restricts.
inline LevelShape embedded_shape(const LevelSetup& s) {
  return {s.partition, s.index == 1 ? s.spec.nz : s.nz(), s.index};
}

/// Builds a hierarchy of one `Finest` level in P and several `Coarse` levels in Q. Both kinds have
/// a constructor (setup, options, communicator, the coarser level or null).
template <class P, class Q, class Finest, class Coarse>
ColumnHierarchy<P> build_levels(const GridSetup& setup, const MultigridOptions& open_options,
                                Communicators<typename P::storage>& fine,
                                Communicators<typename Q::storage>& coarse) {
  const MultigridOptions options = with_numbers(open_options, setup);
  std::vector<HorizontalMesh> finer_meshes;
  const Stages<LevelSetup> stages = with_meshes(level_stages(setup, options), finer_meshes);
  StagedLevels<Q, Coarse, LevelSetup, MultigridOptions> builder(
      stages, setup.merged.size(), cycles_of_stages(setup.merged.size(), options), coarse,
      fine.on(0));
  ColumnHierarchy<P> levels;
  const auto* coarser = builder.build(levels.coarser);
  auto finest = std::make_unique<Finest>(stages[0][0], options, fine.on(0), coarser);
  levels.grid = &finest->grid();
  levels.update = [finest = finest.get(), meshes = finer_meshes, coarse = builder.coarse_levels(),
                   embedded = builder.embedded_levels()](const GridSpec& spec) {
    finest->update(spec);
    for (const HorizontalMesh& mesh : meshes) mesh.update(spec);
    for (auto level = coarse.rbegin(); level != coarse.rend(); ++level) (*level)->update(spec);
    for (EmbeddedLevel<Q>* level : embedded) level->outdate_recordings();
  };
  levels.finest = std::move(finest);
  return levels;
}

template <class Q, class Finest, class Coarse>
Int64 built_levels_bytes(const GridSetup& setup, const MultigridOptions& open_options) {
  const MultigridOptions options = with_numbers(open_options, setup);
  const Stages<LevelSetup> stages = level_stages(setup, options);
  return staged_bytes<Q, Finest, Coarse>(stages, setup.merged.size(),
                                         cycles_of_stages(setup.merged.size(), options)) +
         mesh_bytes(stages);
}

} // namespace isobar

#pragma once
#include <isobar/core/solvers/embedded_level.hpp>
#include <isobar/core/solvers/level_choice.hpp>
#include <isobar/core/solvers/multigrid.hpp>

#include <type_traits>

namespace isobar {

/// This rank's part of a merged level, as its EmbeddedLevel has it: with the layers that the finer level restricts to.
inline LevelShape embedded_shape(const LevelSetup& s) {
  return {s.partition, s.index == 1 ? s.spec.nz : s.nz(), s.index};
}

/// Builds a hierarchy of one `Finest` level in P and several `Coarse` ones in Q, from the coarsest to the finest, as a level refers
/// to the coarser one. Both kinds are made from (setup, options, communicator, the coarser level or null).
template <class P, class Q, class Finest, class Coarse> class LevelBuilder {
public:
  LevelBuilder(const GridSetup& setup, const MultigridOptions& open_options,
               Communicators<typename P::storage>& fine, Communicators<typename Q::storage>& coarse)
      : options_(with_numbers(open_options, setup)), stages_(level_stages(setup, options_)),
        fine_(fine), coarse_(coarse) {}

  ColumnHierarchy<P> build() {
    const LevelSetups setups = with_meshes(stages_.front());
    ColumnHierarchy<P> levels;
    const Coarser* coarser = add_coarse(0, setups, 1, levels.coarser);
    auto finest = std::make_unique<Finest>(setups[0], options_, fine_.on(0), coarser);
    levels.grid = &finest->grid();
    levels.update = [finest = finest.get(), meshes = finer_meshes_, coarse = coarse_levels_,
                     embedded = embedded_](const GridSpec& spec) {
      finest->update(spec);
      for (const HorizontalMesh& mesh : meshes) mesh.update(spec);
      for (auto level = coarse.rbegin(); level != coarse.rend(); ++level) (*level)->update(spec);
      for (EmbeddedLevel<Q>* level : embedded) level->record_again();
    };
    levels.finest = std::move(finest);
    return levels;
  }

private:
  using Coarser = typename Coarse::Coarser;
  using Levels = std::vector<std::unique_ptr<Level>>;

  bool merges(std::size_t stage) const { return stages_.front().front().merged.size() > stage; }

  /// The levels of a stage from the `first` one of its setups on. Returns what the finer one refers to.
  const Coarser* add_coarse(std::size_t stage, const LevelSetups& setups, std::size_t first,
                            Levels& levels) {
    levels.resize(setups.size() - first);
    const Coarser* coarser = nullptr;
    std::size_t end = setups.size();
    if (merges(stage)) coarser = add_embedded(stage, setups[--end], levels.back());
    for (std::size_t l = end; l-- > first;) {
      auto level = make_coarse(setups[l], coarser);
      coarser = level.get();
      levels[l - first] = std::move(level);
    }
    return coarser;
  }
  std::unique_ptr<Coarse> make_coarse(const LevelSetup& setup, const Coarser* coarser) {
    auto level = std::make_unique<Coarse>(setup, options_, coarse_.on(setup.index), coarser);
    coarse_levels_.push_back(level.get());
    return level;
  }

  /// The coarsest level of a stage, with all levels behind its merge in it.
  const Coarser* add_embedded(std::size_t stage, const LevelSetup& part,
                              std::unique_ptr<Level>& place) {
    if constexpr (std::is_base_of_v<Coarser, EmbeddedLevel<Q>>) {
      auto embedded = std::make_unique<EmbeddedLevel<Q>>(
          embedded_shape(part), coarse_.merge(part.index), ranks_of(part.index - 1),
          merged_levels(stage + 1), EmbeddedCycles{options_, {}});
      const Coarser* coarser = embedded.get();
      embedded_.push_back(embedded.get());
      place = std::move(embedded);
      return coarser;
    } else {
      throw std::invalid_argument("levels of this kind cannot be merged");
    }
  }
  std::optional<Hierarchy<Q>> merged_levels(std::size_t stage) {
    if (stage >= stages_.size()) return {};
    Hierarchy<Q> levels;
    std::vector<HorizontalMesh> finer;
    const LevelSetups setups = with_merged_meshes(stages_, stage, finer);
    const Coarser* coarser = add_coarse(stage, setups, 1, levels.coarser);
    levels.finest = make_coarse(setups[0], coarser);
    finer_meshes_.insert(finer_meshes_.begin(), finer.begin(), finer.end());
    return levels;
  }
  Ranks& ranks_of(int level) {
    if (level == 0) return fine_.on(0);
    return coarse_.on(level);
  }

  MultigridOptions options_;
  std::vector<LevelSetups> stages_;
  Communicators<typename P::storage>& fine_;
  Communicators<typename Q::storage>& coarse_;
  std::vector<Coarse*> coarse_levels_;      ///< the coarsest first
  std::vector<EmbeddedLevel<Q>*> embedded_; ///< the coarsest first
  std::vector<HorizontalMesh> finer_meshes_;
};

/// Both kinds of levels have bytes(setup, options).
template <class Q, class Finest, class Coarse>
Int64 built_levels_bytes(const GridSetup& setup, const MultigridOptions& open_options) {
  const MultigridOptions options = with_numbers(open_options, setup);
  const std::vector<LevelSetups> stages = level_stages(setup, options);
  Int64 bytes = 0;
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    const LevelSetups& setups = stages[stage];
    const bool merges = stage < setup.merged.size();
    bytes += finer_mesh_bytes(stages, stage);
    for (const LevelSetup& level : setups)
      if (level.index == 0) bytes += Finest::bytes(level, options);
      else if (merges && level.index == setups.back().index)
        bytes += EmbeddedLevel<Q>::bytes(embedded_shape(level));
      else bytes += Coarse::bytes(level, options);
  }
  return bytes;
}

} // namespace isobar

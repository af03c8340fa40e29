#pragma once
#include <isobar/core/multigrid/embedded_level.hpp>

#include <algorithm>
#include <memory>
#include <type_traits>
#include <vector>

namespace isobar {

/// Setups of the levels of a hierarchy on this rank, stage by stage (rank_stages.hpp). The last setup of a merged stage is this
/// rank's part of the first level of the next stage.
template <class Setup> using Stages = std::vector<std::vector<Setup>>;

/// Returns the options of each stage, and the cycles behind each merge. They come from `behind`. If it is empty, all stages
/// have the options of the cycle without a merge.
template <class Options>
std::vector<StageCycles<Options>>
cycles_of_stages(std::size_t merges, const Options& options,
                 const std::vector<StageCycles<Options>>& behind = {}) {
  std::vector<StageCycles<Options>> cycles(merges + 1, StageCycles<Options>{options, {}});
  std::copy_n(behind.begin(), std::min(merges, behind.size()), cycles.begin() + 1);
  return cycles;
}

/// Builds the coarse levels of all stages, each stage from its coarsest level on, because a level
/// refers to the coarser one. `Coarse` levels are in Q. Their constructor takes (setup, options,
/// communicator, the coarser level or null); a setup has its level's index, and its embedded_shape.
template <class Q, class Coarse, class Setup, class Options> class StagedLevels {
public:
  using Coarser = typename Coarse::Coarser;
  using Levels = std::vector<std::unique_ptr<Level>>;
  using S = typename Q::storage;

  /// In: `merges`, the number of merges on this rank, which is the number of stages if the rank waits behind the last merge.
  /// `cycles`, the cycles of each stage; the first stage has those of the hierarchy. `finest`, the ranks of level 0.
  StagedLevels(const Stages<Setup>& stages, std::size_t merges,
               const std::vector<StageCycles<Options>>& cycles, Communicators<S>& coarse,
               Ranks& finest)
      : stages_(stages), merges_(merges), cycles_(cycles), coarse_(coarse), finest_(finest) {}

  /// Builds all levels below the finest. Returns the one that the finest refers to; null if there are none.
  const Coarser* build(Levels& levels) { return add_stage(0, 1, levels); }
  /// coarse_levels() returns the levels that are not embedded, embedded_levels() those that are, both with the coarsest level
  /// first.
  const std::vector<Coarse*>& coarse_levels() const { return coarse_levels_; }
  const std::vector<EmbeddedLevel<Q>*>& embedded_levels() const { return embedded_; }

private:
  /// Makes the levels of a stage from setup `first` on. Returns the finest of them, or null if there are none.
  const Coarser* add_stage(std::size_t stage, std::size_t first, Levels& levels) {
    const std::vector<Setup>& setups = stages_[stage];
    levels.resize(setups.size() - first);
    const Coarser* coarser = nullptr;
    std::size_t end = setups.size();
    if (stage < merges_) coarser = add_embedded(stage, setups[--end], levels.back());
    for (std::size_t l = end; l-- > first;) {
      auto level = make(stage, setups[l], coarser);
      coarser = level.get();
      levels[l - first] = std::move(level);
    }
    return coarser;
  }
  std::unique_ptr<Coarse> make(std::size_t stage, const Setup& setup, const Coarser* coarser) {
    auto level =
        std::make_unique<Coarse>(setup, cycles_[stage].options, coarse_.on(setup.index), coarser);
    coarse_levels_.push_back(level.get());
    return level;
  }

  /// Makes the coarsest level of a stage, which contains all levels behind its merge.
  const Coarser* add_embedded(std::size_t stage, const Setup& part, std::unique_ptr<Level>& place) {
    if constexpr (std::is_base_of_v<Coarser, EmbeddedLevel<Q>>) {
      Ranks& ranks = part.index == 1 ? finest_ : coarse_.on(part.index - 1);
      auto embedded = std::make_unique<EmbeddedLevel<Q>>(
          embedded_shape(part), coarse_.merge(part.index), ranks, behind_merge(stage + 1),
          cycles_.at(stage + 1).embedded());
      const Coarser* coarser = embedded.get();
      embedded_.push_back(embedded.get());
      place = std::move(embedded);
      return coarser;
    } else {
      throw std::invalid_argument("levels of this kind cannot be merged");
    }
  }
  std::optional<Hierarchy<Q>> behind_merge(std::size_t stage) {
    if (stage >= stages_.size()) return {};
    Hierarchy<Q> levels;
    const Coarser* coarser = add_stage(stage, 1, levels.coarser);
    levels.finest = make(stage, stages_[stage][0], coarser);
    return levels;
  }

  const Stages<Setup>& stages_;
  std::size_t merges_;
  std::vector<StageCycles<Options>> cycles_;
  Communicators<S>& coarse_;
  Ranks& finest_;
  std::vector<Coarse*> coarse_levels_;
  std::vector<EmbeddedLevel<Q>*> embedded_;
};

/// Returns the device bytes of all these levels and of the finest level. Both kinds of levels have bytes(setup, options).
template <class Q, class Finest, class Coarse, class Setup, class Options>
Int64 staged_bytes(const Stages<Setup>& stages, std::size_t merges,
                   const std::vector<StageCycles<Options>>& cycles) {
  Int64 bytes = 0;
  for (std::size_t stage = 0; stage < stages.size(); ++stage)
    for (const Setup& level : stages[stage]) {
      const Options& options = cycles[stage].options;
      const bool is_part = stage < merges && level.index == stages[stage].back().index;
      bytes += level.index == 0 ? Finest::bytes(level, options)
               : is_part        ? EmbeddedLevel<Q>::bytes(embedded_shape(level))
                                : Coarse::bytes(level, options);
    }
  return bytes;
}

} // namespace isobar

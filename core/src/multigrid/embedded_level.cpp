#include <isobar/core/multigrid/embedded_level.hpp>

#include "base/precision_list.hpp"
#include "base/refuse.hpp"

#include <isobar/core/base/region.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace isobar {
namespace {

template <class P> FieldOf<P> make(const LevelShape& part, const char* label) {
  const Region region(setup_part::allocation);
  return FieldOf<P>(label, part.partition.nx, part.partition.ny, part.nz);
}

template <class P> bool all_record(const Hierarchy<P>& levels) {
  return levels.finest->records() &&
         std::ranges::all_of(levels.coarser, [](const auto& level) { return level->records(); });
}

/// Returns the same answer on all ranks, which make a recording together: true if all ranks say yes.
bool agreed(Ranks& ranks, bool yes) { return max_over_ranks(ranks, yes ? 0 : 1) == 0; }

/// Returns the options of the merged levels. These levels must not record what the cycle around them records, nor levels that
/// an F-cycle and a V-cycle visit in turn (Cycle::first_recorded).
CycleOptions own_recordings(const EmbeddedCycles& cycles, bool recorded_with_finer_levels) {
  CycleOptions options = cycles.options;
  const bool in_turn = !cycles.count && options.cycle == CycleKind::f;
  options.record = options.record && !recorded_with_finer_levels && !in_turn;
  return options;
}

[[noreturn]] void refuse_coarser_level() {
  throw std::logic_error("an embedded level is the coarsest one of the levels around it");
}

} // namespace

template <class P>
EmbeddedLevel<P>::EmbeddedLevel(const LevelShape& part, Merge<T>& merge, Ranks& ranks,
                                std::optional<Hierarchy<P>> merged, const EmbeddedCycles& cycles)
    : partition_(part.partition), f_(make<P>(part, "isobar f")), u_(make<P>(part, "isobar u")),
      merge_(merge), count_(cycles.count),
      records_(agreed(ranks, merge.enqueued() && (!merged || all_record(*merged)))) {
  if (count_.value_or(1) < 1)
    refuse(std::to_string(*count_) + " embedded cycles a visit: expected at least 1");
  if (merged.has_value() != merge.has_level())
    refuse(merged ? "levels behind a merge on a rank that has none of them"
                  : "no levels behind a merge on a rank that has a part of them");
  if (merged)
    merged_ =
        std::make_unique<CycleSolver<P>>(std::move(*merged), own_recordings(cycles, records_));
}

template <class P> Int64 EmbeddedLevel<P>::bytes(const LevelShape& part) {
  const Partition& p = part.partition;
  return 2 * FieldShape::of<T>(p.nx, p.ny, part.nz, P::layout).size() * Int64(sizeof(T));
}

template <class P> void EmbeddedLevel<P>::prepare_rhs() {
  merge_.gather(f_, merged_ ? merged_->finest().restricted() : none_);
  if (merged_) merged_->finest().prepare_rhs();
}

template <class P> void EmbeddedLevel<P>::prepare_correction() {
  if (merged_) merged_->finest().prepare_correction();
  merge_.scatter(merged_ ? merged_->finest().correction() : none_, u_);
}

template <class P> void EmbeddedLevel<P>::visit_coarsest(CycleKind kind, Start start, Guess guess) {
  if (!merged_ || count_) return solve_coarsest(guess);
  if (guess == Guess::current) merged_->finest().exchange();
  merged_->visit(kind, start, guess);
}

template <class P> void EmbeddedLevel<P>::solve_coarsest(Guess guess) {
  if (!merged_) return;
  if (guess == Guess::current) merged_->finest().exchange();
  const Vector f =
      merged_->finest().rhs(); // a copy: Kokkos frees a View that is assigned to itself
  merged_->cycles(f, count_.value_or(1), 0, guess);
}

template <class P> void EmbeddedLevel<P>::outdate_recordings() {
  if (merged_) merged_->outdate_recordings();
}

template <class P> Guess EmbeddedLevel<P>::smooth_before(Guess) { refuse_coarser_level(); }
template <class P> void EmbeddedLevel<P>::restrict_residual(Guess) { refuse_coarser_level(); }
template <class P> void EmbeddedLevel<P>::correct(Guess) { refuse_coarser_level(); }
template <class P> void EmbeddedLevel<P>::restrict_rhs() { refuse_coarser_level(); }
template <class P> void EmbeddedLevel<P>::interpolate() { refuse_coarser_level(); }

ISOBAR_INSTANTIATE(class EmbeddedLevel)

} // namespace isobar

#include <isobar/core/base/region.hpp>
#include <isobar/core/multigrid/cycle.hpp>

#include <utility>

namespace isobar {

Cycle::Cycle(std::vector<Level*> levels, Ranks& ranks, const CycleOptions& options)
    : levels_(std::move(levels)), kind_(options.cycle), start_(options.start),
      recorded_(max_over_ranks(ranks, first_recorded(options.record))) {
  if (recorded_ > coarsest()) return;
  const Region region(setup_part::graph);
  if (start_ == Start::full) start_graph_.record(recorded_start());
  graph_.record(recorded_correction());
}

void Cycle::outdate_recordings() {
  start_graph_.outdate();
  graph_.outdate();
}

/// Returns the first level that this rank can record, or one past the coarsest level if there is none. An F-cycle visits all
/// levels but the second in two ways, which one recording cannot serve. A full multigrid start is a second recording of the
/// same levels, so u must be in one place after both.
int Cycle::first_recorded(bool record) const {
  const int none = coarsest() + 1;
  int first = none;
  bool in_place = true;
  for (; first > 1 && levels_[first - 1]->records(); --first)
    in_place = in_place && levels_[first - 1]->keeps_place();
  const bool possible =
      record && (start_ == Start::zero || in_place) && (kind_ != CycleKind::f || first == 1);
  return possible ? first : none;
}

void Cycle::run(Guess guess) {
  if (guess == Guess::zero && start_ == Start::full) full_multigrid(0, kind_);
  else cycle(0, kind_, guess);
  levels_[0]->exchange();
}

void Cycle::visit(CycleKind kind, Start start, Guess guess) {
  if (guess == Guess::zero && start == Start::full) full_multigrid(0, kind);
  else cycles(0, kind, guess);
}

/// Full multigrid: solves the equation itself on the coarser levels, then runs a cycle on level l from their solution.
void Cycle::full_multigrid(int l, CycleKind kind) {
  Level& level = *levels_[l];
  if (l == coarsest()) return level.visit_coarsest(kind, Start::full, Guess::zero);
  level.restrict_rhs();
  if (l + 1 == recorded_ && start_ == Start::full)
    start_graph_.run([&] { find_start(l + 1, kind); });
  else find_start(l + 1, kind);
  level.interpolate();
  level.exchange();
  cycle(l, kind, Guess::current);
}

/// Runs one cycle on level l and all coarser ones.
void Cycle::cycle(int l, CycleKind kind, Guess guess) {
  Level& level = *levels_[l];
  if (l == coarsest()) return level.visit_coarsest(kind, Start::zero, guess);
  guess = level.smooth_before(guess);
  level.restrict_residual(guess);
  if (l + 1 == recorded_) graph_.run([&] { find_correction(l + 1, kind); });
  else find_correction(l + 1, kind);
  level.correct(guess);
}

/// Solves for a correction with one cycle (V), with two (W), or with one and then a V-cycle (F). The coarsest level is solved
/// once.
void Cycle::cycles(int l, CycleKind kind, Guess guess) {
  cycle(l, kind, guess);
  if (kind == CycleKind::v || l == coarsest()) return;
  levels_[l]->exchange();
  cycle(l, kind == CycleKind::f ? CycleKind::v : kind, Guess::current);
}

/// Finds the correction on level l, from the finer level's restriction up to its prolongation.
void Cycle::find_correction(int l, CycleKind kind) {
  levels_[l]->prepare_rhs();
  cycles(l, kind, Guess::zero);
  levels_[l]->prepare_correction();
}

/// Finds the solution on level l, from the finer level's restriction up to its interpolation.
void Cycle::find_start(int l, CycleKind kind) {
  levels_[l]->prepare_rhs();
  full_multigrid(l, kind);
  levels_[l]->prepare_correction();
}

} // namespace isobar

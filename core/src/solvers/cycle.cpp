#include <isobar/core/base/region.hpp>
#include <isobar/core/solvers/cycle.hpp>

#include <utility>

namespace isobar {

Cycle::Cycle(std::vector<Level*> levels, const MultigridOptions& options)
    : levels_(std::move(levels)), kind_(options.cycle), start_(options.start),
      recorded_(first_recorded(options.record)) {
  const Region region(setup_part::graph);
  if (recorded_ <= coarsest()) graph_.record(recorded_launches());
}

void Cycle::record_again() {
  if (recorded_ <= coarsest()) graph_.record_again(recorded_launches());
}

/// Full multigrid swaps fields outside the recorded launches. An F-cycle visits all levels but the second in two ways, which one
/// recording cannot serve.
int Cycle::first_recorded(bool record) const {
  const int none = coarsest() + 1;
  int first = none;
  while (first > 1 && levels_[first - 1]->records()) --first;
  const bool possible = record && start_ == Start::zero && (kind_ != CycleKind::f || first == 1);
  return possible ? first : none;
}

void Cycle::run(Guess guess) {
  if (guess == Guess::zero && start_ == Start::full) start_from_coarsest(kind_);
  else cycle(0, kind_, guess);
  levels_[0]->exchange();
}

void Cycle::visit(CycleKind kind, Start start, Guess guess) {
  if (guess == Guess::zero && start == Start::full) start_from_coarsest(kind);
  else cycles(0, kind, guess);
}

/// Full multigrid: the equation itself on the coarsest level, then on each finer one a cycle that
/// starts from the solution before.
void Cycle::start_from_coarsest(CycleKind kind) {
  for (int l = 0; l < coarsest(); ++l) {
    levels_[l]->restrict_rhs();
    levels_[l + 1]->prepare_rhs();
  }
  levels_[coarsest()]->visit_coarsest(kind, Start::full, Guess::zero);
  for (int l = coarsest() - 1; l >= 0; --l) {
    levels_[l + 1]->prepare_correction();
    levels_[l]->interpolate();
    levels_[l]->exchange();
    cycle(l, kind, Guess::current);
  }
}

/// One cycle on level l and all coarser ones.
void Cycle::cycle(int l, CycleKind kind, Guess guess) {
  Level& level = *levels_[l];
  if (l == coarsest()) return level.visit_coarsest(kind, Start::zero, guess);
  guess = level.smooth_before(guess);
  level.restrict_residual(guess);
  if (l + 1 == recorded_) graph_.run([&] { find_correction(l + 1, kind); });
  else find_correction(l + 1, kind);
  level.correct(guess);
}

/// What solves for a correction: one cycle (V), two (W), or one and then a V-cycle (F). The coarsest level is
/// solved once.
void Cycle::cycles(int l, CycleKind kind, Guess guess) {
  cycle(l, kind, guess);
  if (kind == CycleKind::v || l == coarsest()) return;
  levels_[l]->exchange();
  cycle(l, kind == CycleKind::f ? CycleKind::v : kind, Guess::current);
}

/// The correction on level l, from what the finer level has restricted to what it prolongates.
void Cycle::find_correction(int l, CycleKind kind) {
  levels_[l]->prepare_rhs();
  cycles(l, kind, Guess::zero);
  levels_[l]->prepare_correction();
}

} // namespace isobar

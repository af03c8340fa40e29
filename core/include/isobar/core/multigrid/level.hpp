#pragma once
#include <isobar/core/multigrid/cycle_options.hpp>

namespace isobar {

/// From which u a step starts: from zero, which then does not stand in memory, or from the one that
/// does.
enum class Guess { zero, current };

/// A level of a multigrid hierarchy as the cycle sees it (cycle.hpp): u, a right-hand side f, and the
/// ways to the next coarser level. Grids, fields, precisions, kernels and other ranks are hidden
/// behind it; relaxation factors belong to the level.
///
/// A level knows how far beside its own cells u is right, and exchanges it when a step reads further. No step
/// may allocate.
class Level {
public:
  virtual ~Level() = default;

  /// All smoothing steps before the coarse correction. Returns what the guess is then: zero if it was and there are
  /// no steps.
  virtual Guess smooth_before(Guess guess) = 0;
  /// The coarser level's right-hand side from f - A u.
  virtual void restrict_residual(Guess guess) = 0;
  /// Adds the coarser level's correction to u, and does all smoothing steps after it.
  virtual void correct(Guess guess) = 0;

  /// Full multigrid: the coarser level's right-hand side from f itself.
  virtual void restrict_rhs() = 0;
  /// Full multigrid: u from the coarser level's u, by prolongation.
  virtual void interpolate() = 0;

  /// Completes the right-hand side that the finer level's restriction has left here.
  virtual void prepare_rhs() = 0;
  /// Makes u what the finer level's prolongation reads, halo and all.
  virtual void prepare_correction() = 0;
  /// What is done instead of a cycle on the coarsest level.
  virtual void solve_coarsest(Guess guess) = 0;
  /// The same as a part of a cycle of this kind, or of a full multigrid start, both of which a level that holds a hierarchy
  /// of its own goes on with (embedded_level.hpp).
  virtual void visit_coarsest(CycleKind, Start, Guess guess) { solve_coarsest(guess); }
  /// Makes the halo of u right, for readers outside the cycle.
  virtual void exchange() = 0;

  /// True if the launches of a visit may be recorded (launch_graph.hpp): the host has nothing to do
  /// between them, for other ranks either.
  virtual bool records() const = 0;
  /// True if every call leaves u in the memory in which it was, so that several recordings of a level agree on it.
  virtual bool keeps_place() const { return false; }
};

} // namespace isobar

#pragma once
#include <isobar/core/multigrid/cycle_options.hpp>

namespace isobar {

/// The u from which a step starts: zero, which is then not in memory, or the present u in memory.
enum class Guess { zero, current };

/// A level of a multigrid hierarchy as the cycle sees it (cycle.hpp): u, a right-hand
/// side f, and the transfers to the next coarser level. It hides grids, fields,
/// precisions, kernels and other ranks. Relaxation factors belong to the level.
///
/// A level knows in how many rows beside its own cells u is right,
/// and exchanges u when a step reads further. No step may allocate.
class Level {
public:
  virtual ~Level() = default;

  /// Makes all smoothing steps before the coarse correction. Returns the guess
  /// afterwards, which stays zero if it was zero and there are no steps.
  virtual Guess smooth_before(Guess guess) = 0;
  /// Computes the coarser level's right-hand side from f - A u.
  virtual void restrict_residual(Guess guess) = 0;
  /// Adds the coarser level's correction to u, and makes all smoothing steps after it.
  virtual void correct(Guess guess) = 0;

  /// Full multigrid: computes the coarser level's right-hand side from f itself.
  virtual void restrict_rhs() = 0;
  /// Full multigrid: computes u from the coarser level's u, by prolongation.
  virtual void interpolate() = 0;

  /// Completes the right-hand side that the finer level's restriction has left here.
  virtual void prepare_rhs() = 0;
  /// Prepares u for the finer level's prolongation, with its halo.
  virtual void prepare_correction() = 0;
  /// Solves on the coarsest level, in place of a cycle.
  virtual void solve_coarsest(Guess guess) = 0;
  /// Does solve_coarsest() as a part of a cycle of this kind, or of a full multigrid
  /// start. A level with a hierarchy of its own continues that cycle (embedded_level.hpp).
  virtual void visit_coarsest(CycleKind, Start, Guess guess) { solve_coarsest(guess); }
  /// Makes the halo of u right, for readers outside the cycle.
  virtual void exchange() = 0;

  /// True if the launches of a visit may be recorded (launch_graph.hpp).
  /// Then the host has nothing to do between them, not even for other ranks.
  virtual bool records() const = 0;
  /// True if u is in the same memory after every call, so that several recordings of a level agree
  /// on it.
  virtual bool keeps_place() const { return false; }
};

} // namespace isobar

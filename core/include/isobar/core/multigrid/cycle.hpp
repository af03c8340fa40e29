#pragma once
#include <isobar/core/multigrid/communicator.hpp>
#include <isobar/core/multigrid/cycle_options.hpp>
#include <isobar/core/multigrid/launch_graph.hpp>
#include <isobar/core/multigrid/level.hpp>

#include <vector>

namespace isobar {

/// The multigrid cycle over levels of any kind. The V-cycle is algorithm 1 of the petascale paper.
/// W, F and full multigrid are those of Trottenberg, Oosterlee and Schueller, "Multigrid", sections
/// 2.4 and 2.6.
///
/// If all levels below some level can be recorded, one LaunchGraph sends their launches to
/// the device. A full multigrid start is another graph. Both are recorded on construction.
class Cycle {
public:
  /// The levels, the finest first, and the ranks that share them. They must outlive the cycle.
  /// Collective: the ranks agree on the first level to record, as a recording calls its launches
  /// once, and with them its exchanges.
  Cycle(std::vector<Level*> levels, Ranks& ranks, const CycleOptions& options);

  /// Runs one cycle on the finest level, whose right-hand side is set. If the guess is current, u
  /// must have a valid halo. Afterwards u has a valid halo. From zero, the cycle may be a full
  /// multigrid start.
  void run(Guess guess);
  /// Runs the visit that a cycle of this kind makes if these levels are the coarse ones
  /// of a larger hierarchy. It is one V-cycle, two W-cycles, an F-cycle and a V-cycle,
  /// or a full multigrid start. The finest level's right-hand side must be complete. If
  /// the guess is current, u must have a valid halo. Afterwards u has none.
  void visit(CycleKind kind, Start start, Guess guess);
  /// Makes the next cycle record its launches again. Call it after the levels' matrices have
  /// changed.
  void outdate_recordings();
  /// The first level whose launches are recorded. It is one past the coarsest level if no launches
  /// are.
  int recorded_from() const { return recorded_; }

private:
  int coarsest() const { return int(levels_.size()) - 1; }
  int first_recorded(bool record) const;
  auto recorded_correction() {
    return [this] { find_correction(recorded_, kind_); };
  }
  auto recorded_start() {
    return [this] { find_start(recorded_, kind_); };
  }
  void full_multigrid(int l, CycleKind kind);
  void cycle(int l, CycleKind kind, Guess guess);
  void cycles(int l, CycleKind kind, Guess guess);
  void find_correction(int l, CycleKind kind);
  void find_start(int l, CycleKind kind);

  std::vector<Level*> levels_;
  CycleKind kind_;
  Start start_;
  int recorded_;
  LaunchGraph graph_;       ///< records find_correction on the first recorded level
  LaunchGraph start_graph_; ///< records find_start there, for full multigrid starts
};

} // namespace isobar

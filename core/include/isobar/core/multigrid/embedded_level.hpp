#pragma once
#include <isobar/core/multigrid/coarser_level.hpp>
#include <isobar/core/multigrid/communicator.hpp>
#include <isobar/core/multigrid/cycle_solver.hpp>
#include <isobar/core/multigrid/merge.hpp>

#include <memory>
#include <optional>

namespace isobar {

/// The cycles on the levels behind a merge at each visit.
struct EmbeddedCycles {
  CycleOptions options; ///< options of the embedded hierarchy
  /// Number of cycles with these options. If empty, a visit does what the surrounding
  /// cycle would do on these levels, so that a merge changes only the order of sums.
  std::optional<int> count;
};

/// EmbeddedCycles with all options of a stage's levels.
/// `options.levels` counts the levels of the whole hierarchy.
template <class Options> struct StageCycles {
  Options options;
  std::optional<int> count;
  EmbeddedCycles embedded() const { return {options, count}; }
};

/// The coarsest level of a hierarchy, which other ranks solve by a multigrid of their own
/// (amalgamation paper, section IV.C). The level gathers its right-hand side and runs cycles on the
/// ranks that have merged levels. It then scatters the correction. Its two fields, f and u, have
/// the columns that this rank's part of the finer level coarsens to. Ranks without merged levels
/// wait.
template <class P> class EmbeddedLevel final : public Level, public CoarserLevel<P> {
public:
  using T = typename P::storage;
  using Vector = FieldOf<P>;

  /// `part`: the level in front of the merge, with the layers that its restriction writes. `ranks`:
  /// the ranks in front of the merge. `merged`: the levels behind the merge, on ranks where
  /// Merge::has_level() is true; the first of them has a right-hand side of its own. Merge and
  /// ranks must outlive this level. Collective over the ranks. Throws std::invalid_argument if a
  /// rank with has_level() has no merged levels, if a rank without it has some, or for a count
  /// below 1.
  EmbeddedLevel(const LevelShape& part, Merge<T>& merge, Ranks& ranks,
                std::optional<Hierarchy<P>> merged, const EmbeddedCycles& cycles);
  /// Device bytes of its two fields.
  static Int64 bytes(const LevelShape& part);

  const Vector& restricted() const override { return f_; }
  const Vector& correction() const override { return u_; }
  const Partition& partition() const override { return partition_; }
  int valid_rows() const override { return 1; } // the halo that scatter() fills

  void prepare_rhs() override;
  void prepare_correction() override;
  void visit_coarsest(CycleKind kind, Start start, Guess guess) override;
  void solve_coarsest(Guess guess) override;
  bool records() const override { return records_; }
  /// Does nothing: u arrives with its halo.
  void exchange() override {}
  /// Makes the next cycle record its launches again. Call it after the merged levels' matrices have
  /// changed.
  void outdate_recordings();

  /// Throws std::logic_error, as the next four do, because a coarsest level has no coarser one.
  Guess smooth_before(Guess guess) override;
  void restrict_residual(Guess guess) override;
  void correct(Guess guess) override;
  void restrict_rhs() override;
  void interpolate() override;

private:
  Partition partition_;
  Vector f_, u_;
  Merge<T>& merge_;
  std::optional<int> count_;
  bool records_;
  std::unique_ptr<CycleSolver<P>> merged_; ///< null on a rank that waits
  Vector none_;                            ///< takes the place of merged fields on such a rank
};

} // namespace isobar

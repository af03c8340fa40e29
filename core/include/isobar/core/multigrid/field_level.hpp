#pragma once
#include <isobar/core/base/region.hpp>
#include <isobar/core/grid/level_part.hpp>
#include <isobar/core/multigrid/coarser_level.hpp>
#include <isobar/core/multigrid/communicator.hpp>
#include <isobar/core/multigrid/cycle_options.hpp>
#include <isobar/core/multigrid/level.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace isobar {

/// The position of a smoothing step in a visit to a level. A
/// finer level's prolongation reads u after the last step.
enum class SmoothingStep { inner, last };

/// The input from which the fields of a level are made.
struct LevelShape {
  Partition partition; ///< the columns that this rank computes
  int nz = 0;
  int index = 0;   ///< 0 is the finest level
  int overlap = 0; ///< rows of the partition beside those that the rank owns (level_part.hpp)
  Halo reads = Halo::edges; ///< the part of u's halo of 1 that a step reads
};

/// Relaxation factors of the coarsest level's steps, all equal.
inline std::vector<double> equal_coarsest_steps(const FieldCycleOptions& o) {
  return std::vector<double>(std::size_t(*o.coarse_steps), o.coarse_relaxation);
}

/// A level with fields of precision P. It is the part that levels of all kinds share, and has the
/// functions that a solver calls on the finest one. It knows neither grid nor matrix.
template <class P> class FieldLevel : public Level, public CoarserLevel<P> {
public:
  using T = typename P::storage;
  using Vector = FieldOf<P>;

  /// Sets the right-hand side of the finest level, which shares f's data and
  /// has no such field of its own. `cycles_before`: cycles of the same solve
  /// on other right-hand sides. Relaxation factors that take turns need it.
  void set_rhs(const Vector& f, int cycles_before = 0) {
    f_ = f;
    visits_ = cycles_before;
    step_is_done_ = false;
  }
  const Vector& rhs() const { return f_; }
  Vector& u() { return u_; }
  const Vector& u() const { return u_; }
  const Partition& partition() const override { return shape_.partition; }
  Communicator<T>& communicator() const { return communicator_; }
  /// The fields that a finer level's transfers write and read.
  const Vector& restricted() const override { return f_; }
  const Vector& correction() const override { return u_; }
  /// Number of rows beside the owned ones in which u is right. It is all_rows if no other rank has
  /// any row.
  int valid_rows() const override { return valid_; }
  /// Returns this rank's share of || f - A u ||^2. Reads u with a valid halo.
  virtual double residual_norm_squared() = 0;
  /// Returns residual_norm_squared() between two cycles of a solve. If a smoothing step computes
  /// the residual anyway (smooth_norm()), this step is also the first one of the next cycle. A
  /// cycle of V(1,1) on columns then moves 8.5 references of the finest level instead of 10.5. u
  /// does not change until that cycle begins.
  double residual_norm_between_cycles() {
    const std::vector<double>& factors = factors_before();
    const bool coarsest = shape_.index + 1 >= *options_.levels;
    std::optional<double> norm;
    if (!coarsest && !factors.empty() && options_.relaxation == Relaxation::jacobi)
      norm = smooth_norm(factors[0]);
    step_is_done_ = norm.has_value();
    return norm ? *norm : residual_norm_squared();
  }
  /// Drops the step that residual_norm_between_cycles() may have computed for a next cycle.
  void end_cycles() { step_is_done_ = false; }

  Guess smooth_before(Guess guess) override {
    before_ = &factors_before();
    if (takes_turns()) {
      after_ = before_ + 1;
      ++visits_;
    }
    std::size_t step = 0;
    if (std::exchange(step_is_done_, false)) {
      replace_by_next(valid_ - 1);
      step = 1;
    }
    while (step < before_->size())
      step += smooth_some(std::span(*before_).subspan(step), std::exchange(guess, Guess::current),
                          SmoothingStep::inner);
    return guess;
  }
  void correct(Guess guess) override {
    const std::vector<double>& rho = *after_;
    for (std::size_t step = add_correction(guess); step < rho.size();)
      step += smooth_some(std::span(rho).subspan(step), Guess::current, SmoothingStep::last);
  }
  void solve_coarsest(Guess guess) override {
    for (std::size_t step = 0; step < coarse_.size();)
      step += smooth_some(std::span(coarse_).subspan(step), std::exchange(guess, Guess::current),
                          SmoothingStep::last);
  }
  void prepare_rhs() override { communicator_.gather(f_, gathered_later_); }
  void exchange() override { readable_rows(Guess::current); }

protected:
  /// `coarsest`: the relaxation factor of each step on the coarsest level.
  FieldLevel(const LevelShape& shape, const FieldCycleOptions& options,
             std::vector<double> coarsest, Communicator<T>& communicator)
      : options_(options), communicator_(communicator), u_(make(shape, "isobar u")), shape_(shape),
        coarse_(std::move(coarsest)),
        gathered_later_(rhs_travel_together(options) && shape.overlap < all_rows &&
                        shape.index + 1 < *options.levels) {
    require_fit(communicator, shape.partition, u_.shape());
    if (shape.index > 0) f_ = make(shape, "isobar f");
  }
  static Int64 bytes(const LevelShape& shape) {
    const Partition& p = shape.partition;
    const Int64 field = FieldShape::of<T>(p.nx, p.ny, shape.nz, P::layout).size();
    return (1 + (shape.index > 0)) * field * Int64(sizeof(T));
  }

  /// Relaxation factors of the steps before the coarse correction in the next visit.
  const std::vector<double>& factors_before() const {
    if (!takes_turns()) return options_.pre_relaxation;
    return options_.finest_relaxation[2 * (visits_ % (options_.finest_relaxation.size() / 2))];
  }
  /// Relaxation factors of the steps after the coarse correction in this visit.
  const std::vector<double>& relaxation_after() const { return *after_; }
  /// Makes one smoothing step. Reads a halo of u if the guess is current.
  virtual void smooth(double rho, Guess guess, SmoothingStep step) = 0;
  /// Makes the first of the steps with these factors, or several of them in one launch.
  /// Returns how many it has made. `last`: the position of the last of all these steps.
  virtual std::size_t smooth_some(std::span<const double> rho, Guess guess, SmoothingStep last) {
    smooth(rho[0], guess, rho.size() > 1 ? SmoothingStep::inner : last);
    return 1;
  }
  /// Makes a smoothing step from u into next_, and returns what residual_norm_squared()
  /// would return for u. Returns nothing, and makes no step, if the level has no such step.
  virtual std::optional<double> smooth_norm(double) { return {}; }
  /// Makes next_ the new u. `rows`: number of rows beside the owned ones in which it is right.
  void replace_by_next(int rows) {
    std::swap(u_, next_);
    set_valid(rows);
  }
  /// Adds the coarser level's correction to u, or starts from it. Returns the
  /// number of smoothing steps after the correction that it has included.
  virtual std::size_t add_correction(Guess guess) = 0;

  /// Returns the number of rows beside the owned ones in which u is right, at least
  /// one, for a step that reads neighbours. Exchanges u if there is no such row.
  /// From zero, a step reads no u: nothing is exchanged, and the result is all_rows.
  int readable_rows(Guess guess) { return readable_rows(guess, shape_.reads); }
  int readable_rows(Guess guess, Halo halo) {
    finish_exchange();
    if (guess == Guess::zero) return all_rows;
    const bool has_corners = corners_ || halo == Halo::edges || partition().has_whole_rows();
    if (valid_ < 1 || !has_corners) {
      isobar::exchange(communicator_, u_, halo);
      set_valid_halo(overlap() + 1);
      corners_ = halo == Halo::edges_and_corners;
    } else if (!wrapped_) {
      communicator_.wrap(u_);
    }
    wrapped_ = true;
    return valid_;
  }
  /// Starts the exchange of the field that becomes u when the step is done.
  void start_exchange(const Vector& next) {
    communicator_.start(next, shape_.reads);
    under_way_ = true;
  }
  /// Finishes an exchange that is under way. Steps that write u call this first.
  void finish_exchange() {
    if (!std::exchange(under_way_, false)) return;
    communicator_.finish(u_);
    set_valid_halo(1);
    corners_ = shape_.reads == Halo::edges_and_corners;
    wrapped_ = true;
  }
  /// Call it after a step that has written all cells that this rank computes.
  /// `rows`: number of rows beside the owned ones in which they are right.
  void set_valid(int rows) { set_valid_halo(std::min(rows, overlap())); }
  /// Does set_valid() for a step that has also written the halo.
  void set_valid_halo(int rows) {
    valid_ = std::min(rows, overlap() + 1);
    corners_ = false;
    mirrored_ = false;
    wrapped_ = false;
  }
  /// Call it after set_valid() if the step has also written the mirror images beyond the domain's
  /// sides.
  void set_mirrored() { mirrored_ = true; }
  bool is_mirrored() const { return mirrored_; }
  /// Number of rows beside the owned ones in which f is right.
  int overlap() const { return shape_.overlap; }

  FieldCycleOptions options_;
  Communicator<T>& communicator_;
  Vector u_, f_;
  Vector next_; ///< smoothing goes from u into next_, and the two swap, on levels that allocate it

private:
  static Vector make(const LevelShape& s, const char* label) {
    const Region region(setup_part::allocation);
    return Vector(label, s.partition.nx, s.partition.ny, s.nz);
  }
  bool takes_turns() const { return shape_.index == 0 && !options_.finest_relaxation.empty(); }

  const std::vector<double>*before_ = &options_.pre_relaxation, *after_ = &options_.post_relaxation;
  std::size_t visits_ = 0;    ///< visits of the finest level in this solve
  bool step_is_done_ = false; ///< whether next_ has the first smoothing step of the next visit
  LevelShape shape_;
  std::vector<double> coarse_; ///< relaxation factors on the coarsest level
  /// Whether f travels with a coarser level's right-hand side. A level
  /// that every rank has whole restricts from all rows and cannot wait.
  bool gathered_later_;
  int valid_ = 0;          ///< rows beside the owned ones in which u is right
  bool under_way_ = false; ///< whether u's halo is under way
  bool corners_ = false;   ///< whether the halo's corners are valid, if ranks have neighbours in x
  bool wrapped_ = false;   ///< whether the halo that this rank copies itself is valid
  bool mirrored_ = false;  ///< whether u beyond the domain's sides is the mirror image
};

} // namespace isobar

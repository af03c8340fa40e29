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

/// A smoothing step of a visit to a level. After the last one a finer level's prolongation reads u.
enum class SmoothingStep { inner, last };

/// What the fields of a level are made from.
struct LevelShape {
  Partition partition; ///< the columns that this rank computes
  int nz = 0;
  int index = 0;   ///< 0 is the finest level
  int overlap = 0; ///< rows of the partition beside those that the rank owns (level_part.hpp)
  Halo reads = Halo::edges; ///< what a step reads of u's halo of 1
};

/// Relaxation factors of the coarsest level's steps, all alike.
inline std::vector<double> equal_coarsest_steps(const FieldCycleOptions& o) {
  return std::vector<double>(std::size_t(*o.coarse_steps), o.coarse_relaxation);
}

/// A level with fields of a precision: what levels of all kinds share, and what a solver asks of the
/// finest one. It knows nothing of the grid or the matrix.
template <class P> class FieldLevel : public Level, public CoarserLevel<P> {
public:
  using T = typename P::storage;
  using Vector = FieldOf<P>;

  /// The right-hand side of the finest level, which has no field of its own for it: shares f's data.
  /// `cycles_before`: of the same solve, on other right-hand sides; relaxation factors take turns.
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
  /// What a finer level's transfers write and read.
  const Vector& restricted() const override { return f_; }
  const Vector& correction() const override { return u_; }
  /// Rows beside the owned ones on which u is right. All, if no other rank has any.
  int valid_rows() const override { return valid_; }
  /// This rank's share of || f - A u ||^2. Reads u with a valid halo.
  virtual double residual_norm_squared() = 0;
  /// The same between two cycles of a solve. Where the smoothing step has the residual anyway (smooth_norm()), the first
  /// step of the next cycle comes with it: a cycle of V(1,1) on columns then moves 8.5 references of the finest level in place
  /// of 10.5. u stays as it is until that cycle begins.
  double residual_norm_between_cycles() {
    const std::vector<double>& factors = factors_before();
    const bool coarsest = shape_.index + 1 >= *options_.levels;
    std::optional<double> norm;
    if (!coarsest && !factors.empty() && options_.relaxation == Relaxation::jacobi)
      norm = smooth_norm(factors[0]);
    step_is_done_ = norm.has_value();
    return norm ? *norm : residual_norm_squared();
  }
  /// What residual_norm_between_cycles() may have done for a next cycle is not used.
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
  /// One smoothing step. Reads a halo of u if the guess is current.
  virtual void smooth(double rho, Guess guess, SmoothingStep step) = 0;
  /// The first of the steps with these factors, or several of them in one, and says how many; `last` says what the last of them
  /// all is.
  virtual std::size_t smooth_some(std::span<const double> rho, Guess guess, SmoothingStep last) {
    smooth(rho[0], guess, rho.size() > 1 ? SmoothingStep::inner : last);
    return 1;
  }
  /// A smoothing step from u into next_ that also gives the norm of the residual it begins with, as residual_norm_squared() has
  /// it. Nothing is done where there is no such step.
  virtual std::optional<double> smooth_norm(double) { return {}; }
  /// u is what stands in next_ now, right on so many rows beside the owned ones.
  void replace_by_next(int rows) {
    std::swap(u_, next_);
    set_valid(rows);
  }
  /// Adds the coarser level's correction to u, or starts from it. Returns how many smoothing steps after the
  /// correction were done with it.
  virtual std::size_t add_correction(Guess guess) = 0;

  /// Rows beside the owned ones on which u is right, at least one, for a step that reads neighbours: u is
  /// exchanged if there are none. From zero there is nothing to read.
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
  /// Lets the rows of a field travel that will be u when the step is done.
  void start_exchange(const Vector& next) {
    communicator_.start(next, shape_.reads);
    under_way_ = true;
  }
  /// For steps that write u, which must not be under way then.
  void finish_exchange() {
    if (!std::exchange(under_way_, false)) return;
    communicator_.finish(u_);
    set_valid_halo(1);
    corners_ = shape_.reads == Halo::edges_and_corners;
    wrapped_ = true;
  }
  /// After a step that has written what this rank computes, right on so many rows beside the owned ones.
  void set_valid(int rows) { set_valid_halo(std::min(rows, overlap())); }
  /// The same if it has written the halo as well.
  void set_valid_halo(int rows) {
    valid_ = std::min(rows, overlap() + 1);
    corners_ = false;
    mirrored_ = false;
    wrapped_ = false;
  }
  /// After set_valid(), if the step has also written the mirror images beyond the domain's sides.
  void set_mirrored() { mirrored_ = true; }
  bool is_mirrored() const { return mirrored_; }
  /// Rows beside the owned ones on which f is right.
  int overlap() const { return shape_.overlap; }

  FieldCycleOptions options_;
  Communicator<T>& communicator_;
  Vector u_, f_;
  Vector next_; ///< u is smoothed into next and the two change places, on levels that make it

private:
  static Vector make(const LevelShape& s, const char* label) {
    const Region region(setup_part::allocation);
    return Vector(label, s.partition.nx, s.partition.ny, s.nz);
  }
  bool takes_turns() const { return shape_.index == 0 && !options_.finest_relaxation.empty(); }

  const std::vector<double>*before_ = &options_.pre_relaxation, *after_ = &options_.post_relaxation;
  std::size_t visits_ = 0;    ///< of the finest level in this solve
  bool step_is_done_ = false; ///< the first smoothing step of the next visit
  LevelShape shape_;
  std::vector<double> coarse_; ///< relaxation factors on the coarsest level
  /// f travels with a coarser level's. A level that is whole gives that from all rows and cannot wait.
  bool gathered_later_;
  int valid_ = 0;          ///< rows beside the owned ones on which u is right
  bool under_way_ = false; ///< u's halo is
  bool corners_ = false;   ///< whether the halo's corners are, where ranks have neighbours in x
  bool wrapped_ = false;   ///< whether what this rank copies itself beyond periodic sides is there
  bool mirrored_ = false;  ///< whether u beyond the domain's sides is the mirror image
};

} // namespace isobar

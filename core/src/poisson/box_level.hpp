#pragma once
#include <isobar/core/box/kernels/box_two_steps.hpp>
#include <isobar/core/multigrid/field_level.hpp>
#include <isobar/core/multigrid/rim_first_sides.hpp>
#include <isobar/core/poisson/poisson_levels.hpp>

#include <optional>

namespace isobar {

/// A level of a box in precision P by itself: smoothing steps and norms, which need no coarser level.
template <class P> class BoxLevel : public FieldLevel<P> {
public:
  using typename FieldLevel<P>::T;
  using typename FieldLevel<P>::Vector;
  using Grid = BoxGridOf<P>;

  double residual_norm_squared() override;

protected:
  BoxLevel(const BoxLevelSetup& setup, const PoissonOptions& options,
           Communicator<T>& communicator);
  /// Returns the device bytes of such a level.
  static Int64 bytes(const BoxLevelSetup& setup, const PoissonOptions& options);

  /// Makes one more field of the level.
  static Vector field(const BoxLevelSetup& setup, const char* label);
  static Int64 field_bytes(const BoxLevelSetup& setup);
  const Grid& grid() const { return grid_; }
  bool has_parts() const { return !parts_.empty(); }
  /// Calls step(grid of some columns, part) for all columns. part(field) returns what a field has in these columns. If there
  /// are parts, those that neighbours wait for come first, and send() is called before the last one.
  template <class Step, class Send> void in_parts(const Step& step, const Send& send) const {
    const auto on = [&](const Grid& some, int i, int j) {
      step(some, [&](const Vector& x) { return x.part(i, j, some.nx(), some.ny()); });
    };
    if (has_parts()) parts_.for_each(on, send);
    else on(grid_, 0, 0);
  }

private:
  void smooth(double rho, Guess guess, SmoothingStep step) override;
  std::optional<double> smooth_norm(double rho) override;
  std::size_t smooth_some(std::span<const double> rho, Guess guess, SmoothingStep last) override;
  struct FusedSteps {
    TwoSteps two;
    std::size_t count; ///< of the list's steps; 0 if none can be fused
  };
  FusedSteps fused(std::span<const double> rho) const;
  void smooth_twice(const TwoSteps& two, const Vector* u);
  void smooth_colours(double rho, Guess guess);

  Grid grid_;
  RimFirstSides<Grid> parts_; ///< set if steps begin with the columns that neighbours wait for
};

} // namespace isobar

#include <isobar/core/modes/horizontal_problems.hpp>

#include "device/flush_to_zero.hpp"

#include <algorithm>
#include <cmath>

namespace isobar {
namespace {

/// The largest nu for which cycles in L are enough.
template <class M, class L> constexpr double most_near = std::is_same_v<M, L> ? 1e300 : 4.0;

/// The largest nu of any mode on any rank. Where R is beside alpha, it adds about as much to mu.
double largest_nu(const GridSetup& s, double least) {
  const ModePencil pencil = mode_pencil(s.spec);
  return cfl_number(s) / std::sqrt(least + pencil.unit * pencil.beside);
}
template <class M, class L> double largest_near(const GridSetup& s, double least) {
  return std::min(largest_nu(s, least), most_near<M, L>);
}

/// Modes of which nu is above x.
int modes_above(const GridSetup& s, double x) {
  const ModePencil pencil = mode_pencil(s.spec);
  return count_modes_below(pencil, std::pow(cfl_number(s) / x, 2) - pencil.unit * pencil.beside);
}

std::vector<double> part(const std::vector<double>& values, int first, int end) {
  return {values.begin() + first, values.begin() + end};
}

} // namespace

template <class M, class L>
LowModes HorizontalProblems<M, L>::low_modes(const GridSetup& s, const ModeOptions& o) {
  return {modes_above(s, most_near<M, L>), modes_above(s, o.reach)};
}

template <class M, class L>
HorizontalProblems<M, L>::HorizontalProblems(const GridSetup& setup,
                                             const std::vector<double>& values, const LowModes& low,
                                             double least)
    : low_(low), values_(values), unit_(setup.spec.physics.omega_squared),
      columns_(make_grid<L>(LevelSetup(mode_setup(setup, part(values, 0, 1))), ColumnSolves::none)),
      sweeps_(columns_, int(values.size())) {
  if (low.far > 0) far_.emplace(setup, largest_nu(setup, least), part(values, 0, low.far), 0);
  if (low.all > low.far)
    near_.emplace(setup, largest_near<M, L>(setup, least), part(values, low.far, low.all), low.far);
}

template <class M, class L>
Int64 HorizontalProblems<M, L>::bytes(const GridSetup& setup, int modes, const LowModes& low) {
  const double least = least_mode_value(mode_pencil(setup.spec));
  Int64 all = grid_bytes<L>(LevelSetup(mode_setup(setup, {least})), ColumnSolves::none) +
              ModeSweeps<M, L>::bytes(modes);
  if (low.far > 0) all += ModeCycles<M, M>::bytes(setup, largest_nu(setup, least), low.far);
  if (low.all > low.far)
    all += ModeCycles<M, L>::bytes(setup, largest_near<M, L>(setup, least), low.all - low.far);
  return all;
}

template <class M, class L>
void HorizontalProblems<M, L>::update(const GridSpec& spec, const std::vector<double>& values) {
  values_ = values;
  unit_ = spec.physics.omega_squared;
  if (far_) far_->update(spec, part(values, 0, low_.far));
  if (near_) near_->update(spec, part(values, low_.far, low_.all));
  columns_.update(mode_spec(spec, part(values, 0, 1)));
  sweeps_.update();
  reduction_ = 0.0;
}

template <class M, class L> void HorizontalProblems<M, L>::set_reduction(double reduction) {
  if (reduction == reduction_) return;
  sweeps_.set(values_, unit_, reduction);
  cycles_ = cycles_that_leave(reduction);
  reduction_ = reduction;
}

template <class M, class L> void HorizontalProblems<M, L>::solve(const Vector& f, const Vector& u) {
  const FlushToZero flush;
  sweeps_.solve(f, low_.all, u);
  if (far_) far_->solve(f, cycles_, u);
  if (near_) near_->solve(f, cycles_, u);
}

template class HorizontalProblems<Double>;
template class HorizontalProblems<Float>;
template class HorizontalProblems<Double, Float>;

} // namespace isobar

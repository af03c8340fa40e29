#include <isobar/core/modes/horizontal_problems.hpp>

#include "device/flush_to_zero.hpp"

#include <cmath>

namespace isobar {
namespace {

/// The largest nu of any mode on any rank. Where R is beside alpha, it adds about as much to mu.
double largest_nu(const GridSetup& s, double least) {
  const ModePencil pencil = mode_pencil(s.spec);
  return cfl_number(s) / std::sqrt(least + pencil.unit * pencil.beside);
}
std::vector<double> first(const std::vector<double>& values, int count) {
  return {values.begin(), values.begin() + count};
}

} // namespace

int low_modes(const GridSetup& s, const ModeOptions& o) {
  const ModePencil pencil = mode_pencil(s.spec);
  return count_modes_below(pencil,
                           std::pow(cfl_number(s) / o.reach, 2) - pencil.unit * pencil.beside);
}

template <class M, class L>
HorizontalProblems<M, L>::HorizontalProblems(const GridSetup& setup, ModeCycle cycle,
                                             const std::vector<double>& values, int low,
                                             double least)
    : low_(low), values_(values), unit_(setup.spec.physics.omega_squared),
      columns_(make_grid<L>(LevelSetup(mode_setup(setup, first(values, 1))), ColumnSolves::none)),
      sweeps_(columns_, int(values.size())) {
  if (low > 0) cycles_.emplace(setup, cycle, largest_nu(setup, least), first(values, low));
}

template <class M, class L>
Int64 HorizontalProblems<M, L>::bytes(const GridSetup& setup, ModeCycle cycle, int modes, int low) {
  const double least = least_mode_value(mode_pencil(setup.spec));
  const Int64 steps = grid_bytes<L>(LevelSetup(mode_setup(setup, {least})), ColumnSolves::none) +
                      ModeSweeps<M, L>::bytes(modes);
  if (low == 0) return steps;
  return steps + ModeCycles<M, L>::bytes(setup, cycle, largest_nu(setup, least), low);
}

template <class M, class L>
void HorizontalProblems<M, L>::update(const GridSpec& spec, const std::vector<double>& values) {
  values_ = values;
  unit_ = spec.physics.omega_squared;
  if (cycles_) cycles_->update(spec, first(values, low_));
  columns_.update(mode_spec(spec, first(values, 1)));
  sweeps_.update();
  reduction_ = 0.0;
}

template <class M, class L> void HorizontalProblems<M, L>::set_reduction(double reduction) {
  if (reduction == reduction_) return;
  sweeps_.set(values_, unit_, reduction);
  reduction_ = reduction;
}

template <class M, class L> void HorizontalProblems<M, L>::solve(const Vector& f, const Vector& u) {
  const FlushToZero flush;
  queue_.follow_default();
  sweeps_.solve(f, low_, u, queue_.space());
  if (cycles_) cycles_->solve(f, reduction_, u);
  queue_.lead_default();
}

template class HorizontalProblems<Double>;
template class HorizontalProblems<Float>;
template class HorizontalProblems<Double, Float>;

} // namespace isobar

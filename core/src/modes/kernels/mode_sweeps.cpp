#include <isobar/core/modes/kernels/mode_sweeps.hpp>

#include "base/precision_list.hpp"
#include "modes/sweep_march.hpp"
#include "modes/sweep_walk.hpp"
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/base/region.hpp>

#include <algorithm>

namespace isobar {
namespace {

template <class A> struct MostCoupling {
  GridCells<A> grid;
  KOKKOS_FUNCTION void operator()(int i, int j, double& most) const {
    const std::ptrdiff_t n = j * grid.row + i;
    const double links = double(grid.west[n]) + double(grid.west[n + 1]) + double(grid.south[n]) +
                         double(grid.south[n + grid.row]);
    const double coupling = links / double(grid.vertical[n]);
    if (coupling > most) most = coupling;
  }
};

} // namespace

template <class P>
ModeSweeps<P>::ModeSweeps(const GridOf<P>& grid, int modes)
    : grid_(grid), modes_("isobar sweeps", modes), steps_(std::size_t(modes), 1) {
  measure_coupling();
}

template <class P> Int64 ModeSweeps<P>::bytes(int modes) {
  return Int64(modes) * Int64(sizeof(Mode));
}

template <class P> void ModeSweeps<P>::measure_coupling() {
  using Columns = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  double most = 0.0;
  Kokkos::parallel_reduce("isobar/mode_coupling", Columns({0, 0}, {grid_.nx(), grid_.ny()}),
                          MostCoupling<A>{GridCells<A>(grid_.matrix())}, Kokkos::Max<double>(most));
  coupling_ = most;
}

/// Of a GPU, for a mode with so many steps.
template <class P> int ModeSweeps<P>::teams_of(int steps) const {
  if (steps > most_steps_on_chip) return 0;
  const int own = tile_side - 2 * (steps - 1);
  return ((grid_.nx() + own - 1) / own) * ((grid_.ny() + own - 1) / own);
}

template <class P>
void ModeSweeps<P>::set(const std::vector<double>& values, double unit, double reduction) {
  std::vector<Mode> modes;
  first_teams_ = {0};
  for (std::size_t m = 0; m < values.size(); ++m) {
    const double links = unit * coupling_, rho = links / (values[m] + links);
    steps_[m] = chebyshev_jacobi_steps(rho, reduction);
    modes.push_back({A(values[m]), A(rho * rho), steps_[m], first_teams_.back()});
    first_teams_.push_back(first_teams_.back() + teams_of(steps_[m]));
  }
  to_device(modes, modes_);
  unit_ = unit;
}

/// Modes with many steps, of which a GPU's square would have no column left, walk as on hosts.
template <class P> void ModeSweeps<P>::solve(const Vector& f, int first, const Vector& u) const {
  const int modes = int(modes_.size()), nx = grid_.nx(), ny = grid_.ny();
  int marched = modes;
  if constexpr (P::walk == Walk::march)
    for (marched = first; marched < modes && steps_[std::size_t(marched)] > most_steps_on_chip;)
      ++marched;
  const std::string label = kernel_label(Kernel::sweep_modes, 0);
  if (first < marched) {
    const int most = *std::max_element(steps_.begin() + first, steps_.begin() + marched);
    launch(label, SweepWalk<P>{GridCells<A>(grid_.matrix()), nx, ny, grid_.partition().periodic,
                               modes_.data(), first, marched, most, A(unit_), Strides(f), Cells(f),
                               Cells(u), (nx + tile_x - 1) / tile_x, (ny + tile_y - 1) / tile_y,
                               on_host ? modes : 1});
  }
  if constexpr (P::walk == Walk::march) {
    const int teams = first_teams_.back() - first_teams_[std::size_t(marched)];
    if (marched < modes)
      launch(label,
             SweepMarch<P>(grid_.matrix(), modes_.data(), marched, modes, teams, A(unit_), f, u));
  }
}

ISOBAR_INSTANTIATE_FOR_BOX(class ModeSweeps)

} // namespace isobar

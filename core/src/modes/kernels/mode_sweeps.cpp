#include <isobar/core/modes/kernels/mode_sweeps.hpp>

#include "base/precision_list.hpp"
#include "modes/sweep_march.hpp"
#include "modes/sweep_pipeline.hpp"
#include "modes/sweep_rows.hpp"
#include "modes/sweep_walk.hpp"
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/base/region.hpp>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace isobar {
namespace {

using CouplingBounds = Kokkos::MinMax<double>;

/// Over V_T of a column: the most of the links to columns beside it, and the least of what else alpha_T holds, which is R_T beside alpha
/// and the links to sides where u is fixed.
template <class A> struct BoundCoupling {
  GridCells<A> grid;
  KOKKOS_FUNCTION void operator()(int i, int j, CouplingBounds::value_type& bounds) const {
    const std::ptrdiff_t n = j * grid.row + i;
    const double links = double(grid.west[n]) + double(grid.west[n + 1]) + double(grid.south[n]) +
                         double(grid.south[n + grid.row]);
    const double vertical = double(grid.vertical[n]);
    const double coupling = links / vertical, rest = (double(grid.total[n]) - links) / vertical;
    if (coupling > bounds.max_val) bounds.max_val = coupling;
    if (rest < bounds.min_val) bounds.min_val = rest;
  }
};

std::string label() { return kernel_label(Kernel::sweep_modes, 0); }

/// Of a part with all columns. A tile of 256 columns then has 132 MB of scratch memory in double.
constexpr int most_steps_of_whole_parts = 1024;

/// Calls use() with a number of steps from 1 up as a constant.
template <int... n, class Use>
void with_steps(int steps, std::integer_sequence<int, n...>, const Use& use) {
  ((steps == n + 1 ? use(std::integral_constant<int, n + 1>{}) : void()), ...);
}

} // namespace

template <class P, class C>
ModeSweeps<P, C>::ModeSweeps(const GridOf<C>& grid, int modes)
    : ModeSweeps(grid, modes, grid.partition(), 0) {}

template <class P, class C>
ModeSweeps<P, C>::ModeSweeps(const GridOf<C>& grid, int modes, const Partition& part, int beside)
    : grid_(grid), part_(part), beside_(beside),
      most_steps_(part.is_whole() ? most_steps_of_whole_parts : beside + 1),
      modes_("isobar sweeps", modes), steps_(std::size_t(modes), 1) {
  measure_coupling();
}

template <class P, class C> Int64 ModeSweeps<P, C>::bytes(int modes) {
  return Int64(modes) * Int64(sizeof(Mode));
}

template <class P, class C> void ModeSweeps<P, C>::measure_coupling() {
  using Columns = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  CouplingBounds::value_type bounds;
  Kokkos::parallel_reduce("isobar/mode_coupling", Columns({0, 0}, {grid_.nx(), grid_.ny()}),
                          BoundCoupling<A>{GridCells<A>(grid_.matrix())}, CouplingBounds(bounds));
  coupling_ = bounds.max_val;
  rest_ = std::max(bounds.min_val, 0.0); // rounding may leave less than 0
}

/// Of a GPU, for a mode with so many steps.
template <class P, class C> int ModeSweeps<P, C>::teams_of(int steps) const {
  if (steps > most_steps_on_squares) return 0;
  const int own = tile_side - 2 * (steps - 1);
  return divide_up(part_.nx, own) * divide_up(part_.ny, own);
}

template <class P, class C>
void ModeSweeps<P, C>::set(const std::vector<double>& values, double unit, double reduction) {
  std::vector<Mode> modes;
  first_teams_ = {0};
  for (std::size_t m = 0; m < values.size(); ++m) {
    const double links = unit * coupling_, rho = links / (values[m] + links + unit * rest_);
    steps_[m] = std::min(chebyshev_jacobi_steps(rho, reduction), most_steps_);
    modes.push_back({A(values[m]), A(rho * rho), steps_[m], first_teams_.back()});
    first_teams_.push_back(first_teams_.back() + teams_of(steps_[m]));
  }
  to_device(modes, modes_);
  unit_ = unit;
}

/// On a host, and on a GPU by the steps of a mode: few are made while rows arrive, more on squares of columns, and where a square would
/// have no column left, on tiles in memory.
template <class P, class C>
void ModeSweeps<P, C>::solve(const Vector& f, int first, const Vector& u,
                             const ExecutionSpace& queue) const {
  const int modes = int(modes_.size());
  if constexpr (P::walk != Walk::march) {
    solve_on_host(f, first, modes, u, queue);
  } else {
    const int squares = first_with(first, most_steps_on_squares),
              rows = first_with(squares, most_steps_of_rows);
    solve_on_tiles(f, first, squares, u, queue);
    solve_on_squares(f, squares, rows, u, queue);
    for (int m = rows, end = m; m < modes; m = end) {
      const int steps = steps_[std::size_t(m)];
      end = first_with(m, steps - 1);
      solve_by_rows(steps, f, m, end, u, queue);
    }
  }
}

/// The first mode from `first` on that has so many steps or fewer. Steps do not grow with mu.
template <class P, class C> int ModeSweeps<P, C>::first_with(int first, int steps) const {
  const auto found = std::find_if(steps_.begin() + first, steps_.end(),
                                  [&](int of_mode) { return of_mode <= steps; });
  return int(found - steps_.begin());
}

template <class P, class C>
void ModeSweeps<P, C>::solve_on_host(const Vector& f, int first, int end, const Vector& u,
                                     const ExecutionSpace& queue) const {
  if (first >= end) return;
  if constexpr (on_host)
    launch(label(),
           SweepRows<P, C>(grid_.matrix(), SweepPart(part_, beside_), modes_.data(), first, end,
                           most_steps_of(first, end), A(unit_), f, u),
           queue);
}

template <class P, class C> int ModeSweeps<P, C>::most_steps_of(int first, int end) const {
  return *std::max_element(steps_.begin() + first, steps_.begin() + end);
}

template <class P, class C>
void ModeSweeps<P, C>::solve_on_tiles(const Vector& f, int first, int end, const Vector& u,
                                      const ExecutionSpace& queue) const {
  if (first >= end) return;
  const int most = most_steps_of(first, end);
  launch(label(),
         SweepWalk<P, C>{GridCells<A>(grid_.matrix()), SweepPart(part_, beside_), modes_.data(),
                         first, end, most, A(unit_), Strides(f), Strides(u), Cells(f), Cells(u),
                         divide_up(part_.nx, tile_x), divide_up(part_.ny, tile_y)},
         queue);
}

template <class P, class C>
void ModeSweeps<P, C>::solve_on_squares(const Vector& f, int first, int end, const Vector& u,
                                        const ExecutionSpace& queue) const {
  if (first >= end) return;
  const int teams = first_teams_[std::size_t(end)] - first_teams_[std::size_t(first)];
  launch(label(),
         SweepMarch<P, C>(grid_.matrix(), SweepPart(part_, beside_), modes_.data(), first, end,
                          teams, A(unit_), f, u),
         queue);
}

template <class P, class C>
void ModeSweeps<P, C>::solve_by_rows(int steps, const Vector& f, int first, int end,
                                     const Vector& u, const ExecutionSpace& queue) const {
  with_steps(steps, std::make_integer_sequence<int, most_steps_of_rows>{}, [&](auto n) {
    launch(label(),
           SweepPipeline<P, C, n.value>(grid_.matrix(), SweepPart(part_, beside_), modes_.data(),
                                        first, end, A(unit_), f, u),
           queue);
  });
}

ISOBAR_INSTANTIATE_FOR_BOX(class ModeSweeps)
ISOBAR_INSTANTIATE_MIXED(class ModeSweeps)

} // namespace isobar

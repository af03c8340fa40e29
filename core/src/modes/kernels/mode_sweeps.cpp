#include <isobar/core/modes/kernels/mode_sweeps.hpp>

#include "base/precision_list.hpp"
#include "modes/sweep_march.hpp"
#include "modes/sweep_pipeline.hpp"
#include "modes/sweep_rows.hpp"
#include "modes/sweep_step.hpp"
#include "modes/sweep_walk.hpp"
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/base/region.hpp>

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace isobar {
namespace {

using CouplingBounds = Kokkos::MinMax<double>;

/// Finds two bounds over all columns: the largest sum of couplings to adjacent columns, and the least remainder of alpha_T,
/// both divided by V_T. The remainder is R_T beside alpha and the couplings to sides with fixed u. Corners do not count,
/// because their couplings cancel in the error that a Jacobi step damps least. This error changes its sign from column to
/// column.
template <class A> struct BoundCoupling {
  GridCells<A> grid;
  PatchRows rows;
  KOKKOS_FUNCTION double corners(std::ptrdiff_t n) const {
    const A* const c = grid.corner;
    if (c == nullptr) return 0.0;
    return (double(c[n]) + double(c[n + grid.row + 1])) -
           (double(c[n + 1]) + double(c[n + grid.row]));
  }
  KOKKOS_FUNCTION void operator()(int i, int row, CouplingBounds::value_type& bounds) const {
    const int j = rows.row(row);
    const std::ptrdiff_t n = j * grid.row + i;
    const double links = double(grid.west[n]) + double(grid.west[n + 1]) + double(grid.south[n]) +
                         double(grid.south[n + grid.row]);
    const double vertical = double(grid.vertical[n]);
    const double coupling = links / vertical,
                 rest = (double(grid.total[n]) - links - corners(n)) / vertical;
    if (coupling > bounds.max_val) bounds.max_val = coupling;
    if (rest < bounds.min_val) bounds.min_val = rest;
  }
};

std::string label() { return kernel_label(Kernel::sweep_modes, 0); }

/// The most steps of a part with all columns. A tile of 256 columns then has 132 MB of scratch memory in double.
constexpr int most_steps_of_whole_parts = 1024;

/// Calls use() with the number of steps as a compile-time constant.
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
  if (!exchanges()) return;
  if (!part.is_whole())
    throw std::invalid_argument("steps with the vertex flux need all columns of the domain");
  sides_.emplace(part);
  sides_->on(0);
  other_ = Vector("isobar mode steps", part.nx, part.ny, modes);
}

template <class P, class C>
Int64 ModeSweeps<P, C>::bytes(int modes, const Partition& columns, Flux flux) {
  using S = typename P::storage;
  const Int64 own = Int64(modes) * Int64(sizeof(Mode));
  if (flux == Flux::two_point) return own;
  return own + FieldShape::of<S>(columns.nx, columns.ny, modes).size() * Int64(sizeof(S));
}

template <class P, class C> void ModeSweeps<P, C>::measure_coupling() {
  using Columns = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  const PatchRows rows = grid_.rows();
  CouplingBounds::value_type bounds;
  Kokkos::parallel_reduce("isobar/mode_coupling", Columns({0, 0}, {grid_.nx(), rows.all()}),
                          BoundCoupling<A>{GridCells<A>(grid_.matrix()), rows},
                          CouplingBounds(bounds));
  coupling_ = bounds.max_val;
  rest_ = std::max(bounds.min_val, 0.0); // rounding may leave less than 0
}

/// Returns how many teams of a GPU a mode with `steps` steps has.
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

/// Solves all modes. On a GPU the number of a mode's steps chooses the walk: few steps run on arriving rows, more on squares of
/// columns. If a square would have no column left, they run on tiles in memory.
template <class P, class C>
void ModeSweeps<P, C>::solve(const Vector& f, int first, const Vector& u,
                             const ExecutionSpace& queue) const {
  const int modes = int(modes_.size());
  if (exchanges()) return solve_by_exchanges(f, first, modes, u);
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

/// Solves with one launch a step; two fields take turns, so that the last launch writes u.
template <class P, class C>
void ModeSweeps<P, C>::solve_by_exchanges(const Vector& f, int first, int end,
                                          const Vector& u) const {
  if (first >= end) return;
  auto& sides = sides_->on(0);
  for (int left = most_steps_of(first, end) - 1; left >= 0; --left) {
    const Vector &next = left % 2 == 0 ? u : other_, &last = left % 2 == 0 ? other_ : u;
    launch(label(),
           SweepStep<P, C>{GridCells<A>(grid_.matrix()), grid_.rows(), grid_.nx(), modes_.data(),
                           first, first_with(first, left), left, A(unit_), Strides(f), Strides(u),
                           Cells(f), Cells(last), Cells(next)},
           ExecutionSpace());
    if (left > 0) exchange(sides, next, Halo::edges_and_corners);
  }
}

/// Returns the first mode from `first` on that has at most `steps` steps. Steps do not grow with mu.
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

#include <isobar/core/modes/horizontal_problems.hpp>

#include "device/flush_to_zero.hpp"
#include <isobar/core/grid/geometry.hpp>
#include <isobar/core/grid/horizontal_geometry.hpp>

#include <algorithm>
#include <cmath>

namespace isobar {
namespace {

/// Returns the largest nu of any mode on any rank. If R stands beside alpha, it adds about as much to mu.
double largest_nu(const GridSetup& s, double least) {
  const ModePencil pencil = mode_pencil(s.spec);
  return cfl_number(s) / std::sqrt(least + pencil.unit * pencil.beside);
}
/// Returns the square of nu of a Jacobi step in a column, divided by the square of the CFL number. It compares couplings over
/// area with 4 / h^2, their value for equal columns.
double stretch_squared(const GridSetup& s) {
  const Partition& p = s.partition;
  const HorizontalGeometry g(s.spec.domain, p.global_nx, p.global_ny, {}, {}, s.spec.boundaries);
  const auto inner = [](int n, int count, bool periodic) {
    return periodic || (n > 0 && n < count);
  };
  const auto links = [&](int i, int j) {
    double sum = 0.0;
    for (const int n : {i, i + 1})
      if (inner(n, p.global_nx, p.periodic.x)) sum += g.west(n, j);
    for (const int n : {j, j + 1})
      if (inner(n, p.global_ny, p.periodic.y)) sum += g.south(i, n);
    return sum / g.area(i, j);
  };
  // The panel's smallest columns are in its corners; a column there has two sides without a coupling.
  double most = 0.0;
  for (const int j : {0, std::min(1, p.global_ny - 1), p.global_ny / 2})
    for (const int i : {0, std::min(1, p.global_nx - 1), p.global_nx / 2})
      most = std::max(most, links(i, j));
  const double h = mesh_width(s.spec.domain, p.global_nx, p.global_ny);
  return most * h * h / 4.0;
}

GridSetup of_one_mode(const GridSetup& s, double value) {
  GridSetup plane = s;
  plane.spec = mode_spec(s.spec, {value});
  return plane;
}
/// Returns the setup of all columns with their mesh. The grids of steps, of cycles and of their refinement share it, so that
/// functions of the position are evaluated once.
GridSetup with_one_mesh(const GridSetup& s, double value) {
  GridSetup plane = of_one_mode(s, value);
  if (plane.mesh.empty() || has_fields(plane.spec))
    plane.mesh = HorizontalMesh(plane.spec, plane.partition);
  return plane;
}
/// Returns the bytes of a mesh that setup frees after it has made the grids. That is a mesh by formulas; a mesh with fields
/// stays, and counts with its grid.
Int64 bytes_of_mesh_that_goes(const GridSetup& plane) {
  return has_fields(plane.spec) ? 0
                                : HorizontalMesh::bytes_by_formulas(
                                      plane.partition.nx, plane.partition.ny, plane.spec.flux);
}

} // namespace

int low_modes(const GridSetup& s, const ModeOptions& o) {
  const ModePencil pencil = mode_pencil(s.spec);
  return count_modes_below(pencil,
                           std::pow(cfl_number(s) / o.reach, 2) - pencil.unit * pencil.beside);
}

TransposedLayers mode_layers(const GridSetup& s, const ModeOptions& o, int least_columns) {
  const bool all = has_fields(s.spec) || s.spec.flux == Flux::vertex;
  const int nz = s.spec.nz, low = all ? nz : low_modes(s, o);
  if (low == nz) return nz;
  const double updates = 1.25, nu = updates * o.reach;
  const double nu_squared = nu * nu * stretch_squared(s);
  const int beside = chebyshev_jacobi_steps(nu_squared / (1.0 + nu_squared), o.reduction) - 1;
  return beside <= least_columns ? TransposedLayers(nz, low, beside) : nz;
}

OwnModes::OwnModes(const ModeShares& shares, const std::vector<double>& values, int low_of_all)
    : low(shares.own(values)), least(values.front()) {
  low.resize(std::size_t(shares.among_first(low_of_all)));
  steps = shares.has_modes_of_columns() ? shares.by_place(values) : shares.own(values);
  first_step = shares.has_modes_of_columns() ? shares.layers.count : int(low.size());
}

template <class M, class L>
HorizontalProblems<M, L>::HorizontalProblems(const GridSetup& setup, ModeCycle cycle,
                                             const OwnModes& modes, const Partition& part,
                                             int beside)
    : HorizontalProblems(setup, with_one_mesh(setup, modes.least), cycle, modes, part, beside) {}

template <class M, class L>
HorizontalProblems<M, L>::HorizontalProblems(const GridSetup& setup, const GridSetup& plane,
                                             ModeCycle cycle, const OwnModes& modes,
                                             const Partition& part, int beside)
    : modes_(modes), unit_(setup.spec.physics.omega_squared),
      columns_(make_grid<L>(LevelSetup(plane), ColumnSolves::none)),
      sweeps_(columns_, int(modes.steps.size()), part, beside) {
  if (!modes.low.empty())
    cycles_.emplace(with_modes(plane, modes.low), cycle, largest_nu(setup, modes.least));
}

template <class M, class L>
Int64 HorizontalProblems<M, L>::bytes(const GridSetup& setup, ModeCycle cycle, int steps, int low) {
  const double least = least_mode_value(mode_pencil(setup.spec));
  const GridSetup plane = of_one_mode(setup, least);
  const Int64 all = grid_bytes<L>(LevelSetup(plane), ColumnSolves::none) +
                    ModeSweeps<M, L>::bytes(steps, plane.partition, plane.spec.flux) +
                    bytes_of_mesh_that_goes(plane);
  if (low == 0) return all;
  const GridSetup planes = with_modes(plane, std::vector<double>(std::size_t(low), least));
  return all + ModeCycles<M, L>::bytes(planes, cycle, largest_nu(setup, least));
}

template <class M, class L>
void HorizontalProblems<M, L>::update(const GridSpec& spec, const OwnModes& modes) {
  modes_ = modes;
  unit_ = spec.physics.omega_squared;
  const GridSpec plane = mode_spec(spec, {modes.least});
  if (cycles_) cycles_->update(with_modes(plane, modes.low));
  columns_.update(plane);
  sweeps_.update();
  reduction_ = 0.0;
}

template <class M, class L> void HorizontalProblems<M, L>::set_reduction(double reduction) {
  if (reduction == reduction_) return;
  sweeps_.set(modes_.steps, unit_, reduction);
  reduction_ = reduction;
}

template <class M, class L>
void HorizontalProblems<M, L>::solve(const ModeFields<M>& planes, const ModeFields<M>& columns) {
  const FlushToZero flush;
  if (sweeps_.exchanges()) {
    sweeps_.solve(columns.f, modes_.first_step, columns.u);
    if (cycles_) cycles_->solve(planes.f, reduction_, planes.u);
    return;
  }
  queue_.follow_default();
  sweeps_.solve(columns.f, modes_.first_step, columns.u, queue_.space());
  if (cycles_) cycles_->solve(planes.f, reduction_, planes.u);
  queue_.lead_default();
}

template class HorizontalProblems<Double>;
template class HorizontalProblems<Float>;
template class HorizontalProblems<Double, Float>;

} // namespace isobar

#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>

/// The smoother once more in plain CUDA, to see what Kokkos costs: the design of solve_march.hpp and
/// row_ring.hpp, with its device functions of the chunks, but without Kokkos' policies, team members,
/// scratch and Views. In builds for CUDA only.
namespace isobar::gpu_report {

/// The only shape that it has: tiles of 32 columns, 8 threads a column, 16 levels each.
template <class T> bool plain_smoother_fits(const PlannedGrid<T>& grid);

/// The same as Smoother::smooth in the precision T: out = u + rho M^-1 (f - A u). Reads u with a valid
/// halo of 1 and f; writes owned cells of out, which must not be u. The grid has to fit. Runs on
/// Kokkos' stream and returns before it has finished; throws std::runtime_error if it does not start.
template <class T>
void plain_smooth(const PlannedGrid<T>& grid, double rho, const Field<T>& u, const Field<T>& f,
                  const Field<T>& out);

} // namespace isobar::gpu_report

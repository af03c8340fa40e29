#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <functional>

namespace isobar {

/// Cells of a rank where Kokkos computes, in double, as the solver holds them: (i, j, k) is column (i, j), layer k from
/// the ground up; strides stand in the View (one of x and z is 1), and between rows lies memory that is not the cells'.
/// Only a description: not to be kept after the call.
template <class T>
using DeviceCells =
    Kokkos::View<T***, Kokkos::LayoutStride, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Parts of a solver that are the caller's own functions. They are called on every rank with Views of the rank's cells
/// and launch on Kokkos' default execution space, or fence what they launch elsewhere. They may communicate: all ranks
/// call them in one order. What they know of the coefficients is the caller's to update, before PressureSolver::update.
/// They need fields in double: solver.precision "double", or "mixed" with a cycle in float. The solver keeps copies of the
/// functions: what they refer to must live as long as it. Where one throws an exception its result counts as NaN, which ends
/// the solve on all ranks in the same iteration, with this exception. Functions that communicate must not throw before
/// their messages are done, as other ranks wait for these.
struct OwnParts {
  /// z = M^-1 r, in place of line relaxation: methods "cg-standard" and "cr", with an M that is symmetric and positive definite,
  /// "bicgstab", "gcr" and "gmres". In: r, a volume-integrated residual, (nx, ny, nz). Out: z, cell means, of the same extents.
  std::function<void(const DeviceCells<const double>& r, const DeviceCells<double>& z)>
      preconditioner{};
  /// v = A u, in place of the equation's matrix: methods of CG but "cg-fused", with an A that is symmetric
  /// and positive definite; of CR, with a symmetric one; of BiCGStab, GCR and GMRES. In: u, cell means with a halo of one column,
  /// (nx + 2, ny + 2, nz), so that u(i + 1, j + 1, k) is cell (i, j, k). Neighbours' cells and those across periodic sides are there,
  /// beyond other sides of the domain and in the corners stands nothing of meaning. Out: v, integrals over cells, (nx, ny, nz).
  /// Line relaxation, multigrid and modes keep the equation's own matrix, as preconditioners.
  std::function<void(const DeviceCells<const double>& u, const DeviceCells<double>& v)> matrix{};

  bool absent() const { return !preconditioner && !matrix; }
};

} // namespace isobar

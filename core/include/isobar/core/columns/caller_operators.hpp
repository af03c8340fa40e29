#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <functional>

namespace isobar {

/// A rank's cells in double, in the memory where Kokkos computes, in the layout of the solver.
/// Index (i, j, k) is column (i, j) and layer k, counted from the ground up. The View carries the
/// strides. Either the stride of x or that of z is 1, and other numbers may lie between rows. The
/// View does not own the memory, and a function must not keep it after the call.
template <class T>
using DeviceCells =
    Kokkos::View<T***, Kokkos::LayoutStride, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Parts of a solver that are functions of the caller. Every rank calls the functions with Views of
/// its own cells. A function launches its kernels on Kokkos' default execution space, or fences
/// what it launches elsewhere. It may communicate, because all ranks call the functions in the same
/// order. If a function depends on the coefficients, its caller brings it up to date before
/// PressureSolver::update.
///
/// The functions need fields in double: solver.precision "double", or "mixed" with a cycle in
/// float. The solver copies the functions; the objects that they refer to must outlive the solver.
/// If a function throws an exception, its result counts as NaN. The solve then ends on all ranks in
/// the same iteration, with this exception. A function that communicates must not throw before its
/// messages are complete, as other ranks wait for them.
struct CallerOperators {
  /// Computes z = M^-1 r, in place of line relaxation. The methods "cg-standard" and "cr" need a
  /// symmetric and positive definite M; "bicgstab", "gcr" and "gmres" do not. In: r, the residual
  /// integrated over cells, (nx, ny, nz). Out: z, cell means, (nx, ny, nz).
  std::function<void(const DeviceCells<const double>& r, const DeviceCells<double>& z)>
      preconditioner{};
  /// Computes v = A u, in place of the equation's matrix. The methods of CG need a symmetric and
  /// positive definite A, and CR needs a symmetric one. BiCGStab, GCR and GMRES need neither.
  /// "cg-fused" cannot have such a matrix. Line relaxation, multigrid and modes keep the equation's
  /// own matrix when they precondition. In: u, cell means with a halo of one column, (nx + 2, ny +
  /// 2, nz). Cell (i, j, k) is u(i + 1, j + 1, k). The halo holds the cells of neighbours and those
  /// across periodic sides. Its numbers beyond other sides of the domain and in corners have no
  /// meaning. Out: v, integrals over cells, (nx, ny, nz).
  std::function<void(const DeviceCells<const double>& u, const DeviceCells<double>& v)> matrix{};

  bool absent() const { return !preconditioner && !matrix; }
};

/// The name of CallerOperators in release 1.1.0.
using OwnParts [[deprecated("use CallerOperators")]] = CallerOperators;

} // namespace isobar

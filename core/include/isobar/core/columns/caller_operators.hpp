#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <functional>

namespace isobar {

/// A rank's cells, in double, where Kokkos computes and as the solver holds them. (i, j, k) is column
/// (i, j), layer k from the ground up. The View has the strides: one of x and z is 1, and rows may
/// have other memory between them. It describes memory only, and must not be kept after the call.
template <class T>
using DeviceCells =
    Kokkos::View<T***, Kokkos::LayoutStride, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Parts of a solver that are functions of the caller. Every rank calls them with Views of its cells. They launch
/// on Kokkos' default execution space, or fence what they launch elsewhere. They may communicate: all ranks call
/// them in one order. The caller updates their knowledge of the coefficients, before PressureSolver::update. They
/// need fields in double: solver.precision "double", or "mixed" with a cycle in float. The solver keeps copies of
/// the functions; the objects that they refer to must outlive it. If one throws an exception, its result counts
/// as NaN, which ends the solve on all ranks in the same iteration, with this exception. Functions that
/// communicate must not throw before their messages are done, as other ranks wait for these.
struct CallerOperators {
  /// z = M^-1 r, in place of line relaxation. Methods: "cg-standard" and "cr" with a symmetric positive definite M, "bicgstab",
  /// "gcr" and "gmres". In: r, a volume-integrated residual, (nx, ny, nz). Out: z, cell means, of the same extents.
  std::function<void(const DeviceCells<const double>& r, const DeviceCells<double>& z)>
      preconditioner{};
  /// v = A u, in place of the equation's matrix. Methods: those of CG except "cg-fused" with a symmetric positive
  /// definite A, CR with a symmetric one, BiCGStab, GCR and GMRES. In: u, cell means with a halo of one column, (nx + 2,
  /// ny + 2, nz), so that u(i + 1, j + 1, k) is cell (i, j, k). The halo has neighbours' cells and those across periodic
  /// sides; beyond other sides of the domain and in corners its numbers have no meaning. Out: v, integrals over cells,
  /// (nx, ny, nz). Line relaxation, multigrid and modes, as preconditioners, keep the equation's own matrix.
  std::function<void(const DeviceCells<const double>& u, const DeviceCells<double>& v)> matrix{};

  bool absent() const { return !preconditioner && !matrix; }
};

/// The name that 1.1.0 had.
using OwnParts [[deprecated("use CallerOperators")]] = CallerOperators;

} // namespace isobar

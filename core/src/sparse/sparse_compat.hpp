#pragma once
/// The one file of sparse products that knows the version of Kokkos Kernels. Version 3.4 has a plain function; later ones have
/// a handle that keeps the preparations of a vendor's library.
#include <isobar/core/base/kokkos_compat.hpp>

#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>

#include <cstdint>

#if __has_include(<KokkosSparse_spmv_handle.hpp>)
#define ISOBAR_SPMV_HANDLE 1
#endif

namespace isobar {

/// Computes y = alpha A x + beta y for one matrix, repeatedly. A has as many columns as x has numbers, and as many rows as y.
/// Does not wait.
template <class Matrix> class SparseProduct {
public:
  using T = typename Matrix::non_const_value_type;
  using Vector =
      Kokkos::View<T*, Kokkos::LayoutLeft, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  void operator()(T alpha, const Matrix& a, const Vector& x, T beta, const Vector& y) const {
#ifdef ISOBAR_SPMV_HANDLE
    KokkosSparse::spmv(ExecutionSpace(), &handle_, "N", alpha, a, x, beta, y);
#else
    KokkosSparse::spmv("N", alpha, a, x, beta, y);
#endif
  }

#ifdef ISOBAR_SPMV_HANDLE
private:
  mutable KokkosSparse::SPMVHandle<ExecutionSpace, Matrix, Vector, Vector> handle_;
#endif
};

/// The number of entries that a matrix may have. On one thread, the product of Kokkos Kernels 3.4 counts them in an int, for
/// any type of offsets.
#ifdef ISOBAR_SPMV_HANDLE
inline constexpr std::int64_t most_matrix_entries = std::int64_t(1) << 62;
#else
inline constexpr std::int64_t most_matrix_entries = 2147483647;
#endif

} // namespace isobar

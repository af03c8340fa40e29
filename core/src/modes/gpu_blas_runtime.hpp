#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/types.hpp>

#include <string>

#if defined(KOKKOS_ENABLE_CUDA)
#include <cublas_v2.h>
#elif defined(KOKKOS_ENABLE_HIP)
#include <hipblas/hipblas.h>
#endif

/// Common names for the calls of cuBLAS and hipBLAS that multiply matrices. The calls of hipBLAS were never run.
namespace isobar::gpu_blas {

#if defined(KOKKOS_ENABLE_CUDA)
using Handle = cublasHandle_t;
using Result = cublasStatus_t;
inline constexpr char name[] = "cuBLAS";
inline constexpr Result success = CUBLAS_STATUS_SUCCESS;
inline constexpr auto plain = CUBLAS_OP_N, transposed = CUBLAS_OP_T;
inline constexpr auto create = cublasCreate;
inline constexpr auto destroy = cublasDestroy;
inline constexpr auto set_stream = cublasSetStream;
inline constexpr auto multiply_double = cublasDgemmStridedBatched;
inline constexpr auto multiply_float = cublasSgemmStridedBatched;
inline std::string name_and_version(Handle handle) {
  int version = 0;
  static_cast<void>(cublasGetVersion(handle, &version));
  return std::string(name) + " " + std::to_string(version);
}
#elif defined(KOKKOS_ENABLE_HIP)
using Handle = hipblasHandle_t;
using Result = hipblasStatus_t;
inline constexpr char name[] = "hipBLAS";
inline constexpr Result success = HIPBLAS_STATUS_SUCCESS;
inline constexpr auto plain = HIPBLAS_OP_N, transposed = HIPBLAS_OP_T;
inline constexpr auto create = hipblasCreate;
inline constexpr auto destroy = hipblasDestroy;
inline constexpr auto set_stream = hipblasSetStream;
inline constexpr auto multiply_double = hipblasDgemmStridedBatched;
inline constexpr auto multiply_float = hipblasSgemmStridedBatched;
inline std::string name_and_version(Handle) { return name; }
#endif

/// Computes c = alpha a b^T + beta c for `count` matrices a and c and the same b. a is m x k, b is n x k, c is m x n, all with
/// the first index fastest.
template <class T>
Result multiply(Handle handle, int m, int n, int k, const T* alpha, const T* a, int lda,
                Int64 stride_a, const T* b, int ldb, const T* beta, T* c, int ldc, Int64 stride_c,
                int count) {
  constexpr auto call = [] {
    if constexpr (std::is_same_v<T, double>) return multiply_double;
    else return multiply_float;
  }();
  return call(handle, plain, transposed, m, n, k, alpha, a, lda, stride_a, b, ldb, 0, beta, c, ldc,
              stride_c, count);
}

} // namespace isobar::gpu_blas

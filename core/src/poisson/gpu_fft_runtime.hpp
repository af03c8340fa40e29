#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <string>

#if defined(KOKKOS_ENABLE_CUDA)
#include <cufft.h>
#elif defined(KOKKOS_ENABLE_HIP)
#include <hipfft/hipfft.h>
#endif

/// Common names for the calls of cuFFT and hipFFT for Fourier transforms. The calls of hipFFT were never run.
namespace isobar::gpu_fft {

#if defined(KOKKOS_ENABLE_CUDA)
using Handle = cufftHandle;
using Result = cufftResult;
using Type = cufftType;
using Count = long long;
inline constexpr char name[] = "cuFFT";
inline constexpr Result success = CUFFT_SUCCESS;
inline constexpr int forward = CUFFT_FORWARD, backward = CUFFT_INVERSE;
inline constexpr auto create = cufftCreate;
inline constexpr auto make = cufftMakePlanMany64;
inline constexpr auto set_stream = cufftSetStream;
inline constexpr auto destroy = cufftDestroy;
inline constexpr auto get_version = cufftGetVersion;

template <class T> struct Calls;
template <> struct Calls<double> {
  using Real = cufftDoubleReal;
  using Complex = cufftDoubleComplex;
  static constexpr Type to_complex = CUFFT_D2Z, to_real = CUFFT_Z2D, complex = CUFFT_Z2Z;
  static constexpr auto run_to_complex = cufftExecD2Z;
  static constexpr auto run_to_real = cufftExecZ2D;
  static constexpr auto run = cufftExecZ2Z;
};
template <> struct Calls<float> {
  using Real = cufftReal;
  using Complex = cufftComplex;
  static constexpr Type to_complex = CUFFT_R2C, to_real = CUFFT_C2R, complex = CUFFT_C2C;
  static constexpr auto run_to_complex = cufftExecR2C;
  static constexpr auto run_to_real = cufftExecC2R;
  static constexpr auto run = cufftExecC2C;
};
#elif defined(KOKKOS_ENABLE_HIP)
using Handle = hipfftHandle;
using Result = hipfftResult;
using Type = hipfftType;
using Count = long long;
inline constexpr char name[] = "hipFFT";
inline constexpr Result success = HIPFFT_SUCCESS;
inline constexpr int forward = HIPFFT_FORWARD, backward = HIPFFT_BACKWARD;
inline constexpr auto create = hipfftCreate;
inline constexpr auto make = hipfftMakePlanMany64;
inline constexpr auto set_stream = hipfftSetStream;
inline constexpr auto destroy = hipfftDestroy;
inline constexpr auto get_version = hipfftGetVersion;

template <class T> struct Calls;
template <> struct Calls<double> {
  using Real = hipfftDoubleReal;
  using Complex = hipfftDoubleComplex;
  static constexpr Type to_complex = HIPFFT_D2Z, to_real = HIPFFT_Z2D, complex = HIPFFT_Z2Z;
  static constexpr auto run_to_complex = hipfftExecD2Z;
  static constexpr auto run_to_real = hipfftExecZ2D;
  static constexpr auto run = hipfftExecZ2Z;
};
template <> struct Calls<float> {
  using Real = hipfftReal;
  using Complex = hipfftComplex;
  static constexpr Type to_complex = HIPFFT_R2C, to_real = HIPFFT_C2R, complex = HIPFFT_C2C;
  static constexpr auto run_to_complex = hipfftExecR2C;
  static constexpr auto run_to_real = hipfftExecC2R;
  static constexpr auto run = hipfftExecC2C;
};
#endif

inline std::string name_and_version() {
  int version = 0;
  static_cast<void>(get_version(&version));
  return std::string(name) + " " + std::to_string(version);
}

} // namespace isobar::gpu_fft

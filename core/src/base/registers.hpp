#pragma once

/// The vector registers of a host.
namespace isobar {

#if defined(__GNUC__) && !defined(__CUDACC__) && !defined(__HIP__) &&                              \
    !defined(SYCL_LANGUAGE_VERSION)
#define ISOBAR_VECTOR_EXTENSION 1
#endif

/// The bytes of the target's widest register. GCC splits wider vectors badly, so packs hold several native vectors instead.
#if defined(__AVX512F__)
inline constexpr int register_bytes = 64;
#elif defined(__AVX__)
inline constexpr int register_bytes = 32;
#else
inline constexpr int register_bytes = 16;
#endif

} // namespace isobar

#include "poisson/plane_fft.hpp"

#if !defined(ISOBAR_HAS_FFTW) && !defined(ISOBAR_HAS_GPU_FFT)
#include <isobar/core/poisson/mode_transform.hpp>

#include <stdexcept>

namespace isobar {

std::string fft_library() { return ""; }

template <class T> class PlaneFft<T>::Plans {};
template <class T> PlaneFft<T>::PlaneFft(const PlaneShape&, T*) {
  throw std::runtime_error("this build has no library for Fourier transforms");
}
template <class T> PlaneFft<T>::~PlaneFft() = default;
template <class T> void PlaneFft<T>::forward() const {}
template <class T> void PlaneFft<T>::backward() const {}

template class PlaneFft<double>;
template class PlaneFft<float>;

} // namespace isobar
#endif

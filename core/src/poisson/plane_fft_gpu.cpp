#include "poisson/plane_fft.hpp"

#if defined(ISOBAR_HAS_GPU_FFT)
#include "poisson/gpu_fft_runtime.hpp"
#include <isobar/core/base/region.hpp>
#include <isobar/core/poisson/mode_transform.hpp>

#include <array>
#include <stdexcept>

/// cuFFT on NVIDIA's GPUs, hipFFT on AMD's.
namespace isobar {

std::string fft_library() { return gpu_fft::name_and_version(); }

namespace {

void require(gpu_fft::Result result, const char* what) {
  if (result != gpu_fft::success)
    throw std::runtime_error(std::string(gpu_fft::name) + " refuses " + what + " (error " +
                             std::to_string(int(result)) + ")");
}

/// The distances in memory: between the numbers of a transform, and between transforms.
struct Places {
  gpu_fft::Count stride, distance;
};

/// A plan of many transforms of `length` numbers, in the order of Kokkos' launches.
class Plan {
public:
  Plan(gpu_fft::Type type, gpu_fft::Count length, const Places& from, const Places& to,
       gpu_fft::Count many) {
    require(gpu_fft::create(&plan_), "a plan");
    std::size_t work = 0;
    const gpu_fft::Result made =
        gpu_fft::make(plan_, 1, &length, &length, from.stride, from.distance, &length, to.stride,
                      to.distance, type, many, &work);
    if (made == gpu_fft::success)
      static_cast<void>(gpu_fft::set_stream(plan_, stream_of(ExecutionSpace())));
    else static_cast<void>(gpu_fft::destroy(plan_));
    require(made, "layers of this shape");
  }
  ~Plan() { static_cast<void>(gpu_fft::destroy(plan_)); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  gpu_fft::Handle get() const { return plan_; }

private:
  gpu_fft::Handle plan_{};
};

} // namespace

template <class T> class PlaneFft<T>::Plans {
  using Library = gpu_fft::Calls<T>;
  using Real = typename Library::Real;
  using Complex = typename Library::Complex;

public:
  Plans(const PlaneShape& s, T* planes)
      : planes_(planes), to_complex_(Library::to_complex, s.nx, {1, s.row()}, {1, s.row() / 2},
                                     gpu_fft::Count(s.nz) * s.ny),
        to_real_(Library::to_real, s.nx, {1, s.row() / 2}, {1, s.row()},
                 gpu_fft::Count(s.nz) * s.ny),
        along_y_(Library::complex, s.ny, across(s), across(s), across(s).stride) {}

  void forward() const {
    const Region region("isobar/fft/0");
    require(Library::run_to_complex(to_complex_.get(), reals(), complexes()), "a transform");
    require(Library::run(along_y_.get(), complexes(), complexes(), gpu_fft::forward),
            "a transform");
  }
  void backward() const {
    const Region region("isobar/fft/0");
    require(Library::run(along_y_.get(), complexes(), complexes(), gpu_fft::backward),
            "a transform");
    require(Library::run_to_real(to_real_.get(), complexes(), reals()), "a transform");
  }

private:
  /// Returns the distances of the transform along y. All numbers of a row of layers lie beside each other.
  static Places across(const PlaneShape& s) { return {gpu_fft::Count(s.row() / 2) * s.nz, 1}; }
  Real* reals() const { return reinterpret_cast<Real*>(planes_); }
  Complex* complexes() const { return reinterpret_cast<Complex*>(planes_); }

  T* planes_;
  Plan to_complex_, to_real_, along_y_;
};

template <class T> PlaneFft<T>::PlaneFft(const PlaneShape& shape, T* planes) {
  if (shape.size() > 0) plans_ = std::make_unique<Plans>(shape, planes);
}
template <class T> PlaneFft<T>::~PlaneFft() = default;
template <class T> void PlaneFft<T>::forward() const {
  if (plans_) plans_->forward();
}
template <class T> void PlaneFft<T>::backward() const {
  if (plans_) plans_->backward();
}

template class PlaneFft<double>;
template class PlaneFft<float>;

} // namespace isobar
#endif

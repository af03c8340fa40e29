#include <isobar/core/poisson/mode_transform.hpp>

#include "poisson/plane_fft.hpp"
#include <isobar/core/base/region.hpp>

namespace isobar {

template <class P>
ModeTransform<P>::ModeTransform(const BoxSpec& box, int nz)
    : planes_(AxisModes::of(box.x, "x"), AxisModes::of(box.y, "y"), nz) {
  const Region region(setup_part::plans);
  fft_ = std::make_unique<PlaneFft<typename P::storage>>(planes_.shape(), planes_.numbers.data());
}

template <class P> ModeTransform<P>::ModeTransform(ModeTransform&&) noexcept = default;
template <class P>
ModeTransform<P>& ModeTransform<P>::operator=(ModeTransform&&) noexcept = default;
template <class P> ModeTransform<P>::~ModeTransform() = default;

template <class P> Int64 ModeTransform<P>::bytes(const BoxSpec& box, int nz) {
  return ModePlanes<P>::bytes(AxisModes::of(box.x, "x"), AxisModes::of(box.y, "y"), nz);
}

template <class P> void ModeTransform<P>::forward(const Vector& f, const Vector& modes) const {
  ModeKernels<P>::arrange(planes_, f);
  fft_->forward();
  ModeKernels<P>::split(planes_, modes);
}

template <class P> void ModeTransform<P>::backward(const Vector& modes, const Vector& u) const {
  ModeKernels<P>::join(planes_, modes);
  fft_->backward();
  ModeKernels<P>::collect(planes_, u);
}

template class ModeTransform<Double>;
template class ModeTransform<Float>;

} // namespace isobar

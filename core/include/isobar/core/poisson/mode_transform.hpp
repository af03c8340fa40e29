#pragma once
#include <isobar/core/box/box_spec.hpp>
#include <isobar/core/box/kernels/mode_kernels.hpp>

#include <memory>
#include <string>

namespace isobar {

template <class T> class PlaneFft;

/// Returns the name and version of this build's Fourier transform library; empty if there is none.
std::string fft_library();

/// Transforms between cells and modes in x and y, layer by layer. Mode (p, q) of a layer is
/// the sum over its cells of f times the mode of x times the mode of y. A rank that
/// transforms has whole layers. The transform works on one copy of them as complex numbers.
template <class P> class ModeTransform {
public:
  using Vector = FieldOf<P>;

  /// Prepares transforms of fields that have the box's columns and nz layers.
  /// Throws std::invalid_argument if x or y has cells of different widths. Throws
  /// std::runtime_error if the build has no library, or if the library refuses.
  ModeTransform(const BoxSpec& box, int nz);
  ModeTransform(ModeTransform&&) noexcept;
  ModeTransform& operator=(ModeTransform&&) noexcept;
  ~ModeTransform();
  /// Device bytes, without the library's own buffers.
  static Int64 bytes(const BoxSpec& box, int nz);

  /// Computes modes from f, both in owned cells. Both may be one field. 4 references, and the
  /// library's own.
  void forward(const Vector& f, const Vector& modes) const;
  /// Computes u from modes: the inverse transform times factor(). Both may be one field.
  void backward(const Vector& modes, const Vector& u) const;

  const AxisModes& x() const { return planes_.x; }
  const AxisModes& y() const { return planes_.y; }
  /// The factor by which forward and backward together multiply.
  double factor() const { return double(x().length) * y().length; }

private:
  ModePlanes<P> planes_;
  std::unique_ptr<PlaneFft<typename P::storage>> fft_;
};

extern template class ModeTransform<Double>;
extern template class ModeTransform<Float>;

} // namespace isobar

#pragma once
#include <isobar/core/box/kernels/mode_kernels.hpp>

#include <memory>

namespace isobar {

/// The Fourier transform of layers, in place, by a library: along x from real to complex numbers, then along y; and back, times nx ny.
template <class T> class PlaneFft {
public:
  /// Throws std::runtime_error if the library refuses, or if there is none.
  PlaneFft(const PlaneShape& shape, T* planes);
  ~PlaneFft();
  PlaneFft(const PlaneFft&) = delete;
  PlaneFft& operator=(const PlaneFft&) = delete;

  /// Only launches, on a GPU.
  void forward() const;
  void backward() const;

private:
  class Plans;
  std::unique_ptr<Plans> plans_;
};

} // namespace isobar

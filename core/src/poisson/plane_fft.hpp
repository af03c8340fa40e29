#pragma once
#include <isobar/core/box/kernels/mode_kernels.hpp>

#include <memory>

namespace isobar {

/// A library's Fourier transform of layers, in place: along x from real to complex numbers, then along y. The transform back
/// multiplies by nx ny.
template <class T> class PlaneFft {
public:
  /// Throws std::runtime_error if the library refuses, or if there is none.
  PlaneFft(const PlaneShape& shape, T* planes);
  ~PlaneFft();
  PlaneFft(const PlaneFft&) = delete;
  PlaneFft& operator=(const PlaneFft&) = delete;

  /// On a GPU these functions only launch.
  void forward() const;
  void backward() const;

private:
  class Plans;
  std::unique_ptr<Plans> plans_;
};

} // namespace isobar

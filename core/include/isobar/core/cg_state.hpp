#pragma once
#include <isobar/core/solve.hpp>

#include <cmath>
#include <string>

namespace isobar {

/// CG's scalars. They live in the device's memory, so that iterations follow each other without a
/// look of the host: a kernel leaves its sums here, a step below makes alpha or beta of them, and the
/// next kernel reads those.
struct CgState {
  static constexpr int most = 8; ///< norms that are kept: iterations between two looks
  /// Iterations that are given out at a time: a host gains nothing by more than one.
  static constexpr int batch = on_host ? 1 : most;

  Sums sums; ///< of the last kernel: this rank's, or all ranks' when a step takes them
  double alpha = 0.0, beta = 0.0, kappa = 0.0;
  double rhs_norm = 0.0, tolerance = 0.0;
  double norms[most] = {}; ///< of the residual, by iteration modulo `most`
  int iterations = 0;      ///< that have a norm
  bool breakdown = false;
  bool over = false; ///< kernels and steps that still follow do nothing
};

/// After the first tridiag, r = f.
struct FirstNorm {
  KOKKOS_FUNCTION void operator()(CgState& s) const {
    s.rhs_norm = std::sqrt(s.sums.first);
    s.kappa = s.sums.second;
  }
};

/// After spmv: alpha = kappa / <p, A p>.
struct StepLength {
  KOKKOS_FUNCTION void operator()(CgState& s) const {
    if (s.over) return;
    const double sigma = s.sums.first;
    s.breakdown = !(sigma > 0.0 && s.kappa > 0.0) && std::isfinite(sigma);
    s.over = s.breakdown;
    s.alpha = s.breakdown ? 0.0 : s.kappa / sigma;
  }
};

/// After tridiag: beta = kappa / kappa_old, the norm, and whether it was the last one. That is for
/// ConvergenceTest to say; these are its conditions, to the last bit, for those who cannot ask it.
struct NextDirection {
  KOKKOS_FUNCTION void operator()(CgState& s) const {
    if (s.over) return;
    const double norm = std::sqrt(s.sums.first);
    s.norms[s.iterations % CgState::most] = norm;
    ++s.iterations;
    s.beta = s.sums.second / s.kappa;
    s.kappa = s.sums.second;
    s.over = !std::isfinite(norm) || relative_norm(norm, s.rhs_norm) <= s.tolerance;
  }
};

/// The state in the device's memory and the host's copy of it, which is made when asked for: 128
/// bytes. On hosts both are one.
class CgScalars {
public:
  CgScalars() : device_("isobar cg state"), host_(Kokkos::create_mirror_view(device_)) {}

  CgState* device() const { return device_.data(); }
  CgState& host() const { return host_(); }
  /// The state from which a solve starts; with alpha and beta, from which a kernel alone does.
  void begin(double tolerance, double alpha = 0.0, double beta = 0.0) const {
    host() = {};
    host().tolerance = tolerance;
    host().alpha = alpha;
    host().beta = beta;
    to_device();
  }
  void to_device() const { Kokkos::deep_copy(device_, host_); }
  /// Waits for all that was launched.
  CgState& to_host() const {
    Kokkos::deep_copy(host_, device_);
    return host_();
  }
  /// Where a kernel leaves its sums, without the host waiting for them.
  Kokkos::Sum<Sums, MemorySpace> sums() const {
    return Kokkos::View<Sums, MemorySpace>(&device_.data()->sums);
  }
  /// Takes a step behind what was launched. Returns before a device has finished.
  template <class Step> void launch(const Step& step) const {
    static const std::string label = "isobar/cg_scalars";
    CgState* const state = device_.data();
    Kokkos::parallel_for(
        label, Kokkos::RangePolicy<ExecutionSpace>(0, 1), KOKKOS_LAMBDA(int) { step(*state); });
  }

private:
  using View = Kokkos::View<CgState, MemorySpace>;
  View device_;
  typename View::HostMirror host_;
};

} // namespace isobar

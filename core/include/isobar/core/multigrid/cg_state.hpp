#pragma once
#include <isobar/core/base/emulated_queue.hpp>
#include <isobar/core/base/relative_norm.hpp>

#include <cmath>

namespace isobar {

/// The step that follows a kernel when the sums of all ranks have arrived.
enum class CgStep {
  none,
  first_norm,    ///< after the first tridiag, r = f
  step_length,   ///< after spmv: alpha = kappa / <p, A p>
  next_direction ///< after tridiag: beta = kappa / kappa_old, the norm, and whether it ends the solve
};

/// CG's scalars. They stay in the device's memory, so that iterations follow each other without the
/// host. A kernel writes its sums here, a step computes alpha or beta from them, and the next
/// kernel reads these.
struct CgState {
  static constexpr int most = 16; ///< norms kept: iterations between two reads by the host
  /// Iterations that the host launches at a time. On a host, more than one would not help.
  static constexpr int batch = on_host ? 1 : most;

  Sums sums; ///< sums of the last kernel, over this rank; a step gets them over all ranks
  double alpha = 0.0, beta = 0.0, kappa = 0.0;
  double rhs_norm = 0.0;
  StoppingRule rule{};
  double norms[most] = {}; ///< residual norms, by iteration modulo `most`
  int iterations = 0;      ///< iterations that have a norm
  bool breakdown = false;
  bool finished = false; ///< if true, the remaining kernels and steps do nothing

  KOKKOS_FUNCTION void perform(CgStep step) {
    if (finished) return;
    if (step == CgStep::first_norm) {
      rhs_norm = std::sqrt(sums.first);
      kappa = sums.second;
    }
    if (step == CgStep::step_length) find_step_length(sums.first);
    if (step == CgStep::next_direction) find_next_direction(std::sqrt(sums.first), sums.second);
  }

private:
  KOKKOS_FUNCTION void find_step_length(double sigma) {
    breakdown = !(sigma > 0.0 && kappa > 0.0) && std::isfinite(sigma);
    finished = breakdown;
    alpha = breakdown ? 0.0 : kappa / sigma;
  }
  /// ConvergenceTest decides whether a norm was the last one. This function
  /// repeats its conditions, to the last bit, for code that cannot call it.
  KOKKOS_FUNCTION void find_next_direction(double norm, double new_kappa) {
    norms[iterations % most] = norm;
    ++iterations;
    beta = new_kappa / kappa;
    kappa = new_kappa;
    finished = !std::isfinite(norm) || rule.is_met(norm, rhs_norm, iterations) ||
               rule.is_diverged(norm, rhs_norm);
  }
};

/// A reducer that writes a kernel's sums into the state, so that the host does not
/// wait. The last team to finish performs the step that follows, which saves a launch.
class CgSums : public Kokkos::Sum<Sums, MemorySpace> {
public:
  using reducer = CgSums;
  CgSums(CgState* state, CgStep step)
      : Kokkos::Sum<Sums, MemorySpace>(Kokkos::View<Sums, MemorySpace>(&state->sums)),
        state_(state), step_(step) {}
  KOKKOS_FUNCTION void final(Sums& sums) const {
    state_->sums = sums;
    state_->perform(step_);
  }

private:
  CgState* state_;
  CgStep step_;
};

/// The state in the device's memory, and the host's copy of it. Each call of to_host() or
/// to_device() copies 200 bytes. On hosts both are the same memory, unless a device's queue is
/// emulated.
class CgScalars {
public:
  CgScalars() : device_("isobar cg state"), host_(host_mirror(device_)) {}

  CgState* device() const { return device_.data(); }
  CgState& host() const { return host_(); }
  /// Sets the state at the start of a solve. Only a kernel that runs by itself needs alpha and
  /// beta.
  void begin(const StoppingRule& rule, double alpha = 0.0, double beta = 0.0) const {
    host() = {};
    host().rule = rule;
    host().alpha = alpha;
    host().beta = beta;
    to_device();
  }
  void to_device() const { Kokkos::deep_copy(device_, host_); }
  /// Waits for all launches, and returns the host's copy with the device's numbers.
  CgState& to_host() const {
    Kokkos::deep_copy(host_, device_);
    return host_();
  }
  CgSums sums(CgStep step) const { return {device(), step}; }

private:
  using View = Kokkos::View<CgState, MemorySpace>;
  View device_;
  typename View::HostMirror host_;
};

} // namespace isobar

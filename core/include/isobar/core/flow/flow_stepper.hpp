#pragma once
#include <isobar/core/flow/flow_clock.hpp>
#include <isobar/core/flow/flow_kernels.hpp>
#include <isobar/core/flow/time_scheme.hpp>
#include <isobar/core/multigrid/communicator.hpp>
#include <isobar/core/poisson/poisson_solver.hpp>

#include <string_view>
#include <vector>

namespace isobar {

/// Returns the stages of a step of length dt. `last_dt` is the length of the step before, and 0 if
/// there was none.
std::vector<StageWeights> stages(TimeScheme scheme, double dt, double last_dt);

/// The outcome of a step. Each is a result, and none throws an exception.
enum class StepStatus {
  done,
  pressure_not_converged, ///< the velocity's divergence is above the tolerance; the flow can go on
  unstable,  ///< the flow grows as its equations forbid; only the caller checks (EnergyBudget)
  not_finite ///< NaN or infinity: the fields are lost
};
/// The name of a status.
std::string_view to_string(StepStatus status);

/// The result of a step.
struct StepReport {
  StepStatus status = StepStatus::done;
  std::vector<SolveReport> pressure; ///< solves of each stage
  /// The iterations of all solves.
  int pressure_iterations() const;
};

/// The state from which a flow continues, which is all that a restart file keeps. Its fields share
/// memory with the stepper's.
template <class P> struct FlowState {
  FlowFields<P> fields, rates;
  FieldOf<P> pressure;
  FlowClock clock;
};

/// The choices that stay the same during a run.
struct FlowSetup {
  FlowSpec spec;
  Partition partition; ///< this rank's columns
  TimeScheme scheme = TimeScheme::adams_bashforth;
  SolveControls
      pressure{}; ///< of the pressure; its tolerance is relative to the divergence before the projection
};

/// Advances an incompressible flow in time. A step consists of an explicit step of momentum and
/// temperature, and a projection onto velocities without divergence (Chorin 1968). The solve for
/// the pressure starts from the last pressure. See docs/flow-design.md.
template <class P> class FlowStepper {
public:
  using T = typename P::storage;
  using Vector = FieldOf<P>;

  /// Allocates all memory, and sets all fields to 0. `pressure` solves on pressure_box(spec). It
  /// and the communicator must outlive the stepper. Throws std::invalid_argument for an impossible
  /// spec, or if the partition does not fit.
  FlowStepper(const FlowSetup& setup, PoissonSolver<P>& pressure, Communicator<T>& communicator);
  /// Device bytes of a stepper, without the pressure's solver.
  static Int64 bytes(const FlowSpec& spec, const Partition& partition);

  /// The sizes of the bundles that a stepper exchanges: u and v, and all fields. Its communicator
  /// should be made for these bundles.
  static std::vector<int> bundles(const FlowSpec& spec);

  /// Makes one step of length dt. Collective. Waits.
  StepReport step(double dt);

  /// The length of the longest stable step. For this step, the CFL number over `cfl` plus
  /// diffusion's share of its limit is 1.
  double stable_step(double cfl) const;
  /// The CFL number that the next step would have with length 1.
  double cfl_rate() const { return cfl_rate_; }
  /// This rank's share of the kinetic energy, which the last projection computed.
  double own_energy() const { return own_energy_; }
  /// The largest change of any field in the last stage, over the stage's length. It is 0 in a
  /// steady flow. Valid after a step, until the caller changes the fields. Collective.
  double rate_of_change() const;

  const FlowGridOf<P>& grid() const { return grid_; }
  Ranks& ranks() const { return communicator_; }
  const FlowFields<P>& fields() const { return now_; }
  const Vector& pressure() const { return pressure_.solution(); }
  const FlowClock& clock() const { return clock_; }

  /// The state, which the caller may read. The caller may write owned cells before it calls
  /// restart().
  FlowState<P> state() const { return {now_, rates_, pressure_.solution(), clock_}; }
  /// Continues from owned cells that the caller has written. An initial state needs the fields
  /// alone, and a restart needs the whole state. With the clock of the written state, a run on the
  /// same number of ranks continues with the same bits. Collective.
  void restart(const FlowClock& clock);

private:
  StepStatus advance(const StageWeights& stage, StepReport& report);
  void exchange_first(const FlowFields<P>& fields, int count, Halo halo);
  void complete();
  void let_leave(double length);
  void note(const FlowMotion& motion);
  double over_ranks(double largest) const;

  FlowSetup setup_;
  PoissonSolver<P>& pressure_;
  Communicator<T>& communicator_;
  FlowGridOf<P> grid_;
  int fields_; ///< number of fields, with or without temperature
  FlowFields<P> now_, next_, rates_;
  Vector rhs_;
  FlowClock clock_;
  double cfl_rate_ = 0.0, own_energy_ = 0.0, stage_length_ = 0.0;
  double entering_ = 0.0,
         open_area_ = 0.0; ///< volume that enters in a unit of time; area of the outflow
};

} // namespace isobar

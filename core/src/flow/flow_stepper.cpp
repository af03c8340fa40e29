#include "base/precision_list.hpp"

#include <isobar/core/base/region.hpp>
#include <isobar/core/flow/flow_stepper.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace isobar {
namespace {

/// Returns the limit of diffusion: the largest real z for which steps of y' = - z y stay bounded.
double diffusion_limit(TimeScheme scheme) {
  return scheme == TimeScheme::adams_bashforth ? 1.0 : 2.5;
}

int fields_of(const FlowSpec& spec) { return spec.has_temperature ? flow_fields : flow_fields - 1; }

/// The divergence needs the halo of the first fields, u and v. This is their number.
constexpr int velocities_across = 2;

template <class P>
FlowFields<P> make_fields(const std::string& label, const FlowSpec& spec, const Partition& p) {
  FlowFields<P> fields;
  for (int f = 0; f < fields_of(spec); ++f)
    fields[std::size_t(f)] = FieldOf<P>("isobar flow " + label, p.nx, p.ny, spec.z.cells());
  return fields;
}

} // namespace

template <class P>
FlowStepper<P>::FlowStepper(const FlowSetup& setup, PoissonSolver<P>& pressure,
                            Communicator<T>& communicator)
    : setup_(setup), pressure_(pressure), communicator_(communicator),
      grid_(setup.spec, setup.partition), fields_(fields_of(setup.spec)) {
  const Partition& p = setup.partition;
  const Region region(setup_part::allocation);
  now_ = make_fields<P>("fields", setup.spec, p);
  next_ = make_fields<P>("next fields", setup.spec, p);
  rates_ = make_fields<P>("rates", setup.spec, p);
  rhs_ = Vector("isobar flow divergence", p.nx, p.ny, grid_.nz());
  require_fit(communicator, p, rhs_.shape());
  require_fit(communicator, p, pressure.solution().shape());
  restart({});
}

template <class P> Int64 FlowStepper<P>::bytes(const FlowSpec& spec, const Partition& p) {
  const int nz = spec.z.cells();
  const FieldShape shape = FieldShape::of<T>(p.nx, p.ny, nz, P::layout);
  return (3 * fields_of(spec) + 1) * shape.size() * Int64(sizeof(T)) +
         FlowGridOf<P>::bytes(p.nx, p.ny, nz) + ObstacleCodes::bytes(spec, p);
}

template <class P> std::vector<int> FlowStepper<P>::bundles(const FlowSpec& spec) {
  return {velocities_across, fields_of(spec)};
}

template <class P> StepReport FlowStepper<P>::step(double dt) {
  StepReport report;
  for (const StageWeights& stage : stages(setup_.scheme, dt, clock_.last_dt)) {
    report.status = std::max(report.status, advance(stage, report));
    if (report.status == StepStatus::not_finite) return report;
  }
  clock_ = {clock_.time + dt, clock_.steps + 1, dt};
  return report;
}

/// Predicts the fields, projects the velocity, and completes the halo.
template <class P>
StepStatus FlowStepper<P>::advance(const StageWeights& stage, StepReport& report) {
  FlowPredictor<P>::predict(grid_, stage, now_, rates_, next_);
  exchange_first(next_, velocities_across, Halo::edges);
  if (open_area_ > 0.0) let_leave(stage.length());
  FlowProjection<P>::divergence(grid_, stage.length(), next_, rhs_);
  report.pressure.push_back(pressure_.solve(rhs_, setup_.pressure, Guess::current));
  const FlowMotion motion =
      FlowProjection<P>::project(grid_, stage.length(), pressure_.solution(), next_);
  std::swap(now_, next_);
  complete();
  note(motion);
  stage_length_ = stage.length();
  const SolveStatus solved = report.pressure.back().status;
  if (!std::isfinite(cfl_rate_) || solved == SolveStatus::not_finite) return StepStatus::not_finite;
  return solved == SolveStatus::converged ? StepStatus::done : StepStatus::pressure_not_converged;
}

/// Exchanges the first `count` fields in one message to each neighbour.
template <class P>
void FlowStepper<P>::exchange_first(const FlowFields<P>& fields, int count, Halo halo) {
  const std::array<FieldMemory<T>, flow_fields> shared{fields[0], fields[1], fields[2], fields[3]};
  communicator_.exchange_together({shared.data(), std::size_t(count)}, halo);
}

/// Momentum needs the corners of u and v. The corners of w and T travel too: to leave them out would cost another message.
template <class P> void FlowStepper<P>::complete() {
  exchange_first(now_, fields_, Halo::edges_and_corners);
  FlowSides<P>::fill(grid_, now_);
  if (setup_.spec.has(WallKind::outflow)) FlowOutflow<P>::close(grid_, now_);
}

/// Advects fluid out with the mean speed of the fluid that enters. Then corrects the outflow, so that as much leaves as enters.
template <class P> void FlowStepper<P>::let_leave(double length) {
  const double speed = std::max(entering_ / open_area_, 0.0);
  double leaving = FlowOutflow<P>::leave(grid_, length, speed, now_, next_);
  communicator_.sum({&leaving, 1});
  FlowOutflow<P>::add(grid_, (entering_ - leaving) / open_area_, next_);
}

/// Reduces the CFL number over the ranks. The energy stays this rank's share: its reader makes an all-reduce anyway.
template <class P> void FlowStepper<P>::note(const FlowMotion& motion) {
  cfl_rate_ = over_ranks(motion.largest_rate);
  own_energy_ = motion.energy;
}

/// Turns a NaN into infinity, as a maximum over the ranks may lose a NaN.
template <class P> double FlowStepper<P>::over_ranks(double largest) const {
  if (std::isnan(largest)) largest = std::numeric_limits<double>::infinity();
  communicator_.max({&largest, 1});
  return largest;
}

template <class P> void FlowStepper<P>::restart(const FlowClock& clock) {
  clock_ = clock;
  exchange(communicator_, pressure_.solution());
  complete();
  if (setup_.spec.has(WallKind::outflow)) {
    const Sums mine = FlowOutflow<P>::entering(grid_, now_);
    std::array<double, 2> sums{mine.first, mine.second};
    communicator_.sum(sums);
    entering_ = sums[0], open_area_ = sums[1];
  }
  note(FlowProjection<P>::project(grid_, 0.0, pressure_.solution(), now_));
}

template <class P> double FlowStepper<P>::stable_step(double cfl) const {
  const FlowSpec& spec = setup_.spec;
  const double diffusivity =
      spec.has_temperature ? std::max(spec.viscosity, spec.diffusivity) : spec.viscosity;
  return 1.0 /
         (cfl_rate_ / cfl + diffusivity * diffusion_rate(spec) / diffusion_limit(setup_.scheme));
}

template <class P> double FlowStepper<P>::rate_of_change() const {
  Largest largest;
  for (std::size_t f = 0; f < std::size_t(fields_); ++f)
    largest += {FlowMeasures<P>::change(grid_, now_[f], next_[f])};
  return over_ranks(largest.value) / stage_length_;
}

ISOBAR_INSTANTIATE_FOR_BOX(class FlowStepper)

} // namespace isobar

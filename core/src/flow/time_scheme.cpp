#include <isobar/core/flow/flow_stepper.hpp>

#include <algorithm>
#include <cmath>

namespace isobar {

/// Adams-Bashforth integrates the straight line through the last two rates over the step. The step is Euler's if there is no
/// last rate. It is Euler's, too, if the last step was so short that the line would magnify the errors of both rates.
/// Runge-Kutta is Wray's, as Spalart, Moser and Rogers give it (J. Comput. Phys. 96, 1991); the stages end after 8/15, 2/3 and
/// all of the step.
std::vector<StageWeights> stages(TimeScheme scheme, double dt, double last_dt) {
  if (scheme == TimeScheme::runge_kutta)
    return {{dt * 8.0 / 15.0, 0.0},
            {dt * 5.0 / 12.0, -dt * 17.0 / 60.0},
            {dt * 3.0 / 4.0, -dt * 5.0 / 12.0}};
  constexpr double most_growth = 4.0;
  const double half = dt <= most_growth * last_dt ? 0.5 * dt / last_dt : 0.0;
  return {{dt * (1.0 + half), -dt * half}};
}

double largest_cfl(TimeScheme scheme) {
  return scheme == TimeScheme::runge_kutta ? std::sqrt(3.0) : 1.0;
}

std::string_view to_string(TimeScheme scheme) {
  return scheme == TimeScheme::adams_bashforth ? "adams-bashforth" : "runge-kutta";
}

std::string_view to_string(StepStatus status) {
  switch (status) {
  case StepStatus::done: return "done";
  case StepStatus::pressure_not_converged: return "pressure not converged";
  case StepStatus::unstable: return "unstable";
  case StepStatus::not_finite: break;
  }
  return "not finite";
}

int StepReport::pressure_iterations() const {
  int sum = 0;
  for (const SolveReport& report : pressure) sum += report.iterations;
  return sum;
}

} // namespace isobar

#include "pressure/run/model_step.hpp"

#include "run/statistics.hpp"

#include <algorithm>
#include <cstddef>

namespace isobar {
namespace {

using Statistic = double (*)(std::vector<double>);

double fastest(std::vector<double> seconds) { return std::ranges::min(seconds); }

/// The statistic of each step, and their mean. `samples` has the steps of one repeat after the other. 0 if a step has no sample.
double mean_over_steps(const std::vector<double>& samples, int steps, Statistic statistic) {
  if (steps < 1 || samples.size() < std::size_t(steps)) return 0.0;
  double sum = 0.0;
  for (int step = 0; step < steps; ++step) {
    std::vector<double> of_step;
    for (std::size_t n = std::size_t(step); n < samples.size(); n += std::size_t(steps))
      of_step.push_back(samples[n]);
    sum += statistic(std::move(of_step));
  }
  return sum / steps;
}

double seconds(const SequenceSamples& samples, int steps, int steps_per_setup,
               Statistic statistic) {
  const double setups = 1.0 / steps_per_setup;
  return mean_over_steps(samples.solves, steps, statistic) +
         (1.0 - setups) * mean_over_steps(samples.updates, steps - 1, statistic) +
         setups * mean_over_steps(samples.setups, 1, statistic);
}

} // namespace

ModelStep model_step(const SequenceSamples& samples, int steps, int steps_per_setup) {
  return {seconds(samples, steps, steps_per_setup, median),
          seconds(samples, steps, steps_per_setup, fastest)};
}

} // namespace isobar

#include "pressure/run/sequence_records.hpp"

#include "run/statistics.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace isobar {
namespace {

/// Failed checks are worse than passed ones, then those nearer to their bound. A NaN is worst.
bool is_worse(const Check& a, const Check& b) {
  if (a.passed != b.passed) return !a.passed;
  return !(a.value * b.bound <= b.value * a.bound);
}

void keep_worst(std::vector<Check>& checks, const Check& check) {
  const auto same = std::ranges::find(checks, check.name, &Check::name);
  if (same == checks.end()) checks.push_back(check);
  else if (is_worse(check, *same)) *same = check;
}

double sum(const std::vector<double>& x, std::size_t first, std::size_t count) {
  const auto begin = x.begin() + std::ptrdiff_t(std::min(first, x.size()));
  return std::accumulate(begin, x.begin() + std::ptrdiff_t(std::min(first + count, x.size())), 0.0);
}

} // namespace

std::vector<StepRecord> step_records(const std::vector<Deck>& decks) {
  std::vector<StepRecord> records;
  for (const Deck& deck : decks) {
    StepRecord& step = records.emplace_back();
    step.time_step = *deck.physics.time_step;
    step.sound_speed = deck.physics.sound_speed;
    step.right_side = deck::word(deck.rhs.kind);
    step.seed = deck.rhs.seed;
  }
  return records;
}

void record_solve(StepRecord& step, const SolveDemands& demands, const SolveReport& solve) {
  ++step.solves;
  step.iterations = std::max(step.iterations, solve.iterations);
  for (const Check& check : check_convergence(demands, solve)) keep_worst(step.checks, check);
}

void record_truth(StepRecord& step, const TrueResidual& truth) {
  ++step.verified;
  step.true_residual = std::max(step.true_residual, truth.relative);
  for (const Check& check : truth.checks) keep_worst(step.checks, check);
}

void add_step_checks(RunResult& result, bool is_verified) {
  std::vector<Check> worst;
  double largest = 0.0;
  for (std::size_t n = 0; n < result.steps.size(); ++n) {
    const StepRecord& step = result.steps[n];
    largest = std::max(largest, step.true_residual);
    for (Check check : step.checks) {
      check.message = fmt::format("step {}: {}", n, check.message);
      keep_worst(worst, check);
    }
    if (is_verified && step.verified == 0)
      keep_worst(worst, {"all_steps", false, 0.0, 1.0,
                         fmt::format("step {}: no solution of it was verified", n)});
  }
  if (is_verified) result.put_first({worst, largest});
  else add_checks(result.checks, worst);
}

double seconds_of_parts(const RunResult& result) {
  double seconds = 0.0;
  for (const Timing* t : {&result.setup, &result.update, &result.solving})
    seconds += sum(t->samples, 0, t->samples.size());
  return seconds;
}

void reduce_sequence(const MpiComm& comm, RunResult& result) {
  const std::size_t steps = result.steps.size();
  const auto sequences = [&] {
    std::vector<double> seconds;
    for (std::size_t n = 0; n < result.setup.samples.size(); ++n)
      seconds.push_back(result.setup.samples[n] +
                        sum(result.update.samples, n * (steps - 1), steps - 1) +
                        sum(result.solving.samples, n * steps, steps));
    return seconds;
  };
  result.sequence.samples = sequences(); // this rank's
  for (Timing* t : {&result.sequence, &result.setup, &result.update, &result.solving,
                    &result.transpose, &result.total})
    reduce_over_ranks(comm, *t);
  result.sequence.samples = sequences(); // each part by its slowest rank
}

} // namespace isobar

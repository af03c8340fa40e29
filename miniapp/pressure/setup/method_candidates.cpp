#include "pressure/setup/method_candidates.hpp"

#include "pressure/setup/method_choice.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace isobar {
namespace {

using deck::Method;

std::vector<MethodCandidate> symmetric_candidates(const Equation& equation) {
  const std::string separation = reason_against_separation(equation);
  std::vector<MethodCandidate> candidates{
      {Method::cg_multigrid},
      {Method::modes, separation},
      {Method::cg_modes, separation.empty() ? "the equation separates" : ""}};
  if (equation.is_the_spec()) candidates.insert(candidates.begin(), {Method::multigrid});
  return candidates;
}

std::vector<MethodCandidate> unsymmetric_candidates() {
  return {{Method::bicgstab_multigrid}, {Method::gmres_multigrid}, {Method::bicgstab_modes}};
}

/// Seconds of a solve, by which methods are compared. Methods that were not measured or may not be taken come last.
double time_of(const MethodCandidate& c, int steps) {
  if (!c.may_be_taken()) return std::numeric_limits<double>::infinity();
  return c.measured ? c.measured->a_solve(steps) : std::numeric_limits<double>::max();
}

/// "3.03 (9)": milliseconds, and iterations of a solve.
std::string time_text(const MethodTimes& times, int steps) {
  return fmt::format("{:.3g} ({})", 1e3 * times.a_solve(steps), times.iterations);
}

/// The text after the methods that may be taken.
std::string left_out_text(const std::vector<MethodCandidate>& candidates) {
  std::string text;
  for (const MethodCandidate& c : candidates)
    if (!c.may_be_taken()) text += fmt::format("; {} left out: {}", c.name(), c.left_out);
  return text;
}

} // namespace

std::string MethodCandidate::name() const {
  return std::string(deck::word(method)) + (of_cells ? " of cells" : "");
}

Method method_of_cells(const Equation& equation) {
  return equation.symmetric() ? Method::cg_multigrid : Method::bicgstab_multigrid;
}

std::vector<MethodCandidate> method_candidates(const Equation& equation, bool open_levels) {
  std::vector<MethodCandidate> candidates =
      equation.symmetric() ? symmetric_candidates(equation) : unsymmetric_candidates();
  if (open_levels && !equation.factorises())
    candidates.insert(candidates.begin(), {.method = method_of_cells(equation), .of_cells = true});
  return candidates;
}

int count_left(const std::vector<MethodCandidate>& candidates) {
  return int(std::ranges::count_if(candidates, &MethodCandidate::may_be_taken));
}

void leave_out_slow(std::vector<MethodCandidate>& candidates) {
  double least = std::numeric_limits<double>::infinity();
  for (const MethodCandidate& c : candidates)
    if (c.may_be_taken() && c.predicted) least = std::min(least, *c.predicted);
  for (MethodCandidate& c : candidates)
    if (c.may_be_taken() && c.predicted && *c.predicted > most_times_predicted * least)
      c.left_out = fmt::format("predicted to take {:.3g} ms a solve where another takes {:.3g}",
                               1e3 * *c.predicted, 1e3 * least);
}

bool is_far_behind(double first_solve, const std::vector<MethodCandidate>& candidates) {
  return std::ranges::any_of(candidates, [&](const MethodCandidate& c) {
    return c.may_be_taken() && c.measured && first_solve > most_times_fastest * c.measured->solve;
  });
}

std::size_t fastest_method(const std::vector<MethodCandidate>& candidates, int steps) {
  const auto best = std::ranges::min_element(
      candidates, {}, [&](const MethodCandidate& c) { return time_of(c, steps); });
  return std::size_t(best - candidates.begin());
}

std::string choice_reason(const std::vector<MethodCandidate>& candidates, std::size_t taken,
                          int steps) {
  const MethodCandidate& best = candidates[taken];
  std::string text = fmt::format("{}: ", best.name());
  if (!best.may_be_taken()) return text + "none is left" + left_out_text(candidates);
  if (!best.measured) return text + "no other is left" + left_out_text(candidates);
  text += fmt::format("{:.3g} ms a {} ({} iteration{})", 1e3 * best.measured->a_solve(steps),
                      steps > 0 ? "time step with its part of setup and updates" : "solve",
                      best.measured->iterations, best.measured->iterations == 1 ? "" : "s");
  for (const MethodCandidate& c : candidates)
    if (&c != &best && c.may_be_taken() && c.measured)
      text += fmt::format(", {} {}", c.name(), time_text(*c.measured, steps));
  return text + " (measured)" + left_out_text(candidates);
}

std::string candidates_text(const std::vector<MethodCandidate>& candidates) {
  std::vector<std::string> left;
  for (const MethodCandidate& c : candidates)
    if (c.may_be_taken()) left.push_back(c.name());
  return fmt::format("auto: {}{}{}", fmt::join(left, " or "),
                     left.size() > 1 ? ", by a measurement" : "", left_out_text(candidates));
}

} // namespace isobar

#include "run/result.hpp"

#include "run/statistics.hpp"

#include <algorithm>

namespace isobar {

double Timing::median() const { return isobar::median(samples); }

std::string RunResult::invalid_reason() const {
  if (interrupted) return "interrupted";
  for (const Check& check : checks)
    if (!check.passed) return check.name + ": " + check.message;
  for (const WrittenFile& file : files)
    if (!file.problem.empty()) return "output: " + file.problem;
  return {};
}

bool RunResult::reached_tolerance() const {
  const auto holds = [this](std::string_view name) {
    return std::ranges::all_of(checks, [&](const Check& c) { return c.name != name || c.passed; });
  };
  return !interrupted && solve.converged() && holds("true_residual");
}

double RunResult::mdof_per_second(Int64 unknowns) const {
  return double(unknowns) / solving.median() / 1e6;
}

} // namespace isobar

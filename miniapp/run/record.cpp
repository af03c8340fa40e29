#include "run/record.hpp"

#include "run/statistics.hpp"

#include <algorithm>

namespace isobar {

double Timing::median() const { return isobar::median(samples); }

std::string RunRecord::invalid_reason() const {
  if (interrupted) return "interrupted";
  for (const Check& check : checks)
    if (!check.passed) return check.name + ": " + check.message;
  for (const WrittenFile& file : files)
    if (!file.problem.empty()) return "output: " + file.problem;
  return {};
}

bool RunRecord::is_only_unverified() const {
  const auto failed = std::ranges::find(checks, false, &Check::passed);
  return !interrupted && failed != checks.end() && failed->name == unverified().name &&
         std::ranges::all_of(files, [](const WrittenFile& f) { return f.problem.empty(); });
}

bool RunRecord::passed(std::string_view check) const {
  return std::ranges::all_of(checks, [&](const Check& c) { return c.name != check || c.passed; });
}

Check unverified() { return {"verification", false, 0.0, 0.0, "verification is switched off"}; }

void SolveRecord::put_first(SolutionChecks solution) {
  true_residual = solution.true_residual;
  checks.insert(checks.begin(), solution.all.begin(), solution.all.end());
}

} // namespace isobar

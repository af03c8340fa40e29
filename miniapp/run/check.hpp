#pragma once
#include <string>
#include <utility>
#include <vector>

namespace isobar {

/// One condition of a valid run: passed if value <= bound (and value is a number).
struct Check {
  std::string name;
  bool passed = false;
  double value = 0.0;
  double bound = 0.0;
  std::string message;
};

/// Makes the check `value <= bound`, which fails for a NaN.
inline Check check_at_most(std::string name, double value, double bound, std::string message) {
  return {std::move(name), value <= bound, value, bound, std::move(message)};
}

/// Adds the checks of `more` behind the others.
inline void add_checks(std::vector<Check>& checks, const std::vector<Check>& more) {
  checks.insert(checks.end(), more.begin(), more.end());
}

} // namespace isobar

#pragma once
#include <isobar/core/base/types.hpp>

#include <string>

namespace isobar {

/// The energy of solves, for all devices together. It is the same on all ranks.
struct EnergyUse {
  std::string source;   ///< where the counters are from; empty if there are none
  double joules = 0.0;  ///< joules of all solves
  double seconds = 0.0; ///< seconds of all solves
  int solves = 0;
  int devices = 0;                     ///< devices, each counted once even if ranks share it
  std::string reason = "not measured"; ///< why there are no numbers; empty if there are

  bool is_known() const { return reason.empty(); }
  double watts() const { return joules / seconds; }
  double joules_per_solve() const { return joules / solves; }
  double microjoules_per_unknown(Int64 unknowns) const {
    return 1e6 * joules_per_solve() / double(unknowns);
  }
};

} // namespace isobar

#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/problem/equation.hpp"

#include <optional>
#include <string>
#include <vector>

/// Which methods solver.method = "auto" chooses from, and which one it takes by their times (docs/modes.md). Nothing here needs Kokkos.
namespace isobar {

/// Seconds that a method takes, each of the slowest rank, and the iterations of a solve. An update is 0 where there is none.
struct MethodTimes {
  double setup = 0.0, update = 0.0, solve = 0.0;
  int iterations = 0;

  /// What counts of them for one solve: of a sequence of so many time steps a setup and the updates too; 0: no sequence.
  double a_solve(int steps) const {
    return steps > 0 ? solve + (setup + update * (steps - 1)) / steps : solve;
  }
};

/// A method that may be chosen.
struct MethodCandidate {
  deck::Method method;
  std::string
      left_out{}; ///< why it is not taken, before or after it was measured; empty: it may be
  std::optional<double> predicted{}; ///< seconds of a solve (method_costs.hpp)
  std::optional<MethodTimes> measured{};

  bool may_be_taken() const { return left_out.empty(); }
};

/// The choice and its reason, for the report.
struct MethodChoice {
  std::vector<MethodCandidate> candidates{}; ///< none: the deck names its method
  std::string reason{}; ///< "modes: 1.85 ms a solve (1 iteration), multigrid 3.03 (3) (measured)"
};

/// The methods for an equation. Where it is symmetric: CG around multigrid, and multigrid alone unless coefficients are a number a cell;
/// and modes, or CG around them if it does not separate. With convection: BiCGStab around either, and GMRES around multigrid. Those that cannot be stand there with their reason.
std::vector<MethodCandidate> method_candidates(const Equation& equation);

/// How many may be taken.
int count_left(const std::vector<MethodCandidate>& candidates);

/// A solve that is predicted to take more than so many times the shortest one is not measured. The model is right to a factor of about two.
inline constexpr double most_times_predicted = 4.0;
/// Leaves those out.
void leave_out_slow(std::vector<MethodCandidate>& candidates);

/// The first solve of a candidate is all that is measured of it if it takes so many times as long as the fastest one so far:
/// multigrid may need hundreds of cycles where CG around it needs ten.
inline constexpr double most_times_fastest = 2.0;
/// Whether it is.
bool is_far_behind(double first_solve, const std::vector<MethodCandidate>& candidates);

/// The one with the least time by MethodTimes::a_solve. Those without times come last, and those that may not be taken behind them. Of equals
/// the first one.
std::size_t fastest_method(const std::vector<MethodCandidate>& candidates, int steps);

/// Why this one is taken, in one line.
std::string choice_reason(const std::vector<MethodCandidate>& candidates, std::size_t taken,
                          int steps);
/// Which ones there are, before any is measured.
std::string candidates_text(const std::vector<MethodCandidate>& candidates);

} // namespace isobar

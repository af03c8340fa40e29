#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/problem/equation.hpp"

#include <optional>
#include <string>
#include <vector>

/// The methods among which solver.method = "auto" chooses, and the choice by their times (docs/modes.md). Nothing here needs Kokkos.
namespace isobar {

/// Seconds of a method, each of the slowest rank, and the iterations of a solve. An update is 0 if there is none.
struct MethodTimes {
  double setup = 0.0, update = 0.0, solve = 0.0;
  int iterations = 0;

  /// Seconds that count for one solve. In a sequence of `steps` time steps they include setup and updates; 0: no sequence.
  double a_solve(int steps) const {
    return steps > 0 ? solve + (setup + update * (steps - 1)) / steps : solve;
  }
};

/// A method that may be chosen.
struct MethodCandidate {
  deck::Method method;
  std::string
      left_out{}; ///< the reason against it, before or after a measurement; empty: it may be chosen
  std::optional<double> predicted{}; ///< seconds of a solve (method_costs.hpp)
  std::optional<MethodTimes> measured{};
  bool of_cells = false; ///< with levels of the cells' couplings, whatever the deck's are

  /// "cg-multigrid", "cg-multigrid of cells"
  std::string name() const;
  bool may_be_taken() const { return left_out.empty(); }
};

/// The choice and its reason, for the report.
struct MethodChoice {
  std::vector<MethodCandidate> candidates{}; ///< none: the deck names its method
  std::string reason{}; ///< "modes: 1.85 ms a solve (1 iteration), multigrid 3.03 (3) (measured)"
};

/// The methods for an equation. If it is symmetric: CG around multigrid; multigrid alone, unless
/// coefficients are one number a cell; modes, or CG around them if it does not separate. With
/// convection: BiCGStab around either, GMRES around multigrid. If coefficients are one number a
/// cell and `open_levels` is set, multigrid with levels of cells comes first. It may take tens of
/// iterations where the others take a thousand, and is_far_behind measures those once only.
/// Impossible ones have a reason.
std::vector<MethodCandidate> method_candidates(const Equation& equation, bool open_levels);

/// The method around multigrid with levels of cells: CG if the equation is symmetric, else BiCGStab.
deck::Method method_of_cells(const Equation& equation);

/// The number of candidates that may be taken.
int count_left(const std::vector<MethodCandidate>& candidates);

/// A candidate whose predicted solve takes over this many times the shortest is not measured. The model is right to a factor of about two.
inline constexpr double most_times_predicted = 4.0;
/// Leaves such candidates out.
void leave_out_slow(std::vector<MethodCandidate>& candidates);

/// If the first solve of a candidate takes this many times as long as the fastest one so far, no
/// further solve is measured. Multigrid may need hundreds of cycles if CG around it needs ten.
inline constexpr double most_times_fastest = 2.0;
/// Whether the first solve takes that long.
bool is_far_behind(double first_solve, const std::vector<MethodCandidate>& candidates);

/// The candidate with the least time by MethodTimes::a_solve; of equal ones the first. Candidates
/// without times come after those with times, and those that may not be taken come last.
std::size_t fastest_method(const std::vector<MethodCandidate>& candidates, int steps);

/// The reason for taking this one, in one line.
std::string choice_reason(const std::vector<MethodCandidate>& candidates, std::size_t taken,
                          int steps);
/// The candidates in words, before any is measured.
std::string candidates_text(const std::vector<MethodCandidate>& candidates);

} // namespace isobar

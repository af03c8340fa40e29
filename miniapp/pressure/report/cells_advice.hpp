#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/problem/equation.hpp"

#include <isobar/core/grid/rank_one.hpp>
#include <isobar/core/multigrid/solve_report.hpp>

#include <string>

namespace isobar {

/// The root mean square of factors from which on levels of
/// cells take far fewer iterations than levels of products.
inline constexpr double strong_rms_factor = 1.5;
/// The number of iterations from which on a solve is slow.
inline constexpr int many_iterations = 100;

/// A line that names multigrid.coefficients = "cells". Not empty if a solve failed or was slow, and
/// its preconditioner knew coefficients a cell only by products far from them. The equation must
/// allow such levels.
std::string cells_advice(const Deck& deck, const Equation& equation, const FactorDistance& distance,
                         const SolveReport& solve);

} // namespace isobar

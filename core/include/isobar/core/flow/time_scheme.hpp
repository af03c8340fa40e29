#pragma once
#include <string_view>

namespace isobar {

/// The time scheme of a flow.
enum class TimeScheme {
  adams_bashforth, ///< of order 2, with steps of any lengths; the first step is Euler's
  runge_kutta ///< of order 3; three stages, each with a pressure solve; two rates in memory (Wray)
};

/// The name of a time scheme.
std::string_view to_string(TimeScheme scheme);

/// Returns the largest CFL number of a step with which convection alone does not grow without
/// bound. It is 1 for Adams-Bashforth, which then needs some diffusion, and the square root of 3
/// for Runge-Kutta.
double largest_cfl(TimeScheme scheme);

} // namespace isobar

#pragma once
#include <string_view>

namespace isobar {

/// The time scheme of a flow.
enum class TimeScheme {
  adams_bashforth, ///< of order 2, with steps of any lengths; the first step is Euler's
  runge_kutta ///< three stages, order 3, in the memory of two rates (Wray), a pressure solve each
};

std::string_view to_string(TimeScheme scheme);

/// The largest CFL number of a step at which convection alone does not grow without bound: 1 for Adams-Bashforth, which needs
/// some diffusion there; the square root of 3 for Runge-Kutta.
double largest_cfl(TimeScheme scheme);

} // namespace isobar

#pragma once
#include <string_view>

namespace isobar {

/// How a flow is stepped in time.
enum class TimeScheme {
  adams_bashforth, ///< of order 2, with steps of any lengths; the first step is Euler's
  runge_kutta ///< three stages and order 3 with two fields of rates' memory (Wray), a pressure solve each
};

std::string_view to_string(TimeScheme scheme);

/// The largest CFL number of a step at which convection alone does not grow without bound: 1 of Adams-Bashforth, which needs
/// some diffusion there; the square root of 3 of Runge-Kutta.
double largest_cfl(TimeScheme scheme);

} // namespace isobar

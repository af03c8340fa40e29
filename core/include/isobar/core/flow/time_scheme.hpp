#pragma once

namespace isobar {

/// How a flow is stepped in time.
enum class TimeScheme {
  adams_bashforth, ///< of order 2, with steps of any lengths; the first step is Euler's
  runge_kutta ///< three stages and order 3 with two fields of rates' memory (Wray), a pressure solve each
};

} // namespace isobar

#pragma once

namespace isobar {

/// Air at rest at one height.
struct Air {
  double temperature;        ///< K
  double sound_speed;        ///< m/s
  double buoyancy_frequency; ///< N, 1/s
};

/// The U.S. Standard Atmosphere 1976 (NOAA-S/T 76-1562, table 4) at a height in m above the
/// sea. The temperature is linear between the standard's levels, c^2 = gamma R T, and N^2 =
/// g/T (dT/dz + g/c_p). Above its seventh layer, at 86 km, the temperature is constant.
Air standard_air(double height);

} // namespace isobar

#pragma once
#include <isobar/core/grid/geometry.hpp>

namespace isobar {

/// The coefficients of -w^2 ( Lap_S u + lam^2 (1/r^2) d/dr( r^2 du/dr ) ) + u = f, non-dimensional.
struct Physics {
  double omega_squared = 0.0;  ///< w^2
  double lambda_squared = 0.0; ///< lam^2
  double depth = 0.0;          ///< H, depth of the shell in earth radii
};

/// The atmosphere's numbers (single-GPU paper, section 2), in SI units.
struct Atmosphere {
  double sound_speed = 550.0;        ///< c_h, m/s
  double buoyancy_frequency = 0.018; ///< N, 1/s
  double radius = 6371.0e3;          ///< R, m
  double depth = 50.0e3;             ///< D, m
  double time_step = 600.0;          ///< dt, s
};

/// Returns the coefficients w = c_h dt / (2 R), lam^2 = 1 / (1 + (N dt/2)^2), H = D / R.
Physics non_dimensional(const Atmosphere& a);

/// The papers' time step in seconds: 600 at n = 256, and inversely proportional to n. Its CFL
/// number is 8.4 on the panel.
double default_time_step(int global_nx);
/// The time step in seconds with the horizontal CFL number nu = 2 w / h, where h =
/// mesh_width(domain, nx, ny).
double time_step_of_cfl(double cfl, Domain domain, int global_nx, int global_ny,
                        const Atmosphere& a);
/// The horizontal CFL number of the atmosphere's time step.
double cfl_of_time_step(Domain domain, int global_nx, int global_ny, const Atmosphere& a);

} // namespace isobar

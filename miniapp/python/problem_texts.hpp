#pragma once

/// The texts of help() about PressureGrid, Physics and Atmosphere.
namespace isobar::python {

inline constexpr const char* about_grid =
    R"(The whole domain: nx x ny columns of all ranks together, nz layers.

Arguments:
  nx, ny, nz: columns eastwards and northwards, layers. On the sphere nx = ny are the columns of each of the six panels.
  domain: 'panel', 'flat', 'sphere' or 'equiangular-panel'. Cells of the sphere are the rows of six panels, one panel after the other:
      numbers of columns and cells have 6 ny rows.
  layers: 'graded' or 'uniform'.
  process_grid: ranks in x and y, a pair; None: they are chosen.
  boundaries: a dict of 'west', 'east', 'south', 'north', 'bottom', 'top' and 'dirichlet', 'neumann' or 'periodic'. Bottom and top are
      Neumann, the sides Dirichlet, unless it says otherwise.
  interfaces: nz + 1 heights in units of the radius; None: by layers.
  columns: own columns, a dict of arrays in units of the radius: 'area' (ny, nx), 'west_length' and 'west_distance' (ny, nx + 1),
      'south_length' and 'south_distance' (ny + 1, nx).
  flux: 'two-point', or on a panel 'vertex', which converges to the equation with order 2; None: 'vertex' on the sphere, 'two-point'
      elsewhere.

Errors: TypeError and ValueError of one line. What does not fit together is refused by PressureSolver.)";

inline constexpr const char* about_physics =
    R"(The numbers of the equation -w^2 ( Lap_S u + lam^2 (1/r^2) d/dr( r^2 du/dr ) ) + u = f.

Arguments:
  omega_squared: w^2, in units of the radius squared.
  lambda_squared: lam^2, without unit.
  depth: of the atmosphere, in units of the radius.

Errors: TypeError of one line. Numbers that cannot be are refused by PressureSolver.)";

inline constexpr const char* about_atmosphere =
    R"(The same numbers from those of an atmosphere, in SI units.

w = sound_speed time_step / (2 radius), lam^2 = 1 / (1 + (buoyancy_frequency time_step / 2)^2). The defaults are the papers'.

Arguments:
  sound_speed: in m/s.
  buoyancy_frequency: in 1/s.
  radius: of the planet, in m.
  depth: of the atmosphere, in m.
  time_step: in s.

Errors: TypeError of one line. Numbers that cannot be are refused by PressureSolver.)";

} // namespace isobar::python

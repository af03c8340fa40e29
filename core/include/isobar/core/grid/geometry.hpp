#pragma once

namespace isobar {

/// Shape of the domain: `panel`, one panel of a gnomonic cubed sphere (lengths in earth radii);
/// `flat`, the unit square times [0, H] in which the petascale paper writes out its matrix;
/// `sphere`, six equiangular panels that cover the sphere (cubed_sphere.hpp); or `equiangular_panel`, one of those. The grid lines of
/// `panel` are at equal distances on the cube's face, those of the others at equal angles.
enum class Domain { panel, flat, sphere, equiangular_panel };
/// Whether it is one panel with sides.
constexpr bool is_panel(Domain d) { return d == Domain::panel || d == Domain::equiangular_panel; }
/// The horizontal part of the equation between columns. `two_point`: length over distance of each edge, as in the papers; on the panel it
/// leaves out that cells are not orthogonal, and converges to another equation. `vertex`: an energy at each vertex of the grid, with the
/// four columns around it; it converges to the equation itself with order 2 (docs/discretisation.md, "The vertex flux").
enum class Flux { two_point, vertex };
/// Heights of the layer interfaces: `graded` r_k = 1 + H (k/n_z)^2, or equidistant.
enum class LayerSpacing { graded, uniform };

/// The smaller horizontal mesh width: on the panel that of an equiangular grid, pi / (2 n), as the
/// papers reckon it, in the flat box 1 / n; n the larger number of columns.
double mesh_width(Domain domain, int global_nx, int global_ny);

} // namespace isobar

#pragma once

namespace isobar {

/// Shape of the domain. `panel`: One panel of a gnomonic cubed sphere (lengths in earth radii).
/// `flat`: The unit square times [0, H], for which the petascale paper writes its matrix. `sphere`:
/// Six equiangular panels that cover the sphere (cubed_sphere.hpp). `equiangular_panel`: One of those.
/// The grid lines of `panel` have equal distances on the cube's face, the others' have equal angles.
enum class Domain { panel, flat, sphere, equiangular_panel };
/// Whether the domain is one panel with sides.
constexpr bool is_panel(Domain d) { return d == Domain::panel || d == Domain::equiangular_panel; }
/// How columns couple. `two_point`: length over distance of each edge, as in the papers. On the panel it ignores that
/// cells are not orthogonal, and converges to another equation. `vertex`: an energy at each vertex of the grid, from the
/// four columns around it. It converges to the equation itself with order 2 (docs/discretisation.md, "The vertex flux").
enum class Flux { two_point, vertex };
/// Heights of the layer interfaces: `graded` r_k = 1 + H (k/n_z)^2, or equidistant.
enum class LayerSpacing { graded, uniform };

/// The smaller horizontal mesh width: on the panel that of an equiangular grid, pi / (2
/// n), as in the papers; in the flat box 1 / n. n is the larger number of columns.
double mesh_width(Domain domain, int global_nx, int global_ny);

} // namespace isobar

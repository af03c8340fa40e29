#pragma once

namespace isobar {

/// The shape of the domain. `panel` is one panel of a gnomonic cubed sphere, with lengths in earth
/// radii. `flat` is the unit square times [0, H], for which the petascale paper writes its matrix.
/// `sphere` has six equiangular panels that cover the sphere (cubed_sphere.hpp).
/// `equiangular_panel` is one of these. The grid lines of `panel` have equal distances on the
/// cube's face; those of the other panels have equal angles.
enum class Domain { panel, flat, sphere, equiangular_panel };
/// Whether the domain is one panel with sides.
constexpr bool is_panel(Domain d) { return d == Domain::panel || d == Domain::equiangular_panel; }
/// The form of the coupling between columns. `two_point` is the length over the distance of each
/// edge, as in the papers. On the panel it ignores that cells are not orthogonal, and so converges
/// to another equation. `vertex` comes from an energy at each vertex of the grid, which depends on
/// the four columns around it. It converges to the equation itself with order 2
/// (docs/discretisation.md, "The vertex flux").
enum class Flux { two_point, vertex };
/// Heights of the layer interfaces. `graded` is r_k = 1 + H (k/n_z)^2; `uniform` is equidistant.
enum class LayerSpacing { graded, uniform };

/// The smaller horizontal mesh width, where n is the larger number of columns. On the panel it is
/// that of an equiangular grid, pi / (2 n), as in the papers; in the flat box it is 1 / n.
double mesh_width(Domain domain, int global_nx, int global_ny);

} // namespace isobar

#pragma once
#include <isobar/core/grid/grid_spec.hpp>

#include <vector>

/// Layers that follow the ground are inclined: z = h + s m with m = 1 - h / D and s from
/// 0 at the ground to D at the flat top. The gradient along a surface of equal height is
///
///     grad u - (1 - s / D) grad h  (du/ds) / m,   grad along the layer,
///
/// so that columns couple through differences between layers, too (docs/discretisation.md, "Inclined layers").
namespace isobar {

/// The inclination's numbers of an interface between two layers. Let d be the layers' numbers (layers.hpp), dz the distance of their
/// centres and t = (1 - s / D) / dz. Then `below` and `above` are t d / 2 of the layer below and above, `square` = t (below + above).
template <class A> struct InclinedInterface { A below, above, square; };

/// The inclination's numbers of the half layer on the ground, through which nothing flows: du/ds is there what makes the energy least.
/// With t = 1 - s / D in its middle: `linear` = t d / 2, `square` = t^2 d / 2, `vertical` = w^2 lam^2 alpha_v times its volume.
struct InclinedGround {
  double linear, square, vertical;
};

/// Numbers of interfaces 0, the ground, to n_z, the top; 0 on both.
std::vector<InclinedInterface<double>> inclined_interfaces(const GridSpec& spec);
InclinedGround inclined_ground(const GridSpec& spec);

/// The depth, in units of the radius (flat: of the box's side); ColumnFields::ground is a share of it.
double depth_of(const GridSpec& spec);

} // namespace isobar

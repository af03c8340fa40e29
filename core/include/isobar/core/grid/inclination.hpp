#pragma once
#include <isobar/core/grid/grid_spec.hpp>

#include <vector>

/// Layers that follow the ground are inclined. Their heights are z = h + s m with m = 1 - h / D. s
/// goes from 0 at the ground to D at the flat top. The gradient along a surface of equal height is
///
///     grad u - (1 - s / D) grad h  (du/ds) / m,   grad along the layer,
///
/// so columns also couple through differences between layers (docs/discretisation.md, "Inclined
/// layers").
namespace isobar {

/// The inclination's numbers for an interface between two layers. Let d be the layers' numbers
/// (layers.hpp), dz the distance of their centres and t = (1 - s / D) / dz. Then `below` and
/// `above` are t d / 2 of the layer below and above, and `square` = t (below + above).
template <class A> struct InclinedInterface { A below, above, square; };

/// The inclination's numbers for the half layer on the ground. Nothing flows through the ground, so
/// du/ds takes there the value that makes the energy least. With t = 1 - s / D in the middle of the
/// half layer, `linear` = t d / 2 and `square` = t^2 d / 2. The number `vertical` is w^2 lam^2
/// alpha_v times its volume.
struct InclinedGround {
  double linear, square, vertical;
};

/// Returns the numbers of interfaces 0 (the ground) to n_z (the top). They are 0 on these two.
std::vector<InclinedInterface<double>> inclined_interfaces(const GridSpec& spec);
/// Returns the numbers for the half layer on the ground.
InclinedGround inclined_ground(const GridSpec& spec);

/// The depth, in units of the radius (flat: of the box's side); ColumnFields::ground is a share of
/// it.
double depth_of(const GridSpec& spec);

} // namespace isobar

#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/grid/grid_spec.hpp>
#include <isobar/core/grid/layer_counts.hpp>

#include <vector>

namespace isobar {

/// The four numbers of one layer, which all columns share (petascale paper, eq. 14):
///
///     A_T = R_T diag(a) - alpha_T diag(d) + V_T tridiag(-(b+c), b, c),  A_TT' = alpha_TT' diag(d)
///
/// The paper has negative b, c and d. Here they are magnitudes, so that the elimination has no
/// subtraction (tridiag.hpp). The number b couples to the layer above, and c to the layer below.
/// The top layer's b and the bottom layer's c are 0 (homogeneous Neumann), or couple to u = 0 on
/// the surface itself (Dirichlet). R_T = |T| beta and V_T = |T| alpha_v belong to the column;
/// without fields both are |T|.
template <class A> struct alignas(4 * sizeof(A)) LayerCoefficients { A a, b, c, d; };

template <class A> using Profile = Kokkos::View<LayerCoefficients<A>*, MemorySpace>;

/// Heights of the layers' interfaces above the ground, from the ground up, in steps: k, or k^2 for
/// graded layers. The whole depth has layer_steps(spacing, nz) steps. Steps are whole numbers, so
/// their sums and differences are exact for any thin shell.
std::vector<double> interface_steps(LayerSpacing spacing, int nz, int merge = 1);
/// The number of steps of the whole depth.
double layer_steps(LayerSpacing spacing, int nz);

/// Heights of the layers' interfaces: the steps of interface_steps, or the user's own heights in
/// their place.
class LayerHeights {
public:
  LayerHeights(LayerSpacing spacing, double depth, int nz, int merge = 1,
               const LayerProfiles& profiles = {});
  explicit LayerHeights(const GridSpec& s, int merge = 1)
      : LayerHeights(s.spacing, s.physics.depth, s.nz, merge, s.profiles) {}

  int layers() const { return int(steps_.size()) - 1; }
  /// The height of interface k in steps, 0 .. layers().
  double step(int k) const { return steps_[std::size_t(k)]; }
  /// Twice the height of a layer's centre.
  double twice_centre(int k) const { return step(k) + step(k + 1); }
  /// The length of `steps` in units of the radius.
  double length(double steps) const { return depth_ * steps / all_; }

private:
  std::vector<double> steps_;
  double depth_ = 1.0, all_ = 1.0;
};

/// Returns the heights of the interfaces from the ground up, merged_layers(nz, merge) + 1 of them.
/// They start at 1 on the panel and at 0 in the flat box.
std::vector<double> layer_interfaces(Domain domain, LayerSpacing spacing, double depth, int nz,
                                     int merge = 1, const LayerProfiles& profiles = {});

/// Returns the volumes of the layers over a column of area 1: on the panel with the weight r^2, in
/// the box without it.
std::vector<double> layer_volumes(const GridSpec& spec, int merge = 1);

/// Returns the coefficients of all layers in double:
///
///     a = beta vol,  d = w^2 alpha_h vol,  b, c = w^2 lam^2 r^2 / (integral of dz / alpha_v between the centres)
///
/// Profiles are constant on each layer of the finest level. A merged layer has the sums of its
/// layers' a and d. At a bottom or a top with u = 0, the integral goes from the centre to the
/// surface. A spec's own layers are returned as they are.
std::vector<LayerCoefficients<double>> layer_coefficients(const GridSpec& spec, int merge = 1);
/// Returns the coefficients of a spec without profiles.
inline std::vector<LayerCoefficients<double>> layer_coefficients(Domain domain,
                                                                 LayerSpacing spacing,
                                                                 const Physics& physics, int nz,
                                                                 int merge = 1) {
  return layer_coefficients({domain, spacing, physics, nz}, merge);
}

} // namespace isobar

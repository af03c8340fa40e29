#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/grid/geometry.hpp>
#include <isobar/core/grid/layer_counts.hpp>
#include <isobar/core/grid/physics.hpp>

#include <vector>

namespace isobar {

/// The four numbers of one layer that serve every column (petascale paper, eq. 14):
///
///     A_T = |T| diag(a) - alpha_T diag(d) + |T| tridiag(-(b+c), b, c),  A_TT' = alpha_TT' diag(d)
///
/// b, c and d are negative in the paper; here they are stored as magnitudes, because the
/// elimination then has no subtraction (tridiag.hpp). b couples to the layer above, c to the
/// one below; b is 0 on the top layer, c on the bottom one (homogeneous Neumann).
template <class A> struct alignas(4 * sizeof(A)) LayerCoefficients { A a, b, c, d; };

template <class A> using Profile = Kokkos::View<LayerCoefficients<A>*, MemorySpace>;

/// Heights of the layers' interfaces above the ground, from the ground up, in multiples of a length of
/// which the whole depth holds layer_steps(spacing, nz): k, or k^2 for graded layers. These are whole
/// numbers, so their sums and differences are exact however thin the shell is.
std::vector<double> interface_steps(LayerSpacing spacing, int nz, int merge = 1);
double layer_steps(LayerSpacing spacing, int nz);

/// Interfaces of the layers, from the ground up; they start at 1 on the panel and at 0 in the flat
/// box. There is one more of them than merged_layers(nz, merge).
std::vector<double> layer_interfaces(Domain domain, LayerSpacing spacing, double depth, int nz,
                                     int merge = 1);

/// Coefficients of all layers in double; on the panel with the weight r^2, in the box without.
std::vector<LayerCoefficients<double>> layer_coefficients(Domain domain, LayerSpacing spacing,
                                                          const Physics& physics, int nz,
                                                          int merge = 1);

} // namespace isobar

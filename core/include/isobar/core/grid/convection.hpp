#pragma once
#include <isobar/core/grid/convection_terms.hpp>
#include <isobar/core/grid/measures.hpp>
#include <isobar/core/grid/sides.hpp>

#include <array>
#include <vector>

/// The term -w^2 xi . grad u of the petascale paper's eq. 5. Multigrid and line relaxation leave it
/// out.
namespace isobar {

/// The convection term's numbers for a layer: factors of the horizontal differences, and the
/// weights of u below, in and above the layer. Differences are central, times -w^2 and the layer's
/// volume. Below the ground and above the top, u is the cell's own u (Neumann) or its negative
/// (Dirichlet). The weights of missing cells are 0.
template <class A> struct ConvectionLayer { A x, y, below, centre, above; };

/// The convection term's numbers for a column, |T| included: the weights of u in x and in y, and
/// the factor of the vertical difference. Beyond the domain's sides, u is an image as it is below
/// the ground. A periodic side is an ordinary halo.
template <class V> struct ConvectionColumn {
  static constexpr int numbers = 7;
  V west, east, x_centre, south, north, y_centre, vertical;
};

/// Returns the numbers of all layers. Throws std::invalid_argument unless each profile has one
/// finite number a layer.
std::vector<ConvectionLayer<double>> convection_layers(const GridSpec& spec, const Convection& xi);

/// Returns the numbers of column (i, j) of the whole domain. Throws std::invalid_argument if a
/// number of xi is not finite.
ConvectionColumn<double> convection_column(const GridSpec& spec, const Partition& p,
                                           const Convection& xi, int i, int j);

/// Returns the weight of a number beyond a side, integrated over the cell. The number is in the
/// middle of a cell beyond the side that is as large as cell (i, j, k) inside. A side with a fixed
/// value has this number in place of the image that convection_layers and convection_column use.
/// `volume` is the cell's. `span` is the distance between the centres on both its sides
/// (ColumnMeasures, LayerMeasures).
double convection_beyond(DomainSide side, double volume, double span, double omega_squared,
                         const Convection& xi, int i, int j, int k);

} // namespace isobar

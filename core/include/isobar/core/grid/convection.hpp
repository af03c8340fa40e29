#pragma once
#include <isobar/core/grid/convection_terms.hpp>
#include <isobar/core/grid/measures.hpp>
#include <isobar/core/grid/sides.hpp>

#include <array>
#include <vector>

/// The term -w^2 xi . grad u of the petascale paper's eq. 5, of which multigrid and line relaxation
/// know nothing.
namespace isobar {

/// What the term takes of a layer: factors of the horizontal differences, and the weights of u
/// below, in and above it. Central differences, times -w^2 and the layer's volume. Below the ground
/// and above the top stands u in the cell itself (Neumann) or -u (Dirichlet): weights of the cells
/// that are not there are 0.
template <class A> struct ConvectionLayer { A x, y, below, centre, above; };

/// What it takes of a column, |T| included: the weights of u in x and in y, and the factor of the
/// vertical difference. Beyond the domain's sides as below the ground; a periodic side is an
/// ordinary halo.
template <class V> struct ConvectionColumn {
  static constexpr int numbers = 7;
  V west, east, x_centre, south, north, y_centre, vertical;
};

/// Of all layers. Throws std::invalid_argument if a profile has not one finite number a layer.
std::vector<ConvectionLayer<double>> convection_layers(const GridSpec& spec, const Convection& xi);

/// Of column (i, j) of the whole domain. Throws std::invalid_argument if a number of xi is not
/// finite.
ConvectionColumn<double> convection_column(const GridSpec& spec, const Partition& p,
                                           const Convection& xi, int i, int j);

/// The weight of a number beyond a side, in the middle of a cell as large as cell (i, j, k) beside it. Volume-integrated; where the
/// side has a value it stands in place of the image of convection_layers and convection_column. `volume` is the cell's, `span` the distance
/// between the centres on both sides of it (ColumnMeasures, LayerMeasures).
double convection_beyond(DomainSide side, double volume, double span, double omega_squared,
                         const Convection& xi, int i, int j, int k);

} // namespace isobar

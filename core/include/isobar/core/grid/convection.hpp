#pragma once
#include <isobar/core/grid/convection_terms.hpp>
#include <isobar/core/grid/measures.hpp>
#include <isobar/core/grid/sides.hpp>

#include <array>
#include <vector>

/// The term -w^2 xi . grad u of the petascale paper's eq.
/// 5, which multigrid and line relaxation do not know.
namespace isobar {

/// A layer's numbers in the term: factors of the horizontal differences, and the
/// weights of u below, in and above it. Central differences, times -w^2 and the
/// layer's volume. Below the ground and above the top, u is that of the cell itself
/// (Neumann) or its negative (Dirichlet), and the weights of missing cells are 0.
template <class A> struct ConvectionLayer { A x, y, below, centre, above; };

/// A column's numbers in the term, |T| included: the weights of u in x and
/// in y, and the factor of the vertical difference. Beyond the domain's
/// sides u is as below the ground; a periodic side is an ordinary halo.
template <class V> struct ConvectionColumn {
  static constexpr int numbers = 7;
  V west, east, x_centre, south, north, y_centre, vertical;
};

/// The numbers of all layers. Throws std::invalid_argument if a profile has not one finite number a layer.
std::vector<ConvectionLayer<double>> convection_layers(const GridSpec& spec, const Convection& xi);

/// The numbers of column (i, j) of the whole domain. Throws
/// std::invalid_argument if a number of xi is not finite.
ConvectionColumn<double> convection_column(const GridSpec& spec, const Partition& p,
                                           const Convection& xi, int i, int j);

/// The weight of a number beyond a side, in the middle of a cell as large as cell (i, j, k) beside it, volume-integrated.
/// A side with a value has this number in place of the image that convection_layers and convection_column use. `volume`:
/// the cell's; `span`: distance between the centres on both its sides (ColumnMeasures, LayerMeasures).
double convection_beyond(DomainSide side, double volume, double span, double omega_squared,
                         const Convection& xi, int i, int j, int k);

} // namespace isobar

#include "base/precision_list.hpp"
#include "columns/kernels/general_kernels.hpp"
#include "columns/kernels/vertex_weights.hpp"
#include "launch/require_cells.hpp"
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/base/padding.hpp>
#include <isobar/core/base/region.hpp>
#include <isobar/core/columns/kernels/domain_sides.hpp>
#include <isobar/core/columns/kernels/general_operator.hpp>

#include <stdexcept>

namespace isobar {
namespace {

/// Returns the layers with padding for teams that reach above the top.
template <class X> std::vector<X> padded(std::vector<X> layers) {
  const int nz = int(layers.size());
  layers.resize(std::size_t(nz) + std::size_t(overhang(nz)), X{});
  return layers;
}

template <class A>
std::vector<ConvectionLayer<A>> padded_layers(const GridSpec& spec, const Convection& xi) {
  std::vector<ConvectionLayer<A>> layers;
  for (const auto& l : convection_layers(spec, xi))
    layers.push_back({A(l.x), A(l.y), A(l.below), A(l.centre), A(l.above)});
  return padded(std::move(layers));
}

/// Returns the shares of all layers. Above the top and below the ground, the cell's own coefficient
/// is on both sides of the interface, so any share gives the same result.
template <class A> std::vector<LayerShares<A>> padded_shares(const GridSpec& spec) {
  const std::vector<double> thickness = LayerMeasures(spec).thickness;
  const int nz = int(thickness.size());
  const auto share = [&](int k, int other) {
    return other < 0 || other >= nz ? 0.5 : thickness[k] / (thickness[k] + thickness[other]);
  };
  std::vector<LayerShares<A>> shares;
  for (int k = 0; k < nz; ++k) shares.push_back({A(share(k, k - 1)), A(share(k, k + 1))});
  return padded(std::move(shares));
}

/// Throws std::invalid_argument unless the equation on inclined layers has no convection and no
/// coefficients a cell.
void require_suits_ground(const Convection& xi, bool coefficients) {
  if (!xi.absent())
    throw std::invalid_argument("ground: given together with convection; expected one of the two");
  if (coefficients)
    throw std::invalid_argument(
        "ground: given together with coefficients a cell; expected one of the two");
}

template <class P> GridOf<P> make_grid(const GridSpec& spec, const GridSetup& s, bool own_mesh) {
  const bool made = !own_mesh && !s.mesh.empty();
  return GridOf<P>(spec, made ? s.mesh : HorizontalMesh(spec, s.partition), 0, 1.0, 1, s.march);
}

} // namespace

template <class P>
GeneralOperator<P>::GeneralOperator(const GridSetup& setup, Convection xi)
    : GeneralOperator(setup, std::optional<CoefficientFields<P>>(), std::move(xi)) {}

template <class P>
GeneralOperator<P>::GeneralOperator(const GridSetup& setup,
                                    const CoefficientFields<P>& coefficients, Convection xi)
    : GeneralOperator(setup, std::optional(coefficients), std::move(xi)) {}

template <class P>
GeneralOperator<P>::GeneralOperator(const GridSetup& setup,
                                    std::optional<CoefficientFields<P>> coefficients, Convection xi)
    : xi_(std::move(xi)), coefficients_(std::move(coefficients)),
      grid_(make_grid<P>(grid_spec(setup.spec), setup, coefficients_.has_value())) {
  const Partition& p = setup.partition;
  if (has_ground(setup.spec)) {
    require_suits_ground(xi_, coefficients_.has_value());
    inclination_.emplace(setup.spec, p);
    return;
  }
  columns_ = make_view<Columns>("isobar convection", GridLevel<A>::padded_columns(p.nx),
                                ConvectionColumn<A>::numbers * p.ny);
  Kokkos::deep_copy(ExecutionSpace(), columns_, A(0));
  columns_on_host_ = host_mirror(columns_);
  layers_ = in_block("isobar convection layers", padded_layers<A>(setup.spec, xi_));
  if (coefficients_) shares_ = in_block("isobar shares", padded_shares<A>(setup.spec));
  if (coefficients_ && setup.spec.flux == Flux::vertex)
    vertices_ = vertex_weights<A>(setup.spec, p);
  fill_columns(setup.spec);
}

template <class P> Int64 GeneralOperator<P>::bytes(const GridSetup& s) {
  const int nx = s.partition.nx, ny = s.partition.ny, nz = s.spec.nz;
  const Int64 grid = Grid::bytes(nx, ny, nz, s.march, false, ColumnSolves::some, s.spec.flux);
  if (has_ground(s.spec)) return grid + InclinationColumns<A>::bytes(nx, ny, nz);
  const Int64 columns = Int64(GridLevel<A>::padded_columns(nx)) * ConvectionColumn<A>::numbers * ny;
  const Int64 vertices = s.spec.flux == Flux::vertex ? Int64(GridLevel<A>::padded_columns(nx)) *
                                                           numbers_of_vertex * (ny + 1)
                                                     : 0;
  const Int64 layer = sizeof(ConvectionLayer<A>) + sizeof(LayerShares<A>);
  return grid + (columns + vertices) * Int64(sizeof(A)) + (nz + overhang(nz)) * layer;
}

template <class P> void GeneralOperator<P>::update(const GridSpec& spec) {
  if (has_ground(spec) != inclination_.has_value())
    throw std::invalid_argument("an update of an operator needs a ground if it was made with one, "
                                "and none otherwise");
  grid_.update(grid_spec(spec));
  if (inclination_) return inclination_->update(spec);
  to_device(padded_layers<A>(spec, xi_), layers_);
  if (coefficients_) to_device(padded_shares<A>(spec), shares_);
  fill_columns(spec);
}

/// Returns the spec from which the grid is made.
template <class P> GridSpec GeneralOperator<P>::grid_spec(const GridSpec& spec) const {
  return coefficients_ ? geometry_alone(spec) : spec;
}

template <class P> void GeneralOperator<P>::fill_columns(const GridSpec& spec) {
  if (xi_.absent()) return; // the columns keep the zeros of their allocation
  const Partition& p = grid_.partition();
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i) {
      const ConvectionColumn<double> c =
          convection_column(spec, p, xi_, p.first_i + i, p.first_j + j);
      int row = j;
      for (const double number :
           {c.west, c.east, c.x_centre, c.south, c.north, c.y_centre, c.vertical}) {
        columns_on_host_(i, row) = A(number);
        row += p.ny;
      }
    }
  Kokkos::deep_copy(columns_, columns_on_host_);
}

template <class P>
template <class Use>
auto GeneralOperator<P>::with_inclination(const Vector& u, const Use& use) const {
  const auto& columns = inclination_->columns();
  const std::ptrdiff_t row = std::ptrdiff_t(columns.extent(0));
  const GeneralMatrix<P> factorised{GridCells(grid_.matrix()), FieldStrides(u), Cells(u), {}};
  const InclinationCells<A> cells{columns.data(), row, grid_.ny() * row,
                                  inclination_->interfaces().data()};
  return use(
      InclinedMatrix<P>{{factorised}, cells},
      GeneralNames{Kernel::inclined_apply, Kernel::inclined_sums, Kernel::inclined_residual});
}

/// Calls use(matrix, names of its kernels). The matrix is the common part of kernels that compute A
/// u with it.
template <class P>
template <class Use>
auto GeneralOperator<P>::with_matrix(const Vector& u, const Use& use) const {
  if (inclination_) return with_inclination(u, use);
  const std::ptrdiff_t row = std::ptrdiff_t(columns_.extent(0));
  const GeneralMatrix<P> factorised{
      GridCells(grid_.matrix()), FieldStrides(u), Cells(u),
      ConvectionCells<A>{columns_.data(), row, grid_.ny() * row, layers_.data()}};
  const GeneralNames names{Kernel::convection_apply, Kernel::convection_sums,
                           Kernel::convection_residual};
  const bool vertex = grid_.matrix().flux() == Flux::vertex;
  if (!coefficients_)
    return vertex ? use(VertexMatrix<P>{factorised}, names) : use(factorised, names);
  const CoefficientFields<P>& c = *coefficients_;
  require_cells(grid_, Kernel::full_apply, c.alpha_h, c.alpha_v, c.beta);
  const GeneralNames full_names{Kernel::full_apply, Kernel::full_sums, Kernel::full_residual};
  const auto with_cells = [&](const auto& matrix) {
    return WithCells<std::decay_t<decltype(matrix)>>{matrix, Cells(c.alpha_h), Cells(c.alpha_v),
                                                     Cells(c.beta), shares_.data()};
  };
  if (!vertex) return use(FullMatrix<P>{with_cells(factorised)}, full_names);
  const VertexCells<A> vertices{vertices_.data(), row, (grid_.ny() + 1) * row};
  return use(FullVertexMatrix<P>{with_cells(VertexMatrix<P>{factorised}), vertices}, full_names);
}

template <class P> void GeneralOperator<P>::apply(const Vector& u, const Vector& v) const {
  with_matrix(u, [&]<class M>(const M& matrix, const GeneralNames& names) {
    require_cells(grid_, names.apply, u, v);
    for_cells(grid_.label(names.apply), ApplyGeneral<M>{matrix, Cells(v)}, CellRange(grid_));
  });
}

template <class P> void GeneralOperator<P>::diagonal(const Vector& d) const {
  with_matrix(d, [&]<class M>(const M& matrix, const GeneralNames& names) {
    require_cells(grid_, names.apply, d);
    const GeneralDiagonal<M> kernel{{matrix, Cells(d)}, UnitRow(grid_.partition())};
    for_cells("isobar/diagonal", kernel, CellRange(grid_));
  });
}

template <class P> void GeneralOperator<P>::couplings(const CellCouplings<P>& c) const {
  if (!coefficients_ || grid_.matrix().flux() != Flux::two_point)
    throw std::invalid_argument(
        "couplings: of an operator without coefficients a cell, or with the vertex flux; expected "
        "coefficients a cell and the two-point flux");
  const MirrorSigns sign = mirror_signs(grid_.partition(), grid_.matrix().boundaries());
  const FixedSides fixed{sign.west < 0,  sign.east < 0,  sign.south < 0,
                         sign.north < 0, grid_.nx() - 1, grid_.ny() - 1};
  with_matrix(c.own, [&]<class M>(const M& matrix, const GeneralNames& names) {
    if constexpr (std::is_same_v<M, FullMatrix<P>>) {
      require_cells(grid_, names.apply, c.west, c.south, c.below, c.own);
      const CouplingsOfCells<M> kernel{
          {matrix, Cells(c.own)}, Cells(c.west), Cells(c.south), Cells(c.below), fixed};
      for_cells("isobar/couplings", kernel, CellRange(grid_));
    }
  });
}

template <class P>
Sums GeneralOperator<P>::apply_sums(const Vector& u, const Vector& w, const Vector& v) const {
  return with_matrix(u, [&]<class M>(const M& matrix, const GeneralNames& names) {
    require_cells(grid_, names.sums, u, w, v);
    const ApplySums<M> kernel{matrix, Cells(w), Cells(v)};
    return sum_over_cells(grid_.label(names.sums), kernel, CellRange(grid_));
  });
}

template <class P>
double GeneralOperator<P>::residual(const Vector& u, const Vector& f, const Vector& r) const {
  return with_matrix(u, [&]<class M>(const M& matrix, const GeneralNames& names) {
    require_cells(grid_, names.residual, u, f, r);
    const GeneralResidual<M> kernel{matrix, Cells(f), Cells(r)};
    return sum_over_cells(grid_.label(names.residual), kernel, CellRange(grid_)).first;
  });
}

ISOBAR_INSTANTIATE(class GeneralOperator)

} // namespace isobar

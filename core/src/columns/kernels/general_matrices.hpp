#pragma once
#include "device/full_vertex_stencil.hpp"
#include "device/inclination_stencil.hpp"
#include "device/stencil.hpp"
#include "walk/cell_walk.hpp"

/// The matrices of the general operator (general_operator.hpp), which its kernels share. Two of
/// them are factorised and two have coefficients a cell, one each with the two-point and with the
/// vertex flux. The fifth is the factorised one on inclined layers.
namespace isobar {

/// The grid's factorised matrix and convection. image() returns A u.
template <class P> struct GeneralMatrix {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = PackOf<P>;
  using Layer = LayerCoefficients<A>;
  using Seen = Window<pack>;
  struct Column {
    ColumnStencil<pack> diffusion;
    ConvectionColumn<pack> convection;
  };
  static constexpr CellLaunch launch{.rows = 1, .asks_ahead = true};
  GridCells<A> grid;
  FieldStrides<P::layout> strides;
  Cells<S, P::layout> u;
  ConvectionCells<A> terms;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    return {ColumnStencil<pack>::at(grid, i, j), terms.template column<pack>(i, j)};
  }
  KOKKOS_FORCEINLINE_FUNCTION Stencilled<S, P::layout> stencilled() const { return {u, strides}; }
  KOKKOS_FORCEINLINE_FUNCTION void will_visit(const Cell& c) const {
    will_read_pack<pack>(u.at(c) + strides.row);
  }
  KOKKOS_FORCEINLINE_FUNCTION pack convection(const Column& column, const Cell& c,
                                              const Window<pack>& window) const {
    return apply_convection(terms.layers[c.k], column.convection, window);
  }
  KOKKOS_FORCEINLINE_FUNCTION pack image(const Column& column, const Layer& layer, const Cell& c,
                                         const Window<pack>& window) const {
    return apply_matrix(layer, column.diffusion, window) + convection(column, c, window);
  }
};

/// The grid's factorised matrix with the vertex flux, and convection.
template <class P> struct VertexMatrix : GeneralMatrix<P> {
  using typename GeneralMatrix<P>::pack;
  using typename GeneralMatrix<P>::Layer;
  using Seen = CornerWindow<pack>;
  struct Column {
    VertexStencil<pack> diffusion;
    ConvectionColumn<pack> convection;
  };
  static constexpr CellLaunch launch{.rows = 1, .corners = true, .asks_ahead = true};

  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    return {VertexStencil<pack>::at(this->grid, i, j), this->terms.template column<pack>(i, j)};
  }
  KOKKOS_FORCEINLINE_FUNCTION pack image(const Column& column, const Layer& layer, const Cell& c,
                                         const Seen& window) const {
    return apply_matrix(layer, column.diffusion, window) +
           apply_convection(this->terms.layers[c.k], column.convection, window);
  }
};

/// The factorised matrix with the vertex flux on layers that follow the ground.
template <class P> struct InclinedMatrix : VertexMatrix<P> {
  using typename GeneralMatrix<P>::A;
  using typename GeneralMatrix<P>::S;
  using typename GeneralMatrix<P>::pack;
  using typename GeneralMatrix<P>::Layer;
  using Seen = CornerWindow<pack>;
  using Column = VertexStencil<pack>;
  InclinationCells<A> inclination;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    return Column::at(this->grid, i, j);
  }
  /// Returns A u. In: `row`, the row of u from the cell on; `window`, a part of it.
  template <class Row>
  KOKKOS_FORCEINLINE_FUNCTION pack image_of_row(const Column& column, const Layer& layer,
                                                const Cell& c, const Seen& window,
                                                const Row& row) const {
    return apply_matrix(layer, column, window) +
           apply_inclination<pack>(inclination, c, this->grid.nz, row);
  }
  KOKKOS_FORCEINLINE_FUNCTION pack image(const Column& column, const Layer& layer, const Cell& c,
                                         const Seen& window) const {
    return image_of_row(column, layer, c, window, this->stencilled().row(c, 0));
  }
};

/// One of the two matrices with coefficients a cell. It reads the coefficients where it uses them:
/// a thread's registers have no room for nine numbers of each of its layers.
template <class Factorised> struct WithCells : Factorised {
  using P = typename Factorised::precision;
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using pack = typename Factorised::pack;
  Cells<S, P::layout> alpha_h, alpha_v, beta;
  const LayerShares<A>* shares;

  KOKKOS_FORCEINLINE_FUNCTION void will_visit(const Cell& c) const {
    Factorised::will_visit(c);
    will_read_pack<pack>(alpha_h.at(c) + this->strides.row);
    for (const auto& x : {alpha_v, beta}) will_read_pack<pack>(x.at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION CellCoefficients<pack> coefficients(const Cell& c) const {
    using Numbers = Stencilled<S, P::layout>;
    const auto h = Numbers{alpha_h, this->strides}.row(c, 0);
    const auto v = Numbers{alpha_v, this->strides}.row(c, 0);
    return {load<pack>(beta.at(c)),
            h.template value<pack>(0),
            h.template value<pack>(0, -1),
            h.template value<pack>(0, 1),
            h.template value<pack>(0, 0, -1),
            h.template value<pack>(0, 0, 1),
            v.template value<pack>(0),
            v.template value<pack>(c.k > 0 ? -1 : 0),
            v.template value<pack>(c.k + 1 < this->grid.nz ? 1 : 0)};
  }
};

/// The matrix with coefficients a cell and the two-point flux.
template <class P> struct FullMatrix : WithCells<GeneralMatrix<P>> {
  using typename GeneralMatrix<P>::pack;
  using typename GeneralMatrix<P>::Column;
  using typename GeneralMatrix<P>::Layer;

  KOKKOS_FORCEINLINE_FUNCTION pack image(const Column& column, const Layer& layer, const Cell& c,
                                         const Window<pack>& window) const {
    return apply_full_matrix(layer, this->shares[c.k], column.diffusion, this->coefficients(c),
                             window) +
           this->convection(column, c, window);
  }
};

/// The matrix with coefficients a cell and the vertex flux.
template <class P> struct FullVertexMatrix : WithCells<VertexMatrix<P>> {
  using typename GeneralMatrix<P>::A;
  using typename GeneralMatrix<P>::S;
  using typename GeneralMatrix<P>::pack;
  using typename GeneralMatrix<P>::Layer;
  using Seen = CornerWindow<pack>;
  struct Column {
    pack vertical;
    ColumnVertices<pack> vertices;
    ConvectionColumn<pack> convection;
  };
  VertexCells<A> vertices;

  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    return {load<pack>(this->grid.vertical + (j * this->grid.row + i)),
            vertices.template column<pack>(this->grid.corner, i, j),
            this->terms.template column<pack>(i, j)};
  }
  KOKKOS_FORCEINLINE_FUNCTION pack image(const Column& column, const Layer& layer, const Cell& c,
                                         const Seen& window) const {
    const CellCoefficients<pack> own = this->coefficients(c);
    const auto h = Stencilled<S, P::layout>{this->alpha_h, this->strides}.row(c, 0);
    const AlphaAround<pack> alpha{h.template value<pack>(0, -1, -1),
                                  own.south,
                                  h.template value<pack>(0, 1, -1),
                                  own.west,
                                  own.horizontal,
                                  own.east,
                                  h.template value<pack>(0, -1, 1),
                                  own.north,
                                  h.template value<pack>(0, 1, 1)};
    return column.vertical * apply_full_layers(layer, this->shares[c.k], own, window) +
           layer.d * sum_over_vertices(column.vertices, alpha, window) +
           apply_convection(this->terms.layers[c.k], column.convection, window);
  }
};

} // namespace isobar

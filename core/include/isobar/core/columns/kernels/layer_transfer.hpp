#pragma once
#include <isobar/core/columns/kernels/transfer.hpp>
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>

namespace isobar {

/// The two merged layers between which a layer interpolates, and the weight of the upper one.
template <class A> struct LayerShare {
  int below, above;
  A weight;
};

/// The layers that contribute to a merged layer.
struct LayerRange {
  int begin = 0, end = 0;
};

/// Transfers between the columns of a coarse level with all layers of the finest one and the same
/// columns with merged layers. Horizontal transfers (transfer.hpp) read and write fields with all
/// layers, f() and u(). Such a field has a quarter of the finest level's size, so two more kernels
/// on it cost little.
///
/// The interpolation I is linear in height between the centres of merged layers, and constant below
/// the lowest and above the highest one. An I that is constant on each merged layer would cost more
/// cycles (docs/results.md).
template <class P> class LayerTransfer {
public:
  using A = typename P::arithmetic;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;
  using Shares = Kokkos::View<LayerShare<A>*, MemorySpace>;

  /// Allocates two fields of spec.nz layers. `merge` layers of the spec are one layer of `grid`.
  LayerTransfer(const GridSpec& spec, const Grid& grid, int merge, Restriction restriction);

  /// Takes over other heights of the layers. Allocates nothing.
  void update(const GridSpec& spec);

  /// Residuals of all layers. A horizontal restriction writes the owned cells.
  const Vector& f() const { return f_; }
  /// Corrections of all layers, which a horizontal prolongation reads with their halo.
  const Vector& u() const { return u_; }

  /// Computes f_merged: the sum of f(), which is volume-integrated, over the layers of each merged
  /// one, or I^T f(). Writes owned cells. Takes 1 reference for each cell of all layers and one for
  /// each merged cell.
  void restrict_layers(const Grid& grid, const Vector& f_merged) const;
  /// Computes u() = I u_merged, halo included. Reads u_merged with a valid halo of 1 with corners,
  /// and mirrored sides. Takes as many references as restrict_layers.
  void interpolate_layers(const Grid& grid, const Vector& u_merged) const;

  /// Device bytes of the transfer on nx x ny columns of nz layers.
  static Int64 bytes(int nx, int ny, int nz);

private:
  int merge_;
  Restriction how_;
  Vector f_, u_;
  BlockMemory memory_ = memory_of_views(); ///< of the three Views below, if they share a block
  Shares restriction_, interpolation_;
  Kokkos::View<LayerRange*, MemorySpace> contributors_;
};

} // namespace isobar

#pragma once
#include <isobar/core/columns/kernels/transfer.hpp>
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>

namespace isobar {

/// The two merged layers from which a layer takes its number, and the weight of the upper one.
template <class A> struct LayerShare {
  int below, above;
  A weight;
};

/// The layers that contribute to a merged one.
struct LayerRange {
  int begin = 0, end = 0;
};

/// Transfers between the columns of a coarse level with all layers of the finest one and the same
/// columns with merged layers. Horizontal transfers (transfer.hpp) read and write the former, f()
/// and u(). These have a quarter of the finest level's size, so two more kernels there cost little.
///
/// The interpolation I is linear in height between the centres of merged layers, and constant below the
/// lowest and above the highest one. An I that is constant in a group costs cycles (docs/results.md).
template <class P> class LayerTransfer {
public:
  using A = typename P::arithmetic;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;
  using Shares = Kokkos::View<LayerShare<A>*, MemorySpace>;

  /// `merge` layers of the spec are one of `grid`'s. Allocates two fields of spec.nz layers.
  LayerTransfer(const GridSpec& spec, const Grid& grid, int merge, Restriction restriction);

  /// The same for other heights of the layers, without any allocation.
  void update(const GridSpec& spec);

  /// Residuals of all layers, owned cells: to be written by a horizontal restriction.
  const Vector& f() const { return f_; }
  /// Corrections of all layers with their halo: to be read by a horizontal prolongation.
  const Vector& u() const { return u_; }

  /// f_merged = the sum of f(), which is volume-integrated, over the layers that are merged,
  /// or I^T f(). Writes owned cells. 1 reference a cell of all layers, and one a merged cell.
  void restrict_layers(const Grid& grid, const Vector& f_merged) const;
  /// u() = I u_merged, halo included. Reads u_merged with a valid halo of 1
  /// with corners, and mirrored sides. As many references.
  void interpolate_layers(const Grid& grid, const Vector& u_merged) const;

  /// Device bytes of this on nx x ny columns of nz layers.
  static Int64 bytes(int nx, int ny, int nz);

private:
  int merge_;
  Restriction how_;
  Vector f_, u_;
  BlockMemory memory_ = memory_of_views(); ///< of the three below, if they share it with others
  Shares restriction_, interpolation_;
  Kokkos::View<LayerRange*, MemorySpace> contributors_;
};

} // namespace isobar

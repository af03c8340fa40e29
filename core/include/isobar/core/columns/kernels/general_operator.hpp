#pragma once
#include <isobar/core/columns/inclination_columns.hpp>
#include <isobar/core/columns/kernels/cell_couplings.hpp>
#include <isobar/core/columns/kernels/coefficient_fields.hpp>
#include <isobar/core/grid/convection.hpp>
#include <isobar/core/launch/grid_setup.hpp>
#include <isobar/core/launch/planned_grid.hpp>
#include <isobar/core/multigrid/communicator.hpp>

#include <optional>
#include <utility>

namespace isobar {

/// The operator A of the general equation, where it has more than the factorised matrix that
/// multigrid and line relaxation solve:
///
///     -w^2 div(alpha grad u) - w^2 xi . grad u + beta u          (petascale paper, eq. 5)
///
/// A is integrated over cells and never stored. The diffusion is the factorised one of the grid, or
/// alpha and beta have one number a cell. Both have the two-point or the vertex flux. With the
/// vertex flux, the metric of a vertex is multiplied, on each layer, by the harmonic mean of
/// alpha_h of the cells around it. Each form may have convection, with central differences. Their
/// order is 2 where neighbouring cells are about equally large. The matrix has the signs of an
/// M-matrix only where |xi| times the distance of the centres is below 2 alpha.
///
/// Over a ground (ColumnFields::ground), layers are inclined. The factorised diffusion then also
/// has the terms of inclination.hpp, and neither convection nor coefficients a cell are possible.
///
/// In all calls u has a valid halo(), except beyond sides of the domain. Calls write owned cells.
/// Fields have the finest level's shape (nx, nz, ny) plus halo. Copies share memory, but the owner
/// must update each copy.
template <class P> class GeneralOperator {
public:
  using A = typename P::arithmetic;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;
  using Columns = Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace>;

  /// Makes the operator with the grid's factorised matrix and convection xi. Calls xi's functions
  /// for the rank's own columns. Throws std::invalid_argument as convection_layers and
  /// convection_column do, and for convection over a ground.
  explicit GeneralOperator(const GridSetup& setup, Convection xi = {});
  /// Makes the operator with coefficients of one number a cell in place of the spec's. Their halo
  /// must be valid (complete() in general_setup.hpp). Each call reads them, so changed numbers need
  /// no update.
  GeneralOperator(const GridSetup& setup, const CoefficientFields<P>& coefficients,
                  Convection xi = {});
  /// Device bytes in addition to the coefficients'.
  static Int64 bytes(const GridSetup& setup);

  /// Computes v = A u. 2 references, or 5 with coefficients a cell.
  void apply(const Vector& u, const Vector& v) const;
  /// Writes the diagonal of A to d. 1 reference, or 4 with coefficients a cell.
  void diagonal(const Vector& d) const;
  /// Writes the couplings of A's diffusion and reaction to c. Throws std::invalid_argument unless A
  /// has coefficients a cell and the two-point flux.
  void couplings(const CellCouplings<P>& c) const;
  /// Computes v = A u, and returns this rank's share of ( <v, w>, <v, v> ). 3 references, or 6 with
  /// coefficients a cell. Waits.
  Sums apply_sums(const Vector& u, const Vector& w, const Vector& v) const;
  /// Computes r = f - A u, and returns this rank's share of ||r||^2. r may be f. 3 references, or 6
  /// with coefficients a cell. Waits.
  double residual(const Vector& u, const Vector& f, const Vector& r) const;

  /// Takes over other physics, heights or functions of the spec, and calls xi's functions again.
  /// Allocates nothing on the device. Throws std::invalid_argument as the constructor and
  /// GridLevel::update do. Waits.
  void update(const GridSpec& spec);
  /// Sets another xi, which counts from the next update on. The operator keeps xi's functions.
  void set_convection(Convection xi) { xi_ = std::move(xi); }
  const Grid& grid() const { return grid_; }
  /// The part of u's halo of 1 that calls read: edges alone, or also corners.
  Halo halo() const { return halo_of(grid_.matrix().flux()); }

private:
  using LayerView = Kokkos::View<ConvectionLayer<A>*, MemorySpace>;
  using ShareView = Kokkos::View<LayerShares<A>*, MemorySpace>;

  GeneralOperator(const GridSetup& setup, std::optional<CoefficientFields<P>> coefficients,
                  Convection xi);
  GridSpec grid_spec(const GridSpec& spec) const;
  void fill_columns(const GridSpec& spec);
  template <class Use> auto with_matrix(const Vector& u, const Use& use) const;
  template <class Use> auto with_inclination(const Vector& u, const Use& use) const;

  Convection xi_;
  std::optional<CoefficientFields<P>> coefficients_;
  std::optional<InclinationColumns<A>> inclination_;
  Grid grid_;
  BlockMemory memory_ =
      memory_of_views(); ///< of the Views below and the inclination, if these share a block
  Columns columns_; ///< the seven numbers of ConvectionColumn, one block of rows after the other
  typename Columns::HostMirror columns_on_host_;
  LayerView layers_;
  ShareView shares_; ///< for coefficients a cell
  Columns
      vertices_; ///< with the vertex flux: the contribution of each vertex to the columns beside it
};

} // namespace isobar

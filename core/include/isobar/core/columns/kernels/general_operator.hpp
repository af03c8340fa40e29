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

/// The operator of the general equation where it is more than the factorised matrix that multigrid
/// and line relaxation solve:
///
///     -w^2 div(alpha grad u) - w^2 xi . grad u + beta u          (petascale paper, eq. 5)
///
/// It is volume-integrated and never stored. The diffusion is the factorised one of the grid, or has alpha
/// and beta as one number a cell, both with the two-point or the vertex flux. With the vertex flux the metric
/// of a vertex is multiplied, on each layer, by the harmonic mean of alpha_h of the cells around it. All may
/// have convection. Differences are central: the order is 2 where neighbouring cells are about equally large,
/// and the matrix has an M-matrix's signs only where |xi| times the distance of the centres is below 2 alpha.
///
/// Over a ground (ColumnFields::ground) layers are inclined. The factorised diffusion then
/// also has the terms of inclination.hpp; convection and coefficients a cell are not possible.
///
/// In all calls u has a valid halo(), except beyond sides of the domain. Owned
/// cells are written. Fields have the finest level's shape (nx, nz, ny) plus
/// halo. Copies share memory, but each has to be updated.
template <class P> class GeneralOperator {
public:
  using A = typename P::arithmetic;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;
  using Columns = Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace>;

  /// The grid's factorised matrix and convection. Throws std::invalid_argument as convection_layers and
  /// convection_column do, and over a ground with convection; calls xi's functions for the rank's own columns.
  explicit GeneralOperator(const GridSetup& setup, Convection xi = {});
  /// With coefficients of one number a cell in place of the spec's. Their halo is valid
  /// (general_setup.hpp: complete). Each call reads them, so new ones need no update.
  GeneralOperator(const GridSetup& setup, const CoefficientFields<P>& coefficients,
                  Convection xi = {});
  /// Device bytes in addition to the coefficients'.
  static Int64 bytes(const GridSetup& setup);

  /// v = A u. 2 references, with coefficients a cell 5.
  void apply(const Vector& u, const Vector& v) const;
  /// d = the diagonal of A. 1 reference, with coefficients a cell 4.
  void diagonal(const Vector& d) const;
  /// The couplings of A's diffusion and reaction. Throws std::invalid_argument unless it has coefficients a cell and the
  /// two-point flux.
  void couplings(const CellCouplings<P>& c) const;
  /// As apply; also returns this rank's share of ( <v, w>, <v, v> ). 3 references, or 6. Waits.
  Sums apply_sums(const Vector& u, const Vector& w, const Vector& v) const;
  /// r = f - A u; returns this rank's share of ||r||^2. r may be f. 3 references, or 6. Waits.
  double residual(const Vector& u, const Vector& f, const Vector& r) const;

  /// Takes over other physics, heights or functions of the spec without an
  /// allocation on the device, and calls xi's functions again. Throws
  /// std::invalid_argument as the constructor and GridLevel::update do. Waits.
  void update(const GridSpec& spec);
  /// Another xi, from the next update on. xi's functions are kept.
  void set_convection(Convection xi) { xi_ = std::move(xi); }
  const Grid& grid() const { return grid_; }
  /// The part of u's halo of 1 that calls read.
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
      memory_of_views(); ///< of those below and of the inclination, if they share it with others
  Columns columns_; ///< the seven numbers of ConvectionColumn, one block of rows after the other
  typename Columns::HostMirror columns_on_host_;
  LayerView layers_;
  ShareView shares_; ///< of coefficients a cell
  Columns
      vertices_; ///< the same with the vertex flux: what each vertex gives the columns beside it
};

} // namespace isobar

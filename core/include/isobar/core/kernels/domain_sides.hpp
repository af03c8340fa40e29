#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>

namespace isobar {

/// A correction at the sides of the domain, as prolongations read it.
template <class P> struct DomainSides {
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// Sets the halo beyond the domain's sides to the mirror image of opposite sign (the Dirichlet
  /// value 0 lies on the side itself). Run after an exchange, corners included if u has them.
  static void mirror(const Grid& grid, const Vector& u);

  /// Moves u of the last columns along these axes to where columns of full width would have their
  /// centres, by straight lines through them and those beside them: (4 last - next to last) / 3. What a
  /// coarse u needs before mirror() where its last column covers a single fine one. Reads a halo of 1,
  /// corners included, and changes it like owned cells. The rank owns two columns or more along them.
  static void move_ends(const Grid& grid, Coarsening axes, const Vector& u);
  /// The transpose of that on the owned cells of a restricted f.
  static void move_ends_transposed(const Grid& grid, Coarsening axes, const Vector& f);
};

/// The same, named like the other kernels.
template <class S, Layout L, class A, Walk W>
void mirror_sides(const PlannedGrid<A, W>& grid, const Field<S, L>& u) {
  DomainSides<Precision<S, A, L, W>>::mirror(grid, u);
}

} // namespace isobar

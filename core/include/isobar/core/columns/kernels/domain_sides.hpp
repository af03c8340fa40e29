#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>

#include <string>

namespace isobar {

/// Factors that turn a number beside a side of the domain into its mirror image beyond the side.
/// The factor is -1 where u is 0 on the side, and 1 where nothing flows through it. It is 0 where
/// there is no image, because columns of another rank or of the other end of a periodic domain lie
/// there.
struct MirrorSigns {
  int west, east, south, north;
};
/// The factors at the sides of a part of the domain.
inline MirrorSigns mirror_signs(const Partition& p, const Boundaries& b) {
  const auto sign = [](bool at_side, Boundary boundary) {
    if (!at_side || boundary == Boundary::periodic) return 0;
    return boundary == Boundary::dirichlet ? -1 : 1;
  };
  return {sign(p.at_west(), b.west), sign(p.at_east(), b.east), sign(p.at_south(), b.south),
          sign(p.at_north(), b.north)};
}

/// Operations on halo cells beyond the sides of the domain: for corrections, which prolongations
/// read, and for coefficients.
template <class P> struct DomainSides {
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// Sets the halo beyond the domain's sides to the mirror image (MirrorSigns). Call it after an
  /// exchange, with corners if u has them.
  static void mirror(const Grid& grid, const Vector& u);

  /// Sets the halo as mirror() would if nothing flowed through any side. It serves coefficients
  /// with the vertex flux, so that their means at a side are those of the columns inside.
  static void mirror_closed(const Grid& grid, const Vector& u);
  /// Sets the halo cell beyond each corner of the cube, where no column exists, to the harmonic
  /// mean of the three cells around it. Call it after an exchange with corners; u must be greater
  /// than 0. Does nothing except on the sphere.
  static void mean_at_cube_corners(const Grid& grid, const Vector& u);

  /// Moves u of the last columns along these axes to where columns of full width would have their
  /// centres. Each new number lies on the straight line through the last column and its neighbour:
  /// (4 last - next to last) / 3. A coarse u needs this before mirror() if its last column covers a
  /// single fine one. Reads and also changes a halo of 1 with corners. The rank owns two or more
  /// columns along these axes.
  static void move_ends(const Grid& grid, Coarsening axes, const Vector& u);
  /// Applies the transpose of move_ends to the owned cells of a restricted f. `label` is the
  /// kernel's name on f's level.
  static void move_ends_transposed(const std::string& label, Coarsening axes, const Vector& f);
};

/// Calls DomainSides::mirror. The function has the kernel's name.
template <class S, Layout L, class A, Walk W>
void mirror_sides(const PlannedGrid<A, W>& grid, const Field<S, L>& u) {
  DomainSides<Precision<S, A, L, W>>::mirror(grid, u);
}

} // namespace isobar

#pragma once
#include "support_fields.hpp"

#include <isobar/core/grid/cubed_sphere.hpp>

#include <array>
#include <map>

/// The whole sphere in tests. Its cells are an oracle::Array of 6 n rows: row j of panel p is row p n + j.
namespace isobar {

/// The matrix on the sphere, assembled from the energies of vertices that are found by where columns meet, without any table of panels.
struct SphereOracle {
  int n;
  oracle::Matrix layers;                        ///< for its layers alone
  std::vector<double> area, vertical, reaction; ///< |T|, times alpha_v, times beta
  std::vector<std::map<int, double>>
      couplings; ///< of a column to others, by their number (p n + j) n + i

  /// Functions of the position are those of columns of this level.
  SphereOracle(const GridSpec& spec, int n, int merge = 1);
  double total(int column) const;
  oracle::Array apply(const oracle::Array& u) const;
};

/// The centre of a column, from the study's frames of panels.
std::array<double, 3> sphere_centre(int n, int panel, int i, int j);

/// A small equation on the sphere.
GridSpec sphere_spec(int nz, const Physics& physics = test_physics);

/// The same with functions of the position, between 0.25 and 4, smooth but for their kinks at edges of panels.
GridSpec sphere_spec_with_fields(int n, int nz, const Physics& physics = test_physics);
/// The spec of the next coarser level: geometric means of alpha_h, and means of alpha_v and beta by area.
GridSpec coarse_sphere_spec(const GridSpec& fine, int n);

/// Random cells in [-1, 1) of six panels of n x n columns.
oracle::Array random_on_sphere(int n, int nz, int seed);

inline double norm_of_difference(const oracle::Array& a, const oracle::Array& b) {
  return oracle::norm(oracle::sum(a, -1.0, b));
}

/// The part of an array that a rank's patches see, garbage in the padding and in halo columns that
/// do not exist. Or its owned cells alone, and 0 elsewhere.
enum class SphereHalo { cells, zero };
template <class T, Layout L = Layout::x_fastest>
Field<T, L> sphere_field(const oracle::Array& global, const Partition& p,
                         SphereHalo halo = SphereHalo::cells) {
  const Field<T, L> f("f", p.nx, p.ny, global.nz);
  const auto host = Kokkos::create_mirror_view(f.flat());
  const double outside = halo == SphereHalo::cells ? garbage : 0.0;
  Kokkos::deep_copy(host, T(outside));
  const CubedSphere sphere(p.global_nx);
  const PatchRows rows = p.rows();
  const int beside = halo == SphereHalo::cells ? 1 : 0;
  for (int patch = 0; patch < rows.patches; ++patch) {
    const auto place = p.sphere.place(p.sphere.first + patch);
    for (int j = -beside; j < rows.rows + beside; ++j)
      for (int i = -beside; i < p.nx + beside; ++i) {
        const int x = place.x * p.nx + i, y = place.y * rows.rows + j;
        if (sphere.is_missing(x, y)) continue;
        const SphereColumn c = sphere.column(place.panel, x, y);
        for (int k = 0; k < global.nz; ++k)
          host(f.shape().place(i, k, patch * rows.stride + j)) =
              T(global(c.panel * p.global_nx + c.j, c.i, k));
      }
  }
  Kokkos::deep_copy(f.flat(), host);
  return f;
}
/// The owned cells of a rank's patches in the array of the whole sphere; 0 where other ranks own them.
template <class T> oracle::Array sphere_cells(const FieldMemory<T>& field, const Partition& p) {
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), field.flat());
  const int n = p.global_nx, nz = field.shape().nz;
  oracle::Array global(n, 6 * n, nz);
  const PatchRows rows = p.rows();
  for (int patch = 0; patch < rows.patches; ++patch) {
    const auto place = p.sphere.place(p.sphere.first + patch);
    for (int j = 0; j < rows.rows; ++j)
      for (int i = 0; i < p.nx; ++i)
        for (int k = 0; k < nz; ++k)
          global(place.panel * n + place.y * rows.rows + j, place.x * p.nx + i, k) =
              double(host(field.shape().place(i, k, patch * rows.stride + j)));
  }
  return global;
}
/// An array with the cells of these patches alone, 0 elsewhere.
oracle::Array of_patches(const oracle::Array& global, const Partition& p);

/// Half the sum of the two columns beside each corner of the cube, in the halo column beyond it.
template <class T, Layout L> void with_cube_corners(const Field<T, L>& u, const Partition& p) {
  const auto host = Kokkos::create_mirror_view(u.flat());
  Kokkos::deep_copy(host, u.flat());
  const CubedSphere sphere(p.global_nx);
  const PatchRows rows = p.rows();
  const auto at = [&](int i, int k, int j) -> T& { return host(u.shape().place(i, k, j)); };
  for (int patch = 0; patch < rows.patches; ++patch) {
    const auto place = p.sphere.place(p.sphere.first + patch);
    const int first = patch * rows.stride;
    for (const int j : {-1, rows.rows})
      for (const int i : {-1, p.nx})
        if (sphere.is_missing(place.x * p.nx + i, place.y * rows.rows + j))
          for (int k = 0; k < u.shape().nz; ++k)
            at(i, k, first + j) = T(0.5) * (at(i, k, first + (j < 0 ? 0 : j - 1)) +
                                            at(i < 0 ? 0 : i - 1, k, first + j));
  }
  Kokkos::deep_copy(u.flat(), host);
}
/// (9, 3, 3, 1) / 16 of the coarse cells around a fine one, which may be a halo cell of its panel. Beyond a corner of the cube the coarse
/// cell is half the sum of the two beside it. Beside such a corner a halo cell is not what its own panel makes of it.
double prolongated_at(const oracle::Array& coarse, int panel, int i, int j, int k);
oracle::Array prolongated_on_sphere(const oracle::Array& coarse);

/// Adds that to all owned and halo cells of a field.
template <class T, Layout L>
void add_prolongated(const oracle::Array& coarse, const Field<T, L>& u, const Partition& p) {
  const auto host = Kokkos::create_mirror_view(u.flat());
  Kokkos::deep_copy(host, u.flat());
  const CubedSphere sphere(p.global_nx);
  const PatchRows rows = p.rows();
  for (int patch = 0; patch < rows.patches; ++patch) {
    const auto place = p.sphere.place(p.sphere.first + patch);
    for (int j = -1; j <= rows.rows; ++j)
      for (int i = -1; i <= p.nx; ++i) {
        const int x = place.x * p.nx + i, y = place.y * rows.rows + j;
        if (sphere.is_missing(x, y)) continue;
        for (int k = 0; k < coarse.nz; ++k)
          host(u.shape().place(i, k, patch * rows.stride + j)) +=
              T(prolongated_at(coarse, place.panel, x, y, k));
      }
  }
  Kokkos::deep_copy(u.flat(), host);
}

/// All of a sphere of n x n columns a panel on one rank, cut into patches in three ways.
std::vector<Partition> whole_spheres(int n);
/// Cuts of such a sphere: one rank with all, and parts of several.
std::vector<Partition> sphere_parts(int n);

} // namespace isobar

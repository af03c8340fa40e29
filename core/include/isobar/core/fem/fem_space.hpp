#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/types.hpp>
#include <isobar/core/fem/numbering.hpp>

#include <cstdint>

namespace isobar {

/// What kernels read of finite elements on a mesh.
struct FemTables {
  Kokkos::View<int**, Kokkos::LayoutRight, MemorySpace> elements;  ///< (element, node): unknowns
  Kokkos::View<double**, Kokkos::LayoutRight, MemorySpace> points; ///< (unknown, x or y)
  Kokkos::View<Int64*, MemorySpace> starts;        ///< of the elements around each unknown
  Kokkos::View<int*, MemorySpace> around;          ///< those elements, ascending
  Kokkos::View<unsigned char*, MemorySpace> fixed; ///< 1 for Dirichlet unknowns
};

/// Conforming elements of order 1 (bilinear, Q1) or 2 (biquadratic, Q2) on a mesh: unknowns are the values at vertices, of order 2 also
/// at midpoints of edges and at centres. Elements of order 2 are isoparametric: their edges on a rim follow its curve.
/// Element 4 e + c of the refined mesh is a child of element e, whatever the numbering of unknowns.
class FemSpace {
public:
  /// Quadrilaterals that may meet in a vertex: rows of matrices are assembled in arrays of fixed length.
  static constexpr int most_around = 9;

  /// Unknowns on the rims of `dirichlet` are fixed. Throws std::invalid_argument for any order but 1 and 2, a rim that is not there,
  /// or a vertex in which more quadrilaterals meet than most_around.
  FemSpace(const QuadMesh& mesh, int order, Numbering numbering,
           std::span<const int> dirichlet_rims, std::uint64_t seed = 1);

  int order() const { return order_; }
  int unknowns() const { return int(table_.points.size()); }
  int elements() const { return table_.elements(); }
  const FemTables& tables() const { return device_; }
  /// On the host: elements and points in the numbering of this space.
  const ElementTable& table() const { return table_; }

  /// A Dirichlet unknown, and the first of the rims that fix it.
  struct Fixed {
    int unknown, rim;
  };
  const std::vector<Fixed>& fixed() const { return fixed_; }

private:
  void find_fixed(const QuadMesh& mesh, std::span<const int> dirichlet_rims,
                  std::span<const int> new_number);
  void copy_to_device();

  int order_;
  ElementTable table_;
  std::vector<Fixed> fixed_;
  FemTables device_;
};

} // namespace isobar

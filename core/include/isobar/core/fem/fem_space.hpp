#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/types.hpp>
#include <isobar/core/fem/numbering.hpp>
#include <isobar/core/mesh/mesh_part.hpp>
#include <isobar/core/multigrid/ghosts.hpp>

#include <cstdint>
#include <memory>

namespace isobar {

struct MacroElements;
class MacroLattice;

/// The tables of finite elements that kernels read. Hexahedra have only
/// `fixed`, `owned` and `places`: kernels read the other tables from the plane.
struct FemTables {
  Kokkos::View<int**, Kokkos::LayoutRight, MemorySpace> elements;  ///< (element, node): unknown
  Kokkos::View<double**, Kokkos::LayoutRight, MemorySpace> points; ///< (unknown, x or y)
  Kokkos::View<Int64*, MemorySpace> starts;        ///< first of the elements around each unknown
  Kokkos::View<int*, MemorySpace> around;          ///< elements around each unknown, ascending
  Kokkos::View<unsigned char*, MemorySpace> fixed; ///< 1 for Dirichlet unknowns
  int owned = 0;                                   ///< number of unknowns that have rows
  int places = 0;             ///< number of unknowns that have columns: owned ones and ghosts
  bool has_triangles = false; ///< the whole mesh has triangles, with -1 in their last places
  /// For a part of a mesh: the coarser element of each four children, and the first child of each
  /// coarser element. This is below 0 if it has none here. Empty if the numbers are those of one
  /// rank.
  Kokkos::View<int*, MemorySpace> parents{}, children{};

  KOKKOS_FORCEINLINE_FUNCTION bool is_triangle(int element) const {
    return has_triangles && elements(element, int(elements.extent(1)) - 1) < 0;
  }
  KOKKOS_INLINE_FUNCTION int parent(int element) const {
    return parents.extent(0) > 0 ? parents(element / 4) : element / 4;
  }
  KOKKOS_INLINE_FUNCTION int first_child(int coarser_element) const {
    return children.extent(0) > 0 ? children(coarser_element) : 4 * coarser_element;
  }
};

/// Conforming elements of order 1 (bilinear, Q1; linear triangles, P1) or 2 (biquadratic, Q2;
/// quadratic triangles, P2) on a mesh. Unknowns are the values at vertices, and for order 2 also at
/// midpoints of edges and at centres of quadrilaterals. Elements of order 2 are isoparametric:
/// their edges on a rim follow its curve. Element 4 e + c of the refined mesh is a child of element
/// e, whatever the numbering of unknowns.
class FemSpace {
public:
  /// The most quadrilaterals that may meet in a vertex. Rows of
  /// matrices are assembled in arrays of fixed length.
  static constexpr int most_around = 9;

  /// Unknowns on `dirichlet_rims` are fixed. `seed`: for Numbering::random. Throws
  /// std::invalid_argument if the order is neither 1 nor 2, or a rim does not exist. Throws it also
  /// if more than most_around quadrilaterals meet in a vertex, or for triangles in
  /// Numbering::macro.
  FemSpace(const QuadMesh& mesh, int order, Numbering numbering,
           std::span<const int> dirichlet_rims, std::uint64_t seed = 1);
  /// Makes the space on a rank's part of a mesh. Owned unknowns come first, in `numbering`. Ghosts,
  /// which rows of owned unknowns read, come next, ordered by owner. The ghosts of one owner are
  /// ordered by number over all ranks, or as Numbering::macro orders them. The other unknowns of
  /// the part's elements come last. `coarser`: the space on the coarser part, null on the coarsest
  /// one. Throws as the constructor above.
  FemSpace(const MeshPart& part, int order, Numbering numbering,
           std::span<const int> dirichlet_rims, const FemSpace* coarser, std::uint64_t seed = 1);

  /// Makes hexahedra, the elements of an extruded mesh. Each unknown of `plane`, which has the same
  /// order, becomes a column of unknowns along z. Their numbers are consecutive from the bottom up:
  /// unknown n N + k is the k-th of N above unknown n. Element e L + l is the l-th of L layers
  /// above quadrilateral e. `plane` has the Dirichlet rims of the sides, so `dirichlet_rims` only
  /// matters for the bottom and the top. Throws std::invalid_argument if there are no layers, or if
  /// `plane` has triangles or macro elements.
  FemSpace(FemSpace plane, const Layers& layers, std::span<const int> dirichlet_rims);

  int order() const { return order_; }
  /// The space in the plane below hexahedra, which then has no
  /// fixed unknowns. It is null for a space in the plane.
  const FemSpace* plane() const { return plane_.get(); }
  const Layers& layers() const { return layers_; }
  /// Number of unknowns above each one of the plane. It is 1 for a space in the plane.
  int column_unknowns() const { return layers_ ? order_ * layers_.count + 1 : 1; }
  /// The number of unknowns of all elements on this rank, and the
  /// number of those that have rows. On one rank both are the same.
  int unknowns() const { return int(table_.points.size()); }
  int owned() const { return device_.owned; }
  /// The owned unknowns and ghosts, with their two-level numbers over all ranks. On one rank it has
  /// no ids.
  const DistributedNumbers& distributed() const { return distributed_; }
  int elements() const { return table_.elements(); }
  /// Whether an element belongs to this rank. On levels coarser
  /// than MeshPartition::level, elements belong to all ranks.
  bool owns_element(int e) const {
    if (plane_) return plane_->owns_element(e / layers_.count);
    return own_elements_.empty() || own_elements_[e];
  }
  /// The number in the coarsest mesh of the quadrilateral from which an element was refined.
  int coarsest_quad(int e) const {
    if (plane_) return plane_->coarsest_quad(e / layers_.count);
    return coarsest_quads_.empty() ? e >> (2 * table_.refinements) : coarsest_quads_[e];
  }
  const FemTables& tables() const { return device_; }
  /// Elements and points on the host, in the numbering of this space.
  const ElementTable& table() const { return table_; }
  /// The places of the unknowns of macro elements, for matrices without entries. Throws
  /// std::invalid_argument if the numbering is not Numbering::macro, or if macro elements are not
  /// refined.
  const MacroElements& macro() const;

  /// A Dirichlet unknown, and the first rim that fixes it.
  struct Fixed {
    int unknown, rim;
  };
  const std::vector<Fixed>& fixed() const { return fixed_; }

  /// An edge on a rim: local edge `side` of an element. For hexahedra these edges are those of the
  /// plane.
  struct RimSide {
    int element, side, rim;
  };
  const std::vector<RimSide>& rim_sides() const { return rim_sides_; }

  /// A place on a rim: a vertex of each edge. For hexahedra, also the unknowns
  /// above these vertices, and the unknowns at the bottom and the top.
  struct RimPlace {
    int rim;
    Point place;
  };
  /// The places on all rims.
  std::vector<RimPlace> rim_places() const;

private:
  void find_fixed(const QuadMesh& mesh, std::span<const MeshPart::RimVertex> rim_vertices,
                  std::span<const int> dirichlet_rims, std::span<const int> new_number);
  void find_rim_sides(const QuadMesh& mesh);
  void extrude_elements();
  void extrude_numbers();
  void find_fixed_in_columns(std::span<const FemSpace::Fixed> sides,
                             std::span<const int> dirichlet_rims);
  void free_all();
  void copy_to_device();
  void copy_fixed_to_device();
  /// Completes construction when fixed unknowns are known. `lattice` is in the
  /// numbers of this space; null for all other numberings than Numbering::macro.
  void finish(const MacroLattice* lattice);

  int order_;
  Layers layers_{};
  std::shared_ptr<const FemSpace> plane_; ///< null in the plane
  ElementTable table_;
  std::vector<bool> own_elements_;  ///< whether an element is this rank's; empty if all are
  std::vector<int> coarsest_quads_; ///< coarsest_quad() on a part; empty if it follows from numbers
  std::vector<Fixed> fixed_;
  std::vector<RimSide> rim_sides_;
  DistributedNumbers distributed_;
  FemTables device_;
  std::shared_ptr<const MacroElements> macro_; ///< null where macro() throws
};

/// Returns the distribution of all levels' unknowns over ranks,
/// the finest level first, as exchanges of ghosts expect it.
std::vector<const DistributedNumbers*> distributed_numbers(std::span<const FemSpace> spaces);

} // namespace isobar

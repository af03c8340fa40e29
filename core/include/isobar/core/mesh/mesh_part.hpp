#pragma once
#include <isobar/core/mesh/mesh_partition.hpp>

#include <cstdint>

namespace isobar {

/// The vertices, edges or quadrilaterals of a part: their numbers in the whole level, ascending,
/// and the rank that owns each.
struct PartEntities {
  std::vector<std::int64_t> ids;
  std::vector<int> owners;
};

/// One rank's part of one level of a distributed mesh. It has the rank's own quadrilaterals.
/// On levels finer than the distributed one it also has quadrilaterals of other ranks. These
/// are the children of those that touch its own ones on the coarser level, at least in a
/// vertex. So a part has all quadrilaterals around each vertex that a row of an owned unknown
/// reads. It also has all fine unknowns that a restriction to an owned unknown reads. Levels
/// up to the distributed one are whole on every rank, because they have few quadrilaterals.
///
/// Numbers of the whole level are those of refined() on one rank. An edge or a vertex belongs to
/// one of the ranks around it on the distributed level; its number alone decides which. The
/// children of an edge or a quadrilateral have its owner. So all ranks know all owners without
/// communication. The mesh counts refinements from the distributed level.
struct MeshPart {
  QuadMesh
      mesh; ///< in numbers of its own; edges where the part ends have one quadrilateral and no rim
  int rank = 0;
  PartEntities vertices, edges, quads;
  std::int64_t all_vertices = 0, all_edges = 0, all_quads = 0; ///< counts of the whole level
  bool is_distributed =
      true; ///< false on levels coarser than that: their quadrilaterals belong to all ranks
  /// Vertices on rims. They are listed even where this part has no
  /// edge of the rim. A vertex between two edges is listed twice.
  struct RimVertex {
    int vertex, rim;
  };
  std::vector<RimVertex> rim_vertices;
  /// The quadrilateral of the coarser part whose children are quadrilaterals 4 g to 4 g + 3, by g.
  std::vector<int> parents;
  int level = 0; ///< how often the coarsest mesh is refined
  std::int64_t all_centres =
      0; ///< number of elements of the whole level that are no triangles; only these have a centre
  /// With triangles, how many elements of the whole level before
  /// each one have a centre. Empty if all elements have one.
  std::vector<std::int64_t> centres_before{};

  bool has_triangles() const { return all_centres < all_quads; }
  /// The number of an element's centre among all centres of the
  /// whole level. A triangle has the number of the next centre.
  std::int64_t centre(int q) const {
    return has_triangles() ? centres_before[std::size_t(q)] : quads.ids[std::size_t(q)];
  }
  bool owns_quad(int q) const { return !is_distributed || quads.owners[std::size_t(q)] == rank; }
};

/// Returns this rank's part of all levels, the coarsest first. The partition belongs
/// to the same mesh. Throws as refined() does. Throws std::invalid_argument if the
/// partition is for another mesh or number of levels, or does not have this rank.
std::vector<MeshPart> mesh_parts(const QuadMesh& coarsest, int levels,
                                 const MeshPartition& partition, int rank);

/// Returns this rank's part of the next finer level.
MeshPart refined(const MeshPart& part);

} // namespace isobar

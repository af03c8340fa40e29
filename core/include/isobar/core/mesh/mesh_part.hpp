#pragma once
#include <isobar/core/mesh/mesh_partition.hpp>

#include <cstdint>

namespace isobar {

/// The vertices, edges or quadrilaterals of a part: their numbers in the whole level, ascending, and the rank that owns each.
struct PartEntities {
  std::vector<std::int64_t> ids;
  std::vector<int> owners;
};

/// One rank's part of one level of a distributed mesh. It has the rank's own quadrilaterals. On levels finer than the
/// distributed one it also has the children of quadrilaterals that touch its own ones on the coarser level, at least in a
/// vertex. So it has all quadrilaterals around each vertex that a row of an owned unknown reads, and all fine unknowns that a
/// restriction to an owned one reads. Levels up to the distributed one are whole on every rank: they have few quadrilaterals.
///
/// Numbers of the whole level are those of refined() on one rank. An edge or a vertex belongs to one
/// of the ranks around it on the distributed level; its number alone decides which. The children of
/// an edge or a quadrilateral have its owner. So all ranks know all owners without communication.
struct MeshPart {
  QuadMesh
      mesh; ///< numbers of its own; edges at the end of the part have one quadrilateral and no rim; refinements are those of the distributed level
  int rank = 0;
  PartEntities vertices, edges, quads;
  std::int64_t all_vertices = 0, all_edges = 0, all_quads = 0; ///< of the whole level
  bool is_distributed =
      true; ///< false on levels coarser than that: their quadrilaterals belong to all ranks
  /// Vertices on rims, also where this part has no edge of the rim. A vertex between two edges is listed twice.
  struct RimVertex {
    int vertex, rim;
  };
  std::vector<RimVertex> rim_vertices;
  /// Quadrilaterals 4 g to 4 g + 3 are the children of this one of the coarser part.
  std::vector<int> parents;
  int level = 0; ///< how often the coarsest mesh is refined
  std::int64_t all_centres =
      0; ///< elements of the whole level that are no triangles: triangles have no centre
  /// With triangles: how many elements before each one, in the whole level, have a centre. Empty: all have one.
  std::vector<std::int64_t> centres_before{};

  bool has_triangles() const { return all_centres < all_quads; }
  /// The number of an element's centre among those of the whole level; of a triangle that of the next one.
  std::int64_t centre(int q) const {
    return has_triangles() ? centres_before[std::size_t(q)] : quads.ids[std::size_t(q)];
  }
  bool owns_quad(int q) const { return !is_distributed || quads.owners[std::size_t(q)] == rank; }
};

/// This rank's part of all levels, the coarsest first. The partition is one of the same mesh. Throws as refined() does,
/// and std::invalid_argument if the partition is of another mesh or number of levels, or does not have this rank.
std::vector<MeshPart> mesh_parts(const QuadMesh& coarsest, int levels,
                                 const MeshPartition& partition, int rank);

/// This rank's part of the next finer level.
MeshPart refined(const MeshPart& part);

} // namespace isobar

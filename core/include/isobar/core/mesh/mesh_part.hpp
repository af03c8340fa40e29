#pragma once
#include <isobar/core/mesh/mesh_partition.hpp>

#include <cstdint>

namespace isobar {

/// The vertices, edges or quadrilaterals of a part: their numbers in the whole level, ascending, and the rank that owns each.
struct PartEntities {
  std::vector<std::int64_t> ids;
  std::vector<int> owners;
};

/// What one rank has of one level of a mesh that is dealt to ranks: its own quadrilaterals and, on levels finer than the one that was
/// dealt, the children of those that touch its own ones on the coarser level, in a vertex at least. So all quadrilaterals are
/// there around each vertex that a row of an owned unknown reads, and all fine unknowns that a restriction to an owned one
/// reads. Levels up to the one that was dealt are there whole: it has few quadrilaterals.
///
/// Numbers of the whole level are those of refined() on one rank. An edge or a vertex is owned by one of the ranks around it on the
/// level that was dealt; which one follows from its number alone, and what a refinement makes of an edge or a
/// quadrilateral has its owner. So all ranks know all owners without a word.
struct MeshPart {
  QuadMesh
      mesh; ///< numbers of its own; edges at the end of the part have one quadrilateral and no rim; refinements are those of the dealt level
  int rank = 0;
  PartEntities vertices, edges, quads;
  std::int64_t all_vertices = 0, all_edges = 0, all_quads = 0; ///< of the whole level
  bool is_dealt =
      true; ///< false on levels coarser than that: their quadrilaterals belong to all ranks
  /// Vertices on rims, also where no edge there belongs to the part; a vertex between two edges stands there twice.
  struct RimVertex {
    int vertex, rim;
  };
  std::vector<RimVertex> rim_vertices;
  /// Quadrilaterals 4 g to 4 g + 3 are the children of this one of the coarser part.
  std::vector<int> parents;
  int level = 0; ///< how often the coarsest mesh is refined

  bool owns_quad(int q) const { return !is_dealt || quads.owners[std::size_t(q)] == rank; }
};

/// This rank's part of all levels, the coarsest first. The partition is one of the same mesh. Throws as refined() does, and
/// std::invalid_argument if the partition is of another mesh or number of levels, or has no such rank.
std::vector<MeshPart> mesh_parts(const QuadMesh& coarsest, int levels,
                                 const MeshPartition& partition, int rank);

/// The next level.
MeshPart refined(const MeshPart& part);

} // namespace isobar

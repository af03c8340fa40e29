#pragma once
#include <isobar/core/grid/horizontal_mesh.hpp>

namespace isobar {

/// alpha_h of columns and of those around them, (nx+2, ny+2), from the column south-west of the
/// first one on. Missing columns have 0. If it is empty, alpha_h is 1.
using ColumnsAround = MeshColumns::View;

/// The input from which a mesh is measured.
struct MeasuredMesh {
  Domain domain;
  Partition part;
  Boundaries boundaries;
  MeshColumns to;
  ColumnsAround alpha{};
  MeshColumns
      finer{}; ///< the rank's columns of the next finer level, whose areas are summed; if empty, formulas give the areas
  Partition finer_part{};
};

/// Writes areas and transmissibilities by the formulas of HorizontalGeometry or CubedSphere. With
/// the vertex flux, each vertex's metric is multiplied by the harmonic mean of alpha_h of the
/// columns around it (docs/discretisation.md, "The vertex flux").
void measure_columns(const MeasuredMesh& mesh);

/// The metric of each vertex for alpha = 1: aa, bb and ab at the south-western corner of column
/// (i, j), (nx+1, ny+1) each. If `area` is given, it is a quarter of the areas of the columns
/// around the vertex.
struct VertexNumbers {
  MeshColumns::View aa, bb, ab, area{};
};
void measure_vertices(const GridSpec& spec, const Partition& part, const VertexNumbers& to);

} // namespace isobar

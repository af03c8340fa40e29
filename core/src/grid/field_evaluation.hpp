#pragma once
#include <isobar/core/grid/horizontal_geometry.hpp>
#include <isobar/core/grid/horizontal_mesh.hpp>

namespace isobar {

/// A mesh's numbers in the memory of the host.
struct HostColumns {
  using View = Kokkos::View<double**, Kokkos::LayoutStride, HostSpace>;
  View area, vertical, reaction, west, south;
};

/// Evaluates the user's functions of the horizontal position on columns of the finest level.
class FieldEvaluation {
public:
  /// Throws std::invalid_argument if a geometry lacks one of its functions.
  FieldEvaluation(const GridSpec& spec, const Partition& partition);

  /// Writes all numbers of the partition's columns. Each function is asked once for each column and edge. Throws
  /// std::invalid_argument at the first number that cannot be.
  void write(const HostColumns& to) const;
  /// Asks as write() does, and keeps nothing. Throws likewise.
  void ask() const;

private:
  double alpha_h(int i, int j) const;
  void write_column(const HostColumns& to, int i, int j) const;
  double west(int i, int j, double alpha_west, double alpha_east) const;
  double south(int i, int j, double alpha_south, double alpha_north) const;

  ColumnFields fields_;
  Boundaries boundaries_;
  Partition part_;
  HorizontalGeometry geometry_;
};

} // namespace isobar

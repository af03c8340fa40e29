#pragma once
#include <isobar/core/grid/horizontal_geometry.hpp>
#include <isobar/core/grid/horizontal_mesh.hpp>

namespace isobar {

/// Returns the user's number, which is finite and greater than 0, or 1 without a function. Throws
/// std::invalid_argument with its name at another number.
double positive_number(const char* name, const HorizontalField& field, int i, int j);
/// Returns ColumnFields::ground of a column, which is finite and below 1. Throws
/// std::invalid_argument at another number.
double ground_share(const HorizontalField& ground, int i, int j);

/// One axis of the domain, with column indices that may lie beyond a periodic side.
struct DomainAxis {
  int columns;
  Boundary low, high;
  bool periodic() const { return low == Boundary::periodic; }
  int inside(int i) const { return periodic() ? (i % columns + columns) % columns : i; }
  bool exists(int i) const { return periodic() || (i >= 0 && i < columns); }

  /// Returns the transmissibility of edge i, from length over distance and the numbers of the
  /// columns beside it.
  template <class Ratio>
  double transmissibility(int i, double below, double above, const Ratio& ratio) const {
    const bool first = i == 0 && !periodic(), last = i == columns && !periodic();
    if ((first && low == Boundary::neumann) || (last && high == Boundary::neumann)) return 0.0;
    const double resistance = first ? 1.0 / above : last ? 1.0 / below : 0.5 / below + 0.5 / above;
    return ratio(inside(i)) / resistance;
  }
};
inline DomainAxis x_axis(const Partition& p, const Boundaries& b) {
  return {p.global_nx, b.west, b.east};
}
inline DomainAxis y_axis(const Partition& p, const Boundaries& b) {
  return {p.global_ny, b.south, b.north};
}

/// A mesh's numbers in the memory of the host.
struct HostColumns {
  using View = Kokkos::View<double**, Kokkos::LayoutStride, HostSpace>;
  View area, vertical, reaction, west, south;
};

/// Evaluates the user's functions of the horizontal position on columns of the finest level, for the two-point flux.
class FieldEvaluation {
public:
  /// Throws std::invalid_argument if a geometry lacks one of its functions.
  FieldEvaluation(const GridSpec& spec, const Partition& partition);

  /// Writes all numbers of the partition's columns. Calls each function once for
  /// each column and edge. Throws std::invalid_argument at the first invalid number.
  void write(const HostColumns& to) const;
  /// Evaluates the same numbers as write(), and keeps none. Throws std::invalid_argument at the
  /// first invalid number.
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

#pragma once
#include "grid/axis_pair.hpp"
#include <isobar/core/grid/coefficients.hpp>
#include <isobar/core/grid/grid_spec.hpp>
#include <isobar/core/grid/partition.hpp>

#include <memory>
#include <optional>

namespace isobar {

/// The numbers of columns in the memory of the host.
using HostColumnNumbers = Kokkos::View<double**, Kokkos::LayoutLeft, HostSpace>;

/// Evaluates the user's functions of the horizontal position for the vertex flux, which takes
/// alpha_h of each vertex from the columns around it. On the sphere, functions get the row among
/// all 6 n rows; row j is row j mod n of panel j / n.
///
/// A coarse column has the geometric mean of the alpha_h of its children (docs/discretisation.md,
/// "The vertex flux").
class VertexEvaluation {
public:
  /// In: `finest`, the columns of the finest level. The fields must outlive the object.
  VertexEvaluation(const ColumnFields& fields, const Boundaries& boundaries,
                   const Partition& finest);

  /// Writes alpha_h of the finest columns and of those around them, (nx+2, ny+2), from the column
  /// south-west of the first one on. Missing columns have 0. Over a ground it writes alpha_h m
  /// (ColumnFields::ground). Like the next functions, it throws std::invalid_argument at an invalid
  /// number.
  void write_alpha_h(const HostColumnNumbers& to) const;
  /// Writes the ground of the same columns as a share of the depth, and 0 for missing columns.
  void write_ground(const HostColumnNumbers& to) const;
  /// Writes alpha_v / m of the same columns.
  void write_alpha_v_around(const HostColumnNumbers& to) const;
  /// Write alpha_v / m^2, beta, and m of the finest columns, (nx, ny). Rows between patches have 1.
  void write_alpha_v(const HostColumnNumbers& to) const;
  void write_beta(const HostColumnNumbers& to) const;
  void write_share(const HostColumnNumbers& to) const;
  /// Writes alpha_h of a coarser level and around it from the finer level. The finer one reaches
  /// one column beyond the coarser one on all sides where the domain goes on. Columns beside
  /// patches of the sphere are means of all finest columns beneath them.
  void write_coarse(const Partition& coarse, const HostColumnNumbers& to, const Partition& finer,
                    const HostColumnNumbers& from) const;

private:
  struct Place {
    int i, j;
  };
  std::optional<Place> place(const Partition& part, int i, int j) const;
  double share(int i, int j) const;
  double alpha_h(int i, int j) const;
  template <class Number>
  void write_around(const HostColumnNumbers& to, const Number& number) const;
  double mean_on_sphere(int columns, int i, int j) const;
  template <class Number> void write_own(const HostColumnNumbers& to, const Number& number) const;

  const ColumnFields& fields_;
  Boundaries boundaries_;
  Partition finest_;
};

/// Evaluates all numbers that the meshes of a spec with fields need of these parts
/// (evaluated_parts), and keeps none. Throws std::invalid_argument at an invalid number, as the
/// meshes do.
void ask_fields(const GridSpec& spec, const std::vector<Partition>& parts);

} // namespace isobar

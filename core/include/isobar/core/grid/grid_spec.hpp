#pragma once
#include <isobar/core/grid/boundaries.hpp>
#include <isobar/core/grid/coefficients.hpp>
#include <isobar/core/grid/geometry.hpp>
#include <isobar/core/grid/partition.hpp>
#include <isobar/core/grid/physics.hpp>

#include <memory>
#include <vector>

namespace isobar {

template <class A> struct LayerCoefficients;

/// A grid, before it is cut into levels and ranks.
struct GridSpec {
  Domain domain = Domain::panel;
  LayerSpacing spacing = LayerSpacing::graded;
  Physics physics;
  int nz = 0;
  Boundaries boundaries{};
  LayerProfiles profiles{};
  /// None: 1 in all columns of the domain. An update evaluates them only if it has another object.
  std::shared_ptr<const ColumnFields> columns{};
  /// None: layers follow from heights and profiles. Otherwise the nz layers' coefficients
  /// (layers.hpp), for example vertical modes in place of heights. Such layers are never merged.
  std::shared_ptr<const std::vector<LayerCoefficients<double>>> layers{};
  /// Used with `layers` only. If it is 0, a is multiplied by R_T. Otherwise
  /// a is multiplied by V_T, and this number times R_T is added to alpha_T.
  double reaction_beside_alpha = 0.0;
  Flux flux = Flux::two_point;
  /// Whether check() allows a singular equation (is_singular). Its solver must make the means of f and u 0.
  bool may_be_singular = false;
};

/// Whether the user gives functions of the horizontal position, or the columns themselves.
bool has_fields(const GridSpec& spec);
/// Whether its layers follow a ground that is not flat (ColumnFields::ground).
bool has_ground(const GridSpec& spec);

/// Whether u is known up to a constant only: without a reaction and without a side on which u is known.
bool is_singular(const GridSpec& spec);

/// Throws std::invalid_argument if boundaries or profiles are invalid, with one line that names the
/// profile and the layer or the side. Fields are checked when they are evaluated (HorizontalMesh).
void check(const GridSpec& spec);
/// Returns the partition if its domain is periodic in the spec's directions. Throws
/// std::invalid_argument in one line if it is not, and what check(spec) throws.
const Partition& checked_partition(const Partition& partition, const GridSpec& spec);

} // namespace isobar

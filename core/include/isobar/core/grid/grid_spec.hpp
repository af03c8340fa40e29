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

/// The description of a grid, before it is divided into levels and ranks.
struct GridSpec {
  Domain domain = Domain::panel;
  LayerSpacing spacing = LayerSpacing::graded;
  Physics physics;
  int nz = 0;
  Boundaries boundaries{};
  LayerProfiles profiles{};
  /// Null means 1 in all columns of the domain. An update evaluates the fields only if this is
  /// another object.
  std::shared_ptr<const ColumnFields> columns{};
  /// The coefficients of the nz layers (layers.hpp), for example of vertical modes in place of
  /// heights. Such layers are never merged. Null: layers follow from heights and profiles.
  std::shared_ptr<const std::vector<LayerCoefficients<double>>> layers{};
  /// A number that counts with `layers` only. If it is 0, a is multiplied by R_T. Otherwise a is
  /// multiplied by V_T, and this number times R_T is added to alpha_T.
  double reaction_beside_alpha = 0.0;
  Flux flux = Flux::two_point;
  /// Whether check() allows a singular equation (is_singular). The solver must then make the means
  /// of f and u 0.
  bool may_be_singular = false;
};

/// Whether the user gives functions of the horizontal position, or the columns themselves.
bool has_fields(const GridSpec& spec);
/// Whether the layers follow a ground that is not flat (ColumnFields::ground).
bool has_ground(const GridSpec& spec);

/// Whether the equation determines u only up to a constant: it has no reaction, and no side on
/// which u is fixed.
bool is_singular(const GridSpec& spec);

/// Checks boundaries and profiles. Throws std::invalid_argument if they are invalid, in one line
/// that names the profile and the layer or the side. HorizontalMesh checks fields when it evaluates
/// them.
void check(const GridSpec& spec);
/// Returns the partition. Throws std::invalid_argument in one line unless its domain is periodic in
/// the spec's directions. Throws what check(spec) throws.
const Partition& checked_partition(const Partition& partition, const GridSpec& spec);

} // namespace isobar

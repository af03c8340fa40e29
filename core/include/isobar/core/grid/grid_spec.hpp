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

/// What a grid is, before it is cut into levels and ranks.
struct GridSpec {
  Domain domain = Domain::panel;
  LayerSpacing spacing = LayerSpacing::graded;
  Physics physics;
  int nz = 0;
  Boundaries boundaries{};
  LayerProfiles profiles{};
  /// None: 1 in all columns of the domain. An update asks for their numbers only if it is another object.
  std::shared_ptr<const ColumnFields> columns{};
  /// None: layers follow from heights and profiles. Otherwise these are the nz layers' coefficients (layers.hpp), as of vertical modes
  /// in place of heights. Such layers are never merged.
  std::shared_ptr<const std::vector<LayerCoefficients<double>>> layers{};
  /// Used with `layers` alone. If it is 0, a is multiplied by R_T. Otherwise a is multiplied by V_T, and this number times R_T is added
  /// to alpha_T.
  double reaction_beside_alpha = 0.0;
  Flux flux = Flux::two_point;
  /// Whether check() allows what is_singular() is true of. Who solves such an equation makes the means of f and u 0.
  bool may_be_singular = false;
};

/// Whether any function of the horizontal position, or the columns themselves, are the user's own.
bool has_fields(const GridSpec& spec);
/// Whether its layers follow a ground that is not flat (ColumnFields::ground).
bool has_ground(const GridSpec& spec);

/// Whether u is known up to a constant only: without a reaction and without a side on which u is known.
bool is_singular(const GridSpec& spec);

/// Throws std::invalid_argument, with one line that names the profile and the layer or the side, if boundaries
/// or profiles cannot be. Fields are checked where they are evaluated (HorizontalMesh).
void check(const GridSpec& spec);
/// The partition, if its domain is periodic where the spec says so. Throws std::invalid_argument in one line if it is not, and as
/// check(spec) does.
const Partition& checked_partition(const Partition& partition, const GridSpec& spec);

} // namespace isobar

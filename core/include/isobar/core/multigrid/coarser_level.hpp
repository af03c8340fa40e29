#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/partition.hpp>

namespace isobar {

/// The fields of the next coarser level that a finer level's transfers write and read, on any
/// ranks.
template <class P> class CoarserLevel {
public:
  virtual ~CoarserLevel() = default;
  /// The field whose owned cells restrictions write, and which Level::prepare_rhs completes.
  virtual const FieldOf<P>& restricted() const = 0;
  /// The field that prolongations read after Level::prepare_correction, with a halo of 1 and its
  /// corners.
  virtual const FieldOf<P>& correction() const = 0;
  /// The columns that both fields hold.
  virtual const Partition& partition() const = 0;
  /// Number of rows beside the owned ones in which the correction is right.
  virtual int valid_rows() const = 0;
};

} // namespace isobar

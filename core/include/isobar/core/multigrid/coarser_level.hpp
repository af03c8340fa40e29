#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/partition.hpp>

namespace isobar {

/// What the transfers of a finer level write and read of the next coarser one, wherever that lives.
template <class P> class CoarserLevel {
public:
  virtual ~CoarserLevel() = default;
  /// Where restrictions write owned cells, which Level::prepare_rhs completes.
  virtual const FieldOf<P>& restricted() const = 0;
  /// What prolongations read, with a halo of 1 and its corners, after Level::prepare_correction.
  virtual const FieldOf<P>& correction() const = 0;
  /// The columns that both fields hold.
  virtual const Partition& partition() const = 0;
  /// Rows beside the owned ones on which the correction is right.
  virtual int valid_rows() const = 0;
};

} // namespace isobar

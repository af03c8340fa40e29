#pragma once
#include <isobar/core/field/field.hpp>

#include <vector>

namespace isobar {

/// How ranks exchange columns for layers: of some columns all layers, as fields are dealt to ranks, or all columns of some layers, for what couples
/// whole layers at once. Both are fields; halos do not travel.
template <class T> class Transposition {
public:
  virtual ~Transposition() = default;
  /// Layers that this rank has whole; may be 0.
  virtual int layers() const = 0;
  /// The first layer that each rank has whole, in the ranks' order, and the number of all layers.
  virtual std::vector<int> first_layers() const = 0;
  virtual int rank() const = 0;
  /// Whole layers from everybody's columns. Reads and writes owned cells.
  virtual void to_layers(const FieldMemory<T>& columns, const FieldMemory<T>& layers) = 0;
  /// The way back; the two take turns.
  virtual void to_columns(const FieldMemory<T>& layers, const FieldMemory<T>& columns) = 0;
  /// As Communicator::check.
  virtual void check() const {}
};

} // namespace isobar

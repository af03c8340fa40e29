#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/partition.hpp>

#include <vector>

namespace isobar {

/// Which layers of a rank's columns change ranks.
struct TransposedLayers {
  TransposedLayers() = default;
  TransposedLayers(
      int all) // NOLINT(google-explicit-constructor): a number of layers means all of them
      : all(all), count(all) {}
  TransposedLayers(int all, int count, int beside) : all(all), count(count), beside(beside) {}
  bool operator==(const TransposedLayers&) const = default;

  /// Number of columns of a field on either side of the rank's own columns. It is 0 along an axis
  /// along which the rank has all columns. In x the columns fill whole cache lines, so that own
  /// rows begin aligned.
  int beside_x(const Partition& p) const {
    return p.has_whole_rows() ? 0 : (beside + 15) / 16 * 16;
  }
  int beside_y(const Partition& p) const { return p.ny == p.global_ny ? 0 : beside; }

  int all = 0;   ///< number of layers of a field of columns
  int count = 0; ///< number of layers, from the first on, each of which some rank gets whole
  int beside =
      0; ///< number of columns of the other layers that a rank gets on either side of its own
};

/// Returns the partition that has all columns of the domain on one rank: p itself, if it is whole.
inline Partition whole_domain(const Partition& p) {
  if (p.is_whole()) return p;
  return p.is_on_sphere() ? Partition::whole_sphere(p.global_nx)
                          : Partition::whole(p.global_nx, p.global_ny, p.periodic);
}

/// Exchanges columns for layers between ranks. A rank has all layers of some
/// columns, as fields are distributed, or all columns of some layers, as
/// couplings within layers require. Both are fields. Their halos do not travel.
template <class T> class Transposition {
public:
  virtual ~Transposition() = default;
  /// Number of layers that this rank has whole. It may be 0.
  virtual int layers() const = 0;
  /// Returns the first layer that each rank has whole, in the ranks'
  /// order, and then the number of layers that are whole on some rank.
  virtual std::vector<int> first_layers() const = 0;
  /// This rank's number in first_layers().
  virtual int rank() const = 0;
  /// The layers of the columns that change ranks.
  virtual TransposedLayers transposed() const = 0;
  /// Fills this rank's whole layers from all ranks' columns. For the other layers, it fills the
  /// columns beside the rank's own. `columns` has TransposedLayers::beside_x and beside_y more
  /// columns on either side.
  virtual void to_layers(const FieldMemory<T>& columns, const FieldMemory<T>& layers) = 0;
  /// Moves whole layers back to fields of own columns. Call to_layers() and to_columns() in turn.
  virtual void to_columns(const FieldMemory<T>& layers, const FieldMemory<T>& columns) = 0;
  /// See Communicator::check.
  virtual void check() const {}
};

} // namespace isobar

#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/geometry.hpp>
#include <isobar/core/grid/partition.hpp>
#include <isobar/core/launch/kernel_list.hpp>
#include <isobar/core/multigrid/cg_state.hpp>
#include <isobar/core/multigrid/kernels/sphere_sides.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

/// How algorithms reach other ranks. core implements the case
/// of one rank, isobar::comm that of several with MPI.
namespace isobar {

/// Which halo cells an exchange fills: the four edges, or also the four corners.
enum class Halo { edges, edges_and_corners };
/// The halo that a matrix with this flux reads.
inline Halo halo_of(Flux flux) {
  return flux == Flux::vertex ? Halo::edges_and_corners : Halo::edges;
}

/// The ranks that share a level.
class Ranks {
public:
  virtual ~Ranks() = default;
  /// Replaces each value by its sum over all ranks. Every rank gets the same
  /// numbers to the last bit. A rank that is alone keeps its values unchanged.
  virtual void sum(std::span<double> values) = 0;
  /// Replaces each value by the largest one of all ranks. No value may be NaN.
  virtual void max(std::span<double> values) = 0;
  /// True if there are no other ranks.
  virtual bool alone() const = 0;
  /// Whether sums may stay on the device.
  virtual bool sums_on_device() const { return false; }
  /// Adds up the state's sums over all ranks in device memory, and performs the step that follows.
  /// It only launches, in the order of the default instance. Call it only if sums_on_device().
  virtual void sum_on_device(CgState*, CgStep) {}
};

/// Returns the largest value of all ranks. Collective.
inline int max_over_ranks(Ranks& ranks, int value) {
  double largest = value;
  ranks.max({&largest, 1});
  return int(largest);
}

/// Refuses a field of this shape in one line, as it does not fit its level's communicator
/// (std::invalid_argument).
[[noreturn]] void throw_misfit(const FieldShape& shape);
/// Refuses a grid and a communicator of domains with other periodic directions in one line
/// (std::invalid_argument).
[[noreturn]] void throw_other_domain(Periodic grid, Periodic communicator);

/// Fields that an exchange sends together.
template <class T> using FieldSpan = std::span<const FieldMemory<T>>;

/// The ranks of a level, and the exchange of halos between them for fields of T. An exchange
/// fills a field's halo of depth 1, and the rows of other ranks that this rank also computes,
/// with the neighbours' cells. It does not change cells beyond the domain's sides. Beyond an end
/// of a periodic direction lie the cells of the opposite end. A rank that has all cells along
/// that direction copies them itself. It also copies from one halo column to the other, so that
/// corners are always right. Nobody may write owned or halo cells between start and finish.
template <class T> class Communicator : public Ranks {
public:
  /// Whether fields of this shape can be exchanged. Solvers ask this on construction, so
  /// that a communicator of another grid or level does not fail in the middle of a solve.
  virtual bool fits(const FieldShape& shape) const = 0;
  /// The directions in which exchanges wrap around the domain. Solvers require that they are those
  /// of the grid.
  virtual Periodic periodic() const { return {}; }
  /// Does the part of an exchange that needs no other rank, for a
  /// field whose halo is otherwise right. It only launches.
  virtual void wrap(const FieldMemory<T>& /*field*/) {}
  /// Starts an exchange of a field's halo. Reads its owned cells.
  virtual void start(const FieldMemory<T>& field, Halo halo) = 0;
  /// Fills the halo that start() asked for.
  virtual void finish(const FieldMemory<T>& field) = 0;
  /// Does start and finish with nothing in between, possibly with fewer launches.
  virtual void exchange(const FieldMemory<T>& field, Halo halo) {
    start(field, halo);
    finish(field);
  }
  /// Exchanges several fields of one shape. If the communicator was made for this number of fields,
  /// each neighbour gets all of them in one message. Otherwise they are exchanged one after the
  /// other.
  virtual void exchange_together(FieldSpan<T> fields, Halo halo) {
    for (const FieldMemory<T>& field : fields) exchange(field, halo);
  }
  /// Completes a level's right-hand side if ranks compute rows of others
  /// (level_part.hpp): fills these rows with their owners' numbers. If `later`, the rows
  /// travel in one message with those of a coarser level; f must not change until then.
  virtual void gather(const FieldMemory<T>& /*f*/, bool /*later*/) {}
  /// True if exchanges only launch, in the order of the default instance. The host
  /// then has nothing to do in them, so they may be recorded (launch_graph.hpp).
  virtual bool enqueued() const = 0;
  /// Throws EnvironmentError if a neighbour's halo has not arrived on any level of the hierarchy.
  /// Call it when the device has finished. sum() calls it, too.
  virtual void check() const {}
};

/// Throws std::invalid_argument if the communicator does not fit fields of this shape on this part
/// of a domain.
template <class T>
void require_fit(const Communicator<T>& communicator, const Partition& part,
                 const FieldShape& shape) {
  if (!communicator.fits(shape)) throw_misfit(shape);
  if (communicator.periodic() != part.periodic)
    throw_other_domain(part.periodic, communicator.periodic());
}

/// The halo cells of one level that a rank copies itself. They lie beyond the ends of
/// periodic axes along which the rank has all cells, or between its patches of the sphere.
template <class T> class OwnSides {
public:
  OwnSides(Periodic axes, int level)
      : axes_(axes), label_(kernel_label(Kernel::wrap_sides, level)) {}
  OwnSides(const SphereSides<T>& patches, int level)
      : patches_(patches), label_(kernel_label(Kernel::wrap_sides, level)) {}
  Periodic axes() const { return axes_; }
  /// Copies the halo cells. It only launches.
  void wrap(const FieldMemory<T>& field) const;

private:
  Periodic axes_;
  SphereSides<T> patches_;
  std::string label_;
};

/// Exchanges the halo of one field.
template <class T>
void exchange(Communicator<T>& communicator, const FieldMemory<T>& field, Halo halo = Halo::edges) {
  communicator.exchange(field, halo);
}

template <class T> class Merge;

/// The communicators of a hierarchy, one for each level that this
/// rank has, and the merges between levels. Level 0 is the finest.
template <class T> class Communicators {
public:
  virtual ~Communicators() = default;
  /// Returns the communicator of a level. Throws std::invalid_argument if there is no such level.
  virtual Communicator<T>& on(int level) = 0;
  /// Returns the merge in front of a level; on() gives the communicator
  /// behind it. Throws std::invalid_argument if there is none.
  virtual Merge<T>& merge(int level) { throw_no_merge(level); }

protected:
  [[noreturn]] static void throw_no_merge(int level);
};

/// The communicator of one rank that owns the whole domain: it exchanges only with itself.
template <class T> class SelfCommunicator : public Communicator<T> {
public:
  /// Serves a domain that is periodic in these directions; `level` is for labels.
  explicit SelfCommunicator(Periodic periodic, int level = 0) : sides_(periodic, level) {}
  SelfCommunicator() : SelfCommunicator(Periodic{}) {}
  /// Serves the whole sphere.
  SelfCommunicator(const SphereSides<T>& patches, int level) : sides_(patches, level) {}
  bool fits(const FieldShape&) const override { return true; }
  Periodic periodic() const override { return sides_.axes(); }
  void wrap(const FieldMemory<T>& field) override { sides_.wrap(field); }
  void start(const FieldMemory<T>&, Halo) override {}
  void finish(const FieldMemory<T>& field) override { sides_.wrap(field); }
  void sum(std::span<double>) override {}
  void max(std::span<double>) override {}
  bool alone() const override { return true; }
  bool enqueued() const override { return true; }

private:
  OwnSides<T> sides_;
};

/// A SelfCommunicator for every level of any hierarchy.
template <class T> class SelfCommunicators final : public Communicators<T> {
public:
  explicit SelfCommunicators(Periodic periodic = {}) : periodic_(periodic) {}
  /// `finest`: the whole domain on the finest level.
  explicit SelfCommunicators(const Partition& finest)
      : periodic_(finest.periodic), sphere_(finest.is_on_sphere() ? finest : Partition{}) {}
  Communicator<T>& on(int level) override;

private:
  std::unique_ptr<SelfCommunicator<T>> make(int level) const;

  Periodic periodic_;
  Partition sphere_{}; ///< the finest level, if the domain is the sphere
  std::vector<std::unique_ptr<SelfCommunicator<T>>> levels_; ///< up to the coarsest requested level
};

extern template class OwnSides<float>;
extern template class OwnSides<double>;
extern template class SelfCommunicators<float>;
extern template class SelfCommunicators<double>;

} // namespace isobar

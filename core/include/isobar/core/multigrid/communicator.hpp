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

/// How algorithms reach other ranks. core has the case of one rank, isobar::comm that of MPI.
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
  /// Adds up over all ranks, in place. Every rank gets the same numbers
  /// to the last bit. A rank that is alone keeps its values unchanged.
  virtual void sum(std::span<double> values) = 0;
  /// The same with the largest number. None may be NaN. For setup.
  virtual void max(std::span<double> values) = 0;
  /// True if there are no other ranks.
  virtual bool alone() const = 0;
  /// Whether sums may stay on the device.
  virtual bool sums_on_device() const { return false; }
  /// If they may: adds up the state's sums over all ranks and takes the step after
  /// them, in device memory. Only launches, in the order of the default instance.
  virtual void sum_on_device(CgState*, CgStep) {}
};

[[noreturn]] void throw_misfit(const FieldShape& shape);
[[noreturn]] void throw_other_domain(Periodic grid, Periodic communicator);

/// Fields that travel together.
template <class T> using FieldSpan = std::span<const FieldMemory<T>>;

/// The ranks of a level, and the exchange of halos between them for fields of T. An
/// exchange fills the halo of a field with the neighbours' cells (depth 1) and the rows
/// that a rank computes beside its own; it leaves the domain's sides alone. Beyond an end
/// of a periodic direction lie the cells of the opposite end. A rank that has all of that
/// direction copies them itself, also from one halo column to the other, so that corners
/// are always right. Nobody may write owned or halo cells between start and finish.
template <class T> class Communicator : public Ranks {
public:
  /// Whether fields of this shape can be exchanged. Solvers ask on construction, so that
  /// a communicator of another grid or level does not fail in the middle of a solve.
  virtual bool fits(const FieldShape& shape) const = 0;
  /// The directions in which exchanges wrap around the domain; solvers ask for those of their grid.
  virtual Periodic periodic() const { return {}; }
  /// The part of an exchange that needs no other rank, for
  /// a field whose halo is otherwise right. Only launches.
  virtual void wrap(const FieldMemory<T>& /*field*/) {}
  virtual void start(const FieldMemory<T>& field, Halo halo) = 0;
  virtual void finish(const FieldMemory<T>& field) = 0;
  /// start and finish with nothing in between, maybe with fewer launches.
  virtual void exchange(const FieldMemory<T>& field, Halo halo) {
    start(field, halo);
    finish(field);
  }
  /// Exchanges several fields of one shape. If the communicator was made for so many,
  /// they travel together, with one message for each neighbour; else one after the other.
  virtual void exchange_together(FieldSpan<T> fields, Halo halo) {
    for (const FieldMemory<T>& field : fields) exchange(field, halo);
  }
  /// Completes a level's right-hand side if ranks compute rows of others
  /// (level_part.hpp): fills those rows with their owners' numbers. `later`: they travel
  /// in one message with those of a coarser level, until when the field must not change.
  virtual void gather(const FieldMemory<T>& /*f*/, bool /*later*/) {}
  /// True if exchanges only launch, in the order of the default instance, so that
  /// they may be recorded (launch_graph.hpp): the host has nothing to do in them.
  virtual bool enqueued() const = 0;
  /// Throws if a neighbour's halo has not arrived, on this level or any other of
  /// the hierarchy. Call it when the device has finished; sum() calls it, too.
  virtual void check() const {}
};

/// Throws std::invalid_argument if fields of this shape, on this part of a domain, do not belong to the communicator.
template <class T>
void require_fit(const Communicator<T>& communicator, const Partition& part,
                 const FieldShape& shape) {
  if (!communicator.fits(shape)) throw_misfit(shape);
  if (communicator.periodic() != part.periodic)
    throw_other_domain(part.periodic, communicator.periodic());
}

/// The halo cells of one level that a rank copies itself: beyond the ends of
/// periodic axes that it has whole, or between its patches of the sphere.
template <class T> class OwnSides {
public:
  OwnSides(Periodic axes, int level)
      : axes_(axes), label_(kernel_label(Kernel::wrap_sides, level)) {}
  OwnSides(const SphereSides<T>& patches, int level)
      : patches_(patches), label_(kernel_label(Kernel::wrap_sides, level)) {}
  Periodic axes() const { return axes_; }
  void wrap(const FieldMemory<T>& field) const;

private:
  Periodic axes_;
  SphereSides<T> patches_;
  std::string label_;
};

template <class T>
void exchange(Communicator<T>& communicator, const FieldMemory<T>& field, Halo halo = Halo::edges) {
  communicator.exchange(field, halo);
}

template <class T> class Merge;

/// The communicators of all levels of a hierarchy that this rank
/// has, one for each (0 is the finest), and the merges between them.
template <class T> class Communicators {
public:
  virtual ~Communicators() = default;
  /// Throws std::invalid_argument if there is no such level.
  virtual Communicator<T>& on(int level) = 0;
  /// The merge in front of a level; on() gives the level behind it. Throws std::invalid_argument if there is none.
  virtual Merge<T>& merge(int level) { throw_no_merge(level); }

protected:
  [[noreturn]] static void throw_no_merge(int level);
};

/// One rank that owns the whole domain: it exchanges only with itself.
template <class T> class SelfCommunicator : public Communicator<T> {
public:
  /// For a domain that is periodic in these directions; `level` is for labels.
  explicit SelfCommunicator(Periodic periodic, int level = 0) : sides_(periodic, level) {}
  SelfCommunicator() : SelfCommunicator(Periodic{}) {}
  /// For the whole sphere.
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

/// The same on every level of any hierarchy.
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
  Partition sphere_{}; ///< its finest level, if the domain is the sphere
  std::vector<std::unique_ptr<SelfCommunicator<T>>> levels_; ///< up to the coarsest asked for
};

extern template class OwnSides<float>;
extern template class OwnSides<double>;
extern template class SelfCommunicators<float>;
extern template class SelfCommunicators<double>;

} // namespace isobar

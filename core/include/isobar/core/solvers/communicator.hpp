#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/kernels/cg_state.hpp>

#include <span>

/// How algorithms reach other ranks. core has the case of one rank; isobar::comm has MPI's.
namespace isobar {

/// Which halo cells an exchange fills: the four edges, or the four corners too.
enum class Halo { edges, edges_and_corners };

/// The ranks that share a level.
class Ranks {
public:
  virtual ~Ranks() = default;
  /// Adds up over all ranks, in place. Every rank gets the same numbers to the last bit. A rank that
  /// is alone keeps its values as they are.
  virtual void sum(std::span<double> values) = 0;
  /// The same with the largest. None may be NaN. For setup.
  virtual void max(std::span<double> values) = 0;
  /// True if there are no other ranks.
  virtual bool alone() const = 0;
  /// Whether sums need not come to the host.
  virtual bool sums_on_device() const { return false; }
  /// Where they need not: adds up the state's sums over all ranks and takes the step behind them, in device memory.
  /// Only launches, in the order of the default instance.
  virtual void sum_on_device(CgState*, CgStep) {}
};

[[noreturn]] void throw_misfit(const FieldShape& shape);

/// The ranks of a level, and the exchange of halos between them for fields of T. An exchange fills
/// the halo of a field with the neighbours' cells (depth 1), and the rows that a rank computes beside its own, and leaves
/// the domain's sides alone.
/// Between start and finish neither owned nor halo cells may be written.
template <class T> class Communicator : public Ranks {
public:
  /// Whether fields of this shape can be exchanged. Solvers ask when they are made: a communicator of
  /// another grid or level would be met in the middle of a solve otherwise.
  virtual bool fits(const FieldShape& shape) const = 0;
  virtual void start(const FieldMemory<T>& field, Halo halo) = 0;
  virtual void finish(const FieldMemory<T>& field) = 0;
  /// start and finish with nothing in between, which may take fewer launches.
  virtual void exchange(const FieldMemory<T>& field, Halo halo) {
    start(field, halo);
    finish(field);
  }
  /// Completes a level's right-hand side where ranks compute rows of others (level_part.hpp): fills those rows with
  /// what their owners hold. `later`: together with that of a coarser level, for which the field has to
  /// stay as it is; they travel as one then.
  virtual void gather(const FieldMemory<T>& /*f*/, bool /*later*/) {}
  /// True if exchanges only launch, in the order of the default instance, so that they may be recorded
  /// (launch_graph.hpp): the host has nothing to do in them.
  virtual bool enqueued() const = 0;
  /// Throws if a neighbour's halo has not come, on this level or any other of the hierarchy. For when the
  /// device has finished; sum() does it too.
  virtual void check() const {}
};

/// Throws std::invalid_argument if fields of this shape are not the communicator's.
template <class T> void require_fit(const Communicator<T>& communicator, const FieldShape& shape) {
  if (!communicator.fits(shape)) throw_misfit(shape);
}

template <class T>
void exchange(Communicator<T>& communicator, const FieldMemory<T>& field, Halo halo = Halo::edges) {
  communicator.exchange(field, halo);
}

/// The communicators of all levels of a hierarchy (0 is the finest), one for each.
template <class T> class Communicators {
public:
  virtual ~Communicators() = default;
  /// Throws std::invalid_argument if there is no such level.
  virtual Communicator<T>& on(int level) = 0;
};

/// One rank that owns the whole domain: there is nothing to exchange.
template <class T> class SelfCommunicator : public Communicator<T> {
public:
  bool fits(const FieldShape&) const override { return true; }
  void start(const FieldMemory<T>&, Halo) override {}
  void finish(const FieldMemory<T>&) override {}
  void sum(std::span<double>) override {}
  void max(std::span<double>) override {}
  bool alone() const override { return true; }
  bool enqueued() const override { return true; }
};

/// The same on every level of any hierarchy.
template <class T> class SelfCommunicators final : public Communicators<T> {
public:
  Communicator<T>& on(int) override { return self_; }

private:
  SelfCommunicator<T> self_;
};

} // namespace isobar

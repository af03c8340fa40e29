#pragma once
#include <isobar/core/field/field.hpp>

#include <concepts>
#include <span>

namespace isobar {

/// Which halo cells an exchange fills: the four edges, or the four corners too.
enum class Halo { edges, edges_and_corners };

/// How algorithms reach other ranks. An exchange fills the halo of a field on a level (0 is
/// the finest) with the neighbours' cells and leaves the domain's sides alone; between start
/// and finish neither owned nor halo cells may be written. A sum is over all ranks, and is the
/// same to the last bit on each. alone() is true if there are no other ranks: sum() then leaves
/// its values as they are.
template <class C, class T>
concept Communicator = requires(C& c, int level, const FieldMemory<T>& f,
                                std::span<double> values) {
  c.start(level, f, Halo::edges);
  c.finish(level, f);
  c.sum(values);
  { c.alone() } -> std::convertible_to<bool>;
};

/// start and finish with nothing in between.
template <class T, Communicator<T> C>
void exchange(C& communicator, int level, const FieldMemory<T>& field, Halo halo = Halo::edges) {
  communicator.start(level, field, halo);
  communicator.finish(level, field);
}

/// One rank that owns the whole domain: nobody to talk to.
struct SelfCommunicator {
  template <class T> void start(int, const FieldMemory<T>&, Halo) {}
  template <class T> void finish(int, const FieldMemory<T>&) {}
  void sum(std::span<double>) {}
  bool alone() const { return true; }
};

} // namespace isobar

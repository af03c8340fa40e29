#pragma once
#include <functional>
#include <mutex>

namespace isobar {

/// Allows one call of Isobar at a time, from any thread, for programs with several threads.
std::mutex& one_call();

/// An object that must not outlive MPI or Kokkos. It ends when it is
/// destroyed, in MPI_Finalize (if it has a communicator) or in
/// Kokkos::finalize, whichever comes first. The last object made ends first.
class EndsInTime {
public:
  /// `end` is called once, while MPI and Kokkos can still be called, unless this object is
  /// destroyed before. It must not throw. Kokkos, and MPI if `with_mpi`, must be initialised.
  /// The constructor is not collective, but all ranks must make their objects in the same order.
  EndsInTime(bool with_mpi, std::function<void()> end);
  ~EndsInTime();
  EndsInTime(const EndsInTime&) = delete;
  EndsInTime& operator=(const EndsInTime&) = delete;

  /// Ends all objects, or only those that have a communicator.
  static void end_all(bool with_mpi_only);

private:
  bool with_mpi_;
  std::function<void()> end_;
};

} // namespace isobar

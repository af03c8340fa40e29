#pragma once
#include <functional>
#include <mutex>

namespace isobar {

/// One call of Isobar at a time, from any thread, for programs with several threads.
std::mutex& one_call();

/// An object that must not outlive MPI or Kokkos. It ends with this object, in MPI_Finalize (if
/// it has a communicator) or in Kokkos::finalize, whichever is first: last made, first ended.
class EndsInTime {
public:
  /// `end` is called once, while MPI and Kokkos can still be called, unless this object is gone before. It must not throw.
  /// Not collective, but all ranks must make theirs in the same order. Kokkos, and MPI if `with_mpi`, must be initialised.
  EndsInTime(bool with_mpi, std::function<void()> end);
  ~EndsInTime();
  EndsInTime(const EndsInTime&) = delete;
  EndsInTime& operator=(const EndsInTime&) = delete;

  /// Ends all objects, or only those with a communicator.
  static void end_all(bool with_mpi_only);

private:
  bool with_mpi_;
  std::function<void()> end_;
};

} // namespace isobar

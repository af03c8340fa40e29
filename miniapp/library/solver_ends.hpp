#pragma once
#include <functional>
#include <mutex>

namespace isobar {

/// One call of Isobar at a time, from whatever thread, for programs that have several.
std::mutex& one_call();

/// An object that must not outlive MPI or Kokkos. It ends with this object, in MPI_Finalize (if
/// it has a communicator) or in Kokkos::finalize, whichever is first: last made, first ended.
class EndsInTime {
public:
  /// `end` is called once, unless this object is gone before, while MPI and Kokkos can still be called. It must not throw. Not
  /// collective, but all ranks have to make theirs in the same order. Kokkos, and MPI if `with_mpi`, are initialised.
  EndsInTime(bool with_mpi, std::function<void()> end);
  ~EndsInTime();
  EndsInTime(const EndsInTime&) = delete;
  EndsInTime& operator=(const EndsInTime&) = delete;

  /// Ends all that there are, or those with a communicator.
  static void end_all(bool with_mpi_only);

private:
  bool with_mpi_;
  std::function<void()> end_;
};

} // namespace isobar

#pragma once
#include <mpi.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace isobar {

/// The program's environment failed: MPI, memory or a GPU. The program ends with exit code 3.
class EnvironmentError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// An MPI call returned an error. what() is the call's name and MPI_Error_string's text.
class MpiError : public EnvironmentError {
public:
  MpiError(const char* call, int code);
  int code() const { return code_; }

private:
  int code_;
};

/// Throws MpiError unless `code` is MPI_SUCCESS. Every MPI call goes through
/// it: check_mpi(MPI_Barrier(comm), "MPI_Barrier"). The communicator must
/// have MPI_ERRORS_RETURN, which MpiSession and MpiComm set.
inline void check_mpi(int code, const char* call) {
  if (code != MPI_SUCCESS) throw MpiError(call, code);
}
/// Writes one line on standard error unless `code` is MPI_SUCCESS, for destructors, which cannot
/// throw.
void report_mpi(int code, const char* call) noexcept;

/// The MPI type of T, which is float or double.
template <class T> MPI_Datatype mpi_type() {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>);
  return std::is_same_v<T, float> ? MPI_FLOAT : MPI_DOUBLE;
}

/// Initializes MPI on construction, at thread level funneled and with errors returned, and
/// finalizes it on destruction.
class MpiSession {
public:
  /// Throws MpiError, or EnvironmentError if MPI lacks MPI_THREAD_FUNNELED. An MPI that
  /// cannot start may call exit(), as no error handler can be set before; the exit code is
  /// then 3. Lines on standard error begin with `program`, which must outlive all calls.
  MpiSession(int& argc, char**& argv, const char* program = "isobar");
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  /// Whether MPI_Init_thread is running. A program may replace _exit(), which
  /// Open MPI calls if it cannot start, by a call of end_failed_start().
  static bool is_starting();
  /// Writes one line on standard error and ends with exit code 3.
  [[noreturn]] static void end_failed_start();

  /// Ends all ranks with this exit code. For errors that only some ranks may have met
  /// while others wait in a collective call, because MPI_Finalize could then hang.
  [[noreturn]] void abort(int exit_code) noexcept;
};

/// A duplicate of a communicator, so that messages of different
/// owners cannot mix. It must be destroyed before the MpiSession.
class MpiComm {
public:
  /// Duplicates `comm`; collective over it. Throws MpiError if a call of MPI fails.
  explicit MpiComm(MPI_Comm comm);
  MpiComm(const MpiComm& other) : MpiComm(other.comm_) {}
  MpiComm& operator=(const MpiComm&) = delete;
  ~MpiComm();

  /// The ranks that share this rank's memory, in the same order. Collective.
  MpiComm node() const;
  /// The ranks that give the same colour, in the same order. Collective.
  MpiComm split(int colour) const;
  /// The ranks that belong to it, in the same order; none on the others. Collective.
  std::optional<MpiComm> subset(bool belongs) const;

  MPI_Comm get() const { return comm_; }
  int rank() const { return rank_; }
  int size() const { return size_; }
  /// The smallest `value` of all ranks, on all ranks. Collective.
  int min(int value) const;
  /// The text of the lowest rank whose text is not empty, on all ranks; "" if none has one.
  /// Collective.
  std::string first_text(const std::string& own) const;

private:
  int rank_ = 0, size_ = 0;
  MPI_Comm comm_ = MPI_COMM_NULL;
};

} // namespace isobar

#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <exception>
#include <functional>
#include <string>

namespace isobar {

/// An exception of a caller's function on this rank. It waits here until all
/// ranks can end the call together; otherwise others would wait for this rank.
class KeptException {
public:
  /// Calls use() and returns whether it did not throw. Keeps its exception, unless one is kept already.
  bool runs(const std::function<void()>& use);
  /// Calls use(), keeps its exception and throws it, too.
  void runs_or_throws(const std::function<void()>& use);
  bool empty() const { return !exception_; }
  /// Its text, in one line; "" if there is none.
  std::string text() const;
  /// Throws the exception kept on this rank, or a std::runtime_error with the rank and its text if
  /// another rank has kept one. Nothing is kept afterwards. Collective; `comm` is null on one rank.
  void rethrow(const MpiComm* comm);
  /// The same with std::invalid_argument on all ranks: on this rank with the exception's own text and the
  /// exception nested. `problem`: an error of Isobar's own on this rank, which all ranks throw as InputError.
  void refuse(const MpiComm* comm, const std::string& problem);

private:
  std::string text_for_others(const MpiComm* comm) const;

  std::exception_ptr exception_;
};

} // namespace isobar

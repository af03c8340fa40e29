#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <exception>
#include <functional>
#include <string>

namespace isobar {

/// Keeps an exception of a caller's function on this rank until all ranks
/// can end the call together. Otherwise the others would wait for this rank.
class KeptException {
public:
  /// Calls use() and returns whether it did not throw. Keeps its exception, unless one is kept already.
  bool runs(const std::function<void()>& use);
  /// Calls use(); keeps its exception and throws it again.
  void runs_or_throws(const std::function<void()>& use);
  bool empty() const { return !exception_; }
  /// The text of the exception, in one line; "" if there is none.
  std::string text() const;
  /// Throws the exception kept on this rank, or a std::runtime_error with the rank and the text if
  /// another rank has kept one. Nothing is kept afterwards. `comm` is null on one rank. Collective.
  void rethrow(const MpiComm* comm);
  /// Throws std::invalid_argument on all ranks if one has kept an exception. On that rank
  /// it has the exception's own text, and the exception is nested. `problem`: an error of
  /// Isobar's own on this rank, which all ranks throw as InputError. Collective.
  void refuse(const MpiComm* comm, const std::string& problem);

private:
  std::string text_for_others(const MpiComm* comm) const;

  std::exception_ptr exception_;
};

} // namespace isobar

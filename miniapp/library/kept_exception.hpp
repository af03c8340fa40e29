#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <exception>
#include <functional>
#include <string>

namespace isobar {

/// An exception that a function of the caller's has thrown on this rank. It waits here until all ranks can end the call
/// together, as others would be left waiting for this rank otherwise.
class KeptException {
public:
  /// Whether use() returned. Keeps what it throws, unless something is kept already.
  bool runs(const std::function<void()>& use);
  /// As use(), and its exception goes on as well.
  void runs_or_throws(const std::function<void()>& use);
  bool empty() const { return !exception_; }
  /// Its text, in one line; "" if there is none.
  std::string text() const;
  /// Throws what is kept on this rank, and a std::runtime_error that names the rank and its text where another rank has kept
  /// something. Nothing is kept afterwards. Collective; `comm` is null on one rank.
  void rethrow(const MpiComm* comm);
  /// As above with std::invalid_argument on all ranks: here with the exception's own text and the exception nested. An error of
  /// Isobar's own on any rank is `problem` there, and the InputError that all ranks throw.
  void refuse(const MpiComm* comm, const std::string& problem);

private:
  std::string text_for_others(const MpiComm* comm) const;

  std::exception_ptr exception_;
};

} // namespace isobar

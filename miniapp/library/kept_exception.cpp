#include "library/kept_exception.hpp"

#include "input/input_error.hpp"

#include <fmt/format.h>
#include <utility>

namespace isobar {

bool KeptException::runs(const std::function<void()>& use) {
  try {
    use();
    return true;
  } catch (...) {
    if (!exception_) exception_ = std::current_exception();
    return false;
  }
}

void KeptException::runs_or_throws(const std::function<void()>& use) {
  if (!runs(use)) std::rethrow_exception(exception_);
}

std::string KeptException::text() const {
  if (!exception_) return "";
  try {
    std::rethrow_exception(exception_);
  } catch (const std::exception& e) {
    return *e.what() == '\0' ? "an exception without a text" : e.what();
  } catch (...) {
    return "an exception that is no std::exception";
  }
}

std::string KeptException::text_for_others(const MpiComm* comm) const {
  return empty() || comm == nullptr ? "" : fmt::format("rank {}: {}", comm->rank(), text());
}

void KeptException::rethrow(const MpiComm* comm) {
  const std::string others = comm != nullptr ? comm->first_text(text_for_others(comm)) : "";
  if (const std::exception_ptr own = std::exchange(exception_, nullptr))
    std::rethrow_exception(own);
  if (!others.empty()) throw std::runtime_error(others);
}

void KeptException::refuse(const MpiComm* comm, const std::string& problem) {
  const std::string own = text();
  const std::string first =
      comm != nullptr ? comm->first_text(own.empty() ? problem : text_for_others(comm)) : problem;
  if (const std::exception_ptr exception = std::exchange(exception_, nullptr)) try {
      std::rethrow_exception(exception);
    } catch (...) {
      std::throw_with_nested(std::invalid_argument(own));
    }
  if (!first.empty()) throw InputError(first);
}

} // namespace isobar

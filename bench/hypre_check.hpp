#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <HYPRE_utilities.h>
#include <fmt/format.h>

/// hypre's return codes, and hypre's objects as values that clean up.
namespace hypre {

using isobar::check_mpi;

/// Throws EnvironmentError unless `code` is 0.
inline void check(HYPRE_Int code, const char* call) {
  if (code == 0) return;
  char text[256] = "";
  HYPRE_DescribeError(code, text);
  HYPRE_ClearAllErrors();
  throw isobar::EnvironmentError(fmt::format("{}: hypre error {}: {}", call, code, text));
}

/// False if hypre reached its maximum number of iterations, which is a result and no error.
inline bool check_solve(HYPRE_Int code, const char* call) {
  if (code != HYPRE_ERROR_CONV) check(code, call);
  HYPRE_ClearAllErrors();
  return code == 0;
}

/// Owns one of hypre's opaque pointers. A failing destroy can only be told, not handled.
template <class T, auto destroy> class Handle {
public:
  Handle() = default;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (handle_ != nullptr && destroy(handle_) != 0)
      fmt::print(stderr, "hypre: destroying an object failed\n");
  }
  operator T() const { return handle_; }
  T* operator&() { return &handle_; }

private:
  T handle_ = nullptr;
};

} // namespace hypre

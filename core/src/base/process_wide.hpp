#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <memory>
#include <mutex>

namespace isobar {

/// The one T of the process, made when it is first asked for and gone before Kokkos ends: for what is slow to make, is not of one solver,
/// and would otherwise be made in each setup.
template <class T> T& process_wide() {
  static std::mutex making;
  static std::unique_ptr<T> one;
  const std::lock_guard lock(making);
  if (!one) {
    one = std::make_unique<T>();
    Kokkos::push_finalize_hook([] { one.reset(); });
  }
  return *one;
}

} // namespace isobar

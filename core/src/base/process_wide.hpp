#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <memory>
#include <mutex>

namespace isobar {

/// Returns the one T of the process, which is made on first demand and destroyed before Kokkos ends. It serves objects that are
/// slow to make and belong to no solver. Without it, each setup would make them anew.
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

#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <memory>
#include <mutex>

namespace isobar {

/// The one T of the process, made on first demand and destroyed before Kokkos ends. For objects
/// that are slow to make and belong to no solver, and that each setup would make otherwise.
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

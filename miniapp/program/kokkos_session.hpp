#pragma once
#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

#include <optional>

namespace isobar {

/// Runs Kokkos on this rank's device, from the first start() until the end of this object.
class KokkosSession {
public:
  explicit KokkosSession(const MpiComm& comm) : comm_(comm) {}

  /// Chooses this rank's device, prints its warning, and starts Kokkos. Does
  /// nothing if Kokkos is running. Collective. Throws EnvironmentError.
  void start();

private:
  const MpiComm& comm_;
  std::optional<Kokkos::ScopeGuard> kokkos_;
};

} // namespace isobar

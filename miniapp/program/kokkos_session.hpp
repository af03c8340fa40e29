#pragma once
#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

#include <optional>

namespace isobar {

/// Kokkos on this rank's device, from the first start() until this object ends.
class KokkosSession {
public:
  explicit KokkosSession(const MpiComm& comm) : comm_(comm) {}

  /// Chooses this rank's device, says what is to be said of it, and starts Kokkos. Nothing if Kokkos runs. Collective. Throws
  /// EnvironmentError.
  void start();

private:
  const MpiComm& comm_;
  std::optional<Kokkos::ScopeGuard> kokkos_;
};

} // namespace isobar

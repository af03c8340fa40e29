#include "program/kokkos_session.hpp"

#include "io/terminal.hpp"
#include "run/memory.hpp"

#include <isobar/comm/transport/device.hpp>
#include <isobar/core/base/kept_pages.hpp>

namespace isobar {

void KokkosSession::start() {
  if (Kokkos::is_initialized()) return;
  const DeviceSelection device = select_device(comm_);
  if (!device.warning.empty()) print_error(device.warning);
  return_freed_memory();
  kokkos_.emplace(kokkos_settings(device));
  keep_pages_of_fields();
}

} // namespace isobar

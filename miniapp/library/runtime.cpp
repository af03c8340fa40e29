#include <isobar/runtime.hpp>

#include <Kokkos_Core.hpp>

#include <stdexcept>
#include <utility>

namespace isobar {
namespace {

bool kokkos_is_ours = false, has_ended = false;

} // namespace

void initialise() {
  if (has_ended) throw std::runtime_error("Isobar has ended: no solver can be made any more");
  if (Kokkos::is_initialized()) return;
  Kokkos::initialize();
  kokkos_is_ours = true;
}

void finalise() {
  has_ended = true;
  if (std::exchange(kokkos_is_ours, false) && Kokkos::is_initialized()) Kokkos::finalize();
}

} // namespace isobar

#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar {

/// Returns two queues of the device besides the default one. Each runs its work in order,
/// concurrently with the others. The process keeps them, because making them takes longer than a
/// small setup. A user of the queues waits for them before others may use them.
const std::array<ExecutionSpace, 2>& two_queues();

} // namespace isobar

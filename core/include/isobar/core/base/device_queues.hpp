#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar {

/// Two queues of the device beside the default one: what is given to one runs in order, and beside what the others run. They are the
/// process's and kept, as to make them takes longer than a small setup. Whoever uses them waits before others may.
const std::array<ExecutionSpace, 2>& two_queues();

} // namespace isobar

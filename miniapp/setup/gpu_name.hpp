#pragma once
#include <string>

namespace isobar {

/// The GPU that Kokkos uses on this rank; empty without a GPU, and before Kokkos is initialised.
std::string gpu_name();

} // namespace isobar

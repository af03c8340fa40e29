#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace isobar {

/// As "4.6.1".
std::string kokkos_version();
/// The processor's model as the host names it; empty where it does not.
std::string cpu_name();
/// The GPU that Kokkos uses on this rank; empty without one. After Kokkos::initialize.
std::string gpu_name();

/// The report's facts about compiler, libraries and machine (section "environment"
/// of docs/report.md), as rank 0 sees them; host names of all ranks. Kokkos must
/// be initialised. Collective; the result is complete on rank 0.
nlohmann::json environment(const MpiComm& comm);

} // namespace isobar

#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace isobar {

/// The version of Kokkos, as "4.6.1".
std::string kokkos_version();
/// The model of the host's processor; empty if unknown.
std::string cpu_name();

/// The report's facts about compiler, libraries and machine (section "environment"
/// of docs/report.md). They are those of rank 0, with the host names of all ranks.
/// Kokkos must be initialised. Collective; the result is complete on rank 0.
nlohmann::json environment(const MpiComm& comm);

} // namespace isobar

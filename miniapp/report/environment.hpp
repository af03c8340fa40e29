#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <nlohmann/json_fwd.hpp>

namespace isobar {

/// What the report says about compiler, libraries and machine (section "environment" of
/// docs/report.md), as rank 0 sees them; host names of all ranks. Needs Kokkos initialised.
/// Collective; the result is complete on rank 0.
nlohmann::json environment(const MpiComm& comm);

} // namespace isobar

#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <cstdint>
#include <vector>

namespace isobar {

/// Sends numbers from each rank to each other one: `to[r]` goes to rank r, result[r] comes
/// from rank r. T is double or std::int64_t. Collective, and for setups only, as each rank
/// talks to all. Throws EnvironmentError if a rank sends or receives 2^31 numbers or more.
template <class T>
std::vector<std::vector<T>> all_to_all(const MpiComm& comm, const std::vector<std::vector<T>>& to);

extern template std::vector<std::vector<double>>
all_to_all(const MpiComm& comm, const std::vector<std::vector<double>>& to);
extern template std::vector<std::vector<std::int64_t>>
all_to_all(const MpiComm& comm, const std::vector<std::vector<std::int64_t>>& to);

/// The lists of all ranks, by rank. Collective.
std::vector<std::vector<int>> all_gather(const MpiComm& comm, const std::vector<int>& own);

} // namespace isobar

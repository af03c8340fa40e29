#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <cstdint>
#include <vector>

namespace isobar {

/// Numbers of every rank for every other one: `to[r]` are those for rank r; result[r] are those that rank r has for this one.
/// T is double or std::int64_t. Collective, for setups: a rank talks to all. Throws EnvironmentError where one rank sends or
/// receives 2^31 numbers or more.
template <class T>
std::vector<std::vector<T>> all_to_all(const MpiComm& comm, const std::vector<std::vector<T>>& to);

extern template std::vector<std::vector<double>>
all_to_all(const MpiComm& comm, const std::vector<std::vector<double>>& to);
extern template std::vector<std::vector<std::int64_t>>
all_to_all(const MpiComm& comm, const std::vector<std::vector<std::int64_t>>& to);

/// The lists of all ranks, by rank. Collective.
std::vector<std::vector<int>> all_gather(const MpiComm& comm, const std::vector<int>& own);

} // namespace isobar

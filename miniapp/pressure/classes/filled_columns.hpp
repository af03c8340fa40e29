#pragma once
#include "pressure/classes/problem_class.hpp"

#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/mpi/mpi.hpp>

#include <functional>
#include <optional>

/// The size of a class that fills memory.
namespace isobar {

/// The largest number of columns a side, a multiple of 64, that needs
/// at most `bytes`; 64 if none does. `need` grows with the columns.
int most_columns_within(Int64 bytes, const std::function<Int64(int columns)>& need);

/// The columns a side with which no rank is predicted to exceed the class's share of its device's
/// memory. On hosts, this is its part of the node's. `read` gives the deck with a number of
/// columns. Kokkos is initialised. Collective.
int filled_columns(const MpiComm& comm, double share, const std::function<Deck(int columns)>& read,
                   std::optional<Transport> transport);

} // namespace isobar

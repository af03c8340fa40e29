#pragma once
#include "library/taken_columns.hpp"

#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/comm/topology/redistribution_plan.hpp>

#include <memory>
#include <string>
#include <vector>

/// Checks that a caller's functions have given all ranks the same numbers. With other
/// numbers multigrid's levels differ between ranks, too, and a solve diverges. Differences
/// up to rounding, 1e-12, do not count. A column of cells counts as a weighted sum.
namespace isobar {

using TakenFunctions = std::vector<std::shared_ptr<TakenColumns>>;

/// One line about the first number that differs from rank 0's, on ranks that
/// have one; "" on the others. All ranks have room for the same columns, and the
/// same functions. Takes one reduction if all numbers are equal. Collective.
std::string difference_from_first_rank(const MpiComm& comm, const TakenFunctions& functions);

/// One line about the first of this rank's own columns for which other ranks
/// have different numbers. Takes one exchange between all ranks, of 24 bytes
/// for each column that a rank knows and another rank owns. Collective.
std::string difference_from_owners(const MpiComm& comm, const Decomposition& decomposition,
                                   const TakenFunctions& functions);

} // namespace isobar

#pragma once
#include <isobar/comm/mpi/agreement.hpp>
#include <isobar/comm/mpi/mpi.hpp>

namespace isobar {

/// Facts about the other ranks that a call learns while it compares its arguments.
struct CallOfRanks {
  double largest =
      0.0; ///< absolute value of a right-hand side; infinity if any number is not finite
  bool is_refused = false; ///< whether a rank refuses its own arguments
};

/// Compares a collective call of PressureSolver over the ranks: the function, and the items
/// of `arguments`. All calls begin with this one all-reduce of 32 bytes, so ranks that call
/// different functions are refused, too. Returns the largest number of all ranks, and
/// whether any rank refuses. Collective. Throws InputError on all ranks if the calls differ.
CallOfRanks agree_on_call(const MpiComm& comm, const Agreement& arguments,
                          const CallOfRanks& mine = {});

} // namespace isobar

#include "library/call_agreement.hpp"

#include "input/input_error.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace isobar {

/// The largest number is compared by its bits, which for numbers
/// from 0 to infinity have the same order as the numbers.
CallOfRanks agree_on_call(const MpiComm& comm, const Agreement& arguments,
                          const CallOfRanks& mine) {
  std::array<std::uint64_t, 2> least{~std::bit_cast<std::uint64_t>(mine.largest),
                                     mine.is_refused ? 0U : 1U};
  if (const std::string problem = arguments.problem(comm, least); !problem.empty())
    throw InputError(problem);
  return {std::bit_cast<double>(~least[0]), least[1] == 0};
}

} // namespace isobar

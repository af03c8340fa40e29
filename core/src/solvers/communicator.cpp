#include <isobar/core/solvers/communicator.hpp>

#include <stdexcept>
#include <string>

namespace isobar {

void throw_misfit(const FieldShape& s) {
  throw std::invalid_argument(
      "fields of " + std::to_string(s.nx) + " x " + std::to_string(s.ny) + " columns and " +
      std::to_string(s.nz) +
      " layers on this rank do not fit the communicator of their level: it was made for another "
      "grid, decomposition, layout or number of merged layers");
}

} // namespace isobar

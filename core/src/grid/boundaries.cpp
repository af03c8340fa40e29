#include <isobar/core/grid/grid_level.hpp>

#include <stdexcept>
#include <string>

namespace isobar {
namespace {

[[noreturn]] void refuse(const std::string& line) { throw std::invalid_argument(line); }

void require_pair(Boundary low, Boundary high, const char* low_name, const char* high_name) {
  const bool periodic = low == Boundary::periodic;
  if (periodic == (high == Boundary::periodic)) return;
  refuse("boundaries: the " + std::string(periodic ? low_name : high_name) +
         " side is periodic and the " + (periodic ? high_name : low_name) +
         " one is not; expected both or neither");
}

} // namespace

const Partition& checked_partition(const Partition& partition, const GridSpec& spec) {
  const Boundaries& b = spec.boundaries;
  require_pair(b.west, b.east, "western", "eastern");
  require_pair(b.south, b.north, "southern", "northern");
  if (b.bottom == Boundary::periodic || b.top == Boundary::periodic)
    refuse("boundaries: the bottom or the top is periodic; expected dirichlet or neumann");
  const bool own_columns = spec.columns && spec.columns->geometry;
  if ((b.periodic_x() || b.periodic_y()) && spec.domain == Domain::panel && !own_columns)
    refuse("boundaries: opposite sides of the panel do not meet; expected the flat domain or own "
           "columns for periodic sides");
  if (b.periodic() != partition.periodic)
    refuse(std::string("boundaries: the grid is ") + to_string(b.periodic()) +
           ", but its columns were dealt to ranks as " + to_string(partition.periodic) +
           "; expected Partition::periodic to be the same");
  return partition;
}

} // namespace isobar

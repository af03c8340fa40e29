#pragma once
#include "counting.hpp"
#include "kernel_works.hpp"

/// The counts of isobar_count_operations, and the functions that take them.
namespace isobar::bench {

/// A kernel's operations and references, for each cell of the fine level.
struct Count {
  Kernel kernel;
  double operations;
  double divisions;  ///< included in operations
  double references; ///< without a cache
  double cached;     ///< with perfect caching
  double index_bytes = 0.0;
};

/// Whether a kernel uses every other number of a row: a step on one colour writes them, coarse couplings are made of them. Memory moves
/// whole lines, so pairs are counted.
inline bool in_lines(Kernel kernel) {
  return kernel == Kernel::smooth_colour || kernel == Kernel::box_smooth_colour ||
         kernel == Kernel::coupled_coarsen;
}
/// Codes of obstacles are no numbers that count: each cell's is read once, 32 bits.
inline double code_bytes(Kernel kernel) {
  switch (kernel) {
  case Kernel::flow_predict_obstacles:
  case Kernel::flow_predict_velocity_obstacles:
  case Kernel::flow_project_obstacles:
  case Kernel::flow_obstacle_apply: return sizeof(std::uint32_t);
  default: return 0.0;
  }
}

/// Runs one call of a kernel. The fields that count as memory are registered with counting::tally.
template <class Place>
Count count(Place& place, Kernel kernel, const Work<Place>& work, Int64 cells) {
  using counting::tally;
  tally.line = in_lines(kernel) ? 2 : 1;
  tally.reset();
  work(place);
  const auto per_cell = [&](auto number) { return double(number) / double(cells); };
  return {kernel,
          per_cell(tally.operations),
          per_cell(tally.divisions),
          per_cell(tally.references),
          per_cell(tally.distinct),
          code_bytes(kernel)};
}

/// Counts the kernels of stored matrices and factors on n x n columns of nz layers.
std::vector<Count> count_stored(int n, int nz);

} // namespace isobar::bench

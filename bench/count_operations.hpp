#pragma once
#include "counting.hpp"
#include "kernel_works.hpp"

/// What isobar_count_operations counts, and how.
namespace isobar::bench {

/// A kernel's operations and references, for each cell of the fine level.
struct Count {
  Kernel kernel;
  double operations;
  double divisions;  ///< of these
  double references; ///< nothing is cached
  double cached;     ///< perfect caching
  double index_bytes = 0.0;
};

/// Runs one call of a kernel. The fields that count as memory are registered with counting::tally.
template <class Place>
Count count(Place& place, Kernel kernel, const Work<Place>& work, Int64 cells) {
  using counting::tally;
  // A step on one colour writes every other cell of a row. Memory moves whole lines: count pairs.
  tally.line = kernel == Kernel::smooth_colour || kernel == Kernel::box_smooth_colour ? 2 : 1;
  tally.reset();
  work(place);
  const auto per_cell = [&](auto number) { return double(number) / double(cells); };
  return {kernel, per_cell(tally.operations), per_cell(tally.divisions), per_cell(tally.references),
          per_cell(tally.distinct)};
}

/// The kernels of stored matrices and factors on n x n columns of nz layers.
std::vector<Count> count_stored(int n, int nz);

} // namespace isobar::bench

#pragma once
#include "bench_measure.hpp"

#include <isobar/core/fem/fem_space.hpp>

/// Benchmarks of products with finite element matrices, in each form of the rows.
namespace isobar::bench {

/// The two finest levels of CIRCLE. Benchmarks with the same order and levels share them. They are destroyed before Kokkos ends.
class FemSpaces {
public:
  /// The second finest and the finest level.
  const std::vector<FemSpace>& of(int order, int levels);

private:
  int order_ = 0, levels_ = 0;
  std::vector<FemSpace> kept_;
};

/// Registers the benchmarks. `spaces` must outlive them.
void add_fem(FemSpaces& spaces);

} // namespace isobar::bench

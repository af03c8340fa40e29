#pragma once
#include "bench_measure.hpp"

#include <isobar/core/fem/fem_space.hpp>

/// Products with the matrices of finite elements, for each form of the rows.
namespace isobar::bench {

/// The two finest levels of CIRCLE. Benchmarks with the same order and number of levels share them. Destroyed before Kokkos ends.
class FemSpaces {
public:
  /// The level before the last, and the last.
  const std::vector<FemSpace>& of(int order, int levels);

private:
  int order_ = 0, levels_ = 0;
  std::vector<FemSpace> kept_;
};

/// Registers these products. `spaces` must live as long as benchmarks run.
void add_fem(FemSpaces& spaces);

} // namespace isobar::bench

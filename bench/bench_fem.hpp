#pragma once
#include "bench_measure.hpp"

#include <isobar/core/fem/fem_space.hpp>

/// Products with the matrices of finite elements, in each form that rows have.
namespace isobar::bench {

/// The two finest levels of CIRCLE, kept from one benchmark to the next as long as order and levels stay. Destroyed before Kokkos ends.
class FemSpaces {
public:
  /// The level before the last, and the last.
  const std::vector<FemSpace>& of(int order, int levels);

private:
  int order_ = 0, levels_ = 0;
  std::vector<FemSpace> kept_;
};

/// Registers them. `spaces` lives as long as benchmarks run.
void add_fem(FemSpaces& spaces);

} // namespace isobar::bench

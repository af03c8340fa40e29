#pragma once
#include <Kokkos_Core.hpp>

#include <string>

namespace isobar {

/// A region of Kokkos Tools that ends with its scope, by exception too. The program's kernel
/// timings book regions like kernels: what libraries do has no label of ours otherwise.
class Region {
public:
  explicit Region(const std::string& name) { Kokkos::Profiling::pushRegion(name); }
  ~Region() { Kokkos::Profiling::popRegion(); }
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;
};

} // namespace isobar

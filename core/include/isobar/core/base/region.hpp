#pragma once
#include <Kokkos_Core.hpp>

#include <string>
#include <string_view>

namespace isobar {

/// A region of Kokkos Tools that ends with its scope, also by exception. The program's kernel
/// timings count regions like kernels, because kernels of libraries do not have Isobar's labels.
class Region {
public:
  explicit Region(const std::string& name) { Kokkos::Profiling::pushRegion(name); }
  ~Region() { Kokkos::Profiling::popRegion(); }
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;
};

/// The parts of a solver's setup, none inside another.
namespace setup_part {
inline constexpr std::string_view prefix = "isobar/setup/";
inline constexpr char allocation[] = "isobar/setup/allocation"; ///< of fields, meshes and plans
inline constexpr char geometry[] = "isobar/setup/geometry";     ///< meshes, columns and layers
inline constexpr char plans[] = "isobar/setup/plans";           ///< seeds and tables of chunks
inline constexpr char graph[] = "isobar/setup/graph";           ///< recorded launches
inline constexpr char communication[] = "isobar/setup/communication"; ///< halo patterns, buffers
inline constexpr char transposition[] = "isobar/setup/transposition"; ///< buffers of host order
} // namespace setup_part

} // namespace isobar

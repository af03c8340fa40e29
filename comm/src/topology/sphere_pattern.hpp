#pragma once
#include <isobar/comm/topology/halo_pattern.hpp>

#include <functional>

namespace isobar {

/// Halos of depth 1 of patches of the sphere, as far as they come from other ranks. `part` gives any rank's patches on the level. What a
/// rank copies itself is SphereSides. Throws as halo_pattern does.
HaloPattern sphere_pattern(const FieldShape& shape, const std::function<Partition(int)>& part,
                           int rank);

} // namespace isobar

#pragma once
#include <isobar/comm/topology/halo_pattern.hpp>

#include <functional>

namespace isobar {

/// The halos of depth 1 of the sphere's patches that come from other ranks; SphereSides copies those
/// of the same rank. `part` gives any rank's patches on the level. Throws what halo_pattern throws.
HaloPattern sphere_pattern(const FieldShape& shape, const std::function<Partition(int)>& part,
                           int rank);

} // namespace isobar

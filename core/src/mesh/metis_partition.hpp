#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

namespace isobar {

/// The rank of each quadrilateral by METIS: about as many for each rank, few edges between ranks, and the same each
/// time. With few quadrilaterals a rank may get none. Throws std::runtime_error if METIS fails or is not built.
std::vector<int> metis_ranks(const QuadMesh& mesh, int ranks);

} // namespace isobar

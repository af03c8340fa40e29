#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

namespace isobar {

/// Returns the rank of each quadrilateral by METIS. Ranks get about as many quadrilaterals, with few edges between ranks, and
/// every call gives the same result. With few quadrilaterals a rank may get none. Throws std::runtime_error if METIS fails or
/// is not built.
std::vector<int> metis_ranks(const QuadMesh& mesh, int ranks);

} // namespace isobar

#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

namespace isobar {

/// The rank of each quadrilateral by METIS: about as many for each, few edges between ranks. The same each time. A rank may get
/// none where there are few. Throws std::runtime_error if METIS fails, or is not built.
std::vector<int> metis_ranks(const QuadMesh& mesh, int ranks);

} // namespace isobar

#include "launch/team_shape.hpp"

/// Apart from march_shape.cpp, as what reads decks needs no Kokkos.
namespace isobar {

std::span<const MarchShape> compiled_march_shapes() { return CompiledShapes::shapes; }

} // namespace isobar

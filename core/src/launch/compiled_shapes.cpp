#include "launch/compiled_shapes.hpp"

/// Apart from march_shape.cpp, as what reads decks needs no Kokkos.
namespace isobar {

std::span<const MarchShape> compiled_march_shapes(std::size_t word) {
  if (word == sizeof(double)) return CompiledShapes<double>::shapes;
  return CompiledShapes<float>::shapes;
}

} // namespace isobar

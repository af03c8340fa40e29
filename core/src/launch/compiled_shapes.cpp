#include "launch/compiled_shapes.hpp"

/// This file is separate from march_shape.cpp, because code that reads decks needs no Kokkos.
namespace isobar {

std::span<const MarchShape> compiled_march_shapes(std::size_t word) {
  if (word == sizeof(double)) return CompiledShapes<double>::shapes;
  return CompiledShapes<float>::shapes;
}

} // namespace isobar

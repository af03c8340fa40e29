#pragma once
#include "walk/gpu/chunk_table.hpp"

/// Where a march over cells (cell_march.hpp) reads the layers' coefficients.
namespace isobar {

/// Layers in the launch's arguments. Constant memory gives one number to all lanes of a warp. The
/// first-level cache, which stencils keep busy, fills a register for each lane. Three numbers a
/// layer are enough because c_k = b_{k-1} (tridiag.hpp).
template <class A> class LayerArguments {
public:
  /// The number of layers that fit: 128 in double, 256 in float.
  static constexpr int most = 1024 / int(sizeof(A));
  explicit LayerArguments(const GridLevel<A>& grid) {
    b_[0] = grid.layers()[0].c;
    for (int k = 0; k < grid.nz(); ++k) {
      const LayerCoefficients<A>& layer = grid.layers()[k];
      a_[k] = layer.a, b_[k + 1] = layer.b, d_[k] = layer.d;
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION LayerCoefficients<A> at(int k) const {
    return {a_[k], b_[k + 1], b_[k], d_[k]};
  }

private:
  A a_[most] = {}, d_[most] = {};
  A b_[most + 1] = {}; ///< b of the layer below; for the lowest layer, its c
};
static_assert(sizeof(LayerArguments<double>) <= most_arguments);

/// Layers in memory, for any number of layers.
template <class A> class LayersInMemory {
public:
  explicit LayersInMemory(const GridLevel<A>& grid) : layers_(grid.profile().data()) {}
  KOKKOS_FORCEINLINE_FUNCTION const LayerCoefficients<A>& at(int k) const { return layers_[k]; }

private:
  const LayerCoefficients<A>* layers_;
};

/// The table for kernels that do not read the matrix.
struct NoLayers {};

} // namespace isobar

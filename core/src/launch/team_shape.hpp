#pragma once
#include <isobar/core/launch/march_shape.hpp>

#include <array>
#include <stdexcept>

/// The shapes in which a GPU's teams solve columns, as types.
namespace isobar {

/// A team's threads: `lanes` columns, each shared by `chunks` threads with `layers` layers each.
/// `Exact` is for columns of just that many layers: nobody reaches beyond the top.
template <int Lanes, int Chunks, int Layers, bool Exact = false> struct TeamShape {
  static constexpr int lanes = Lanes, chunks = Chunks, layers = Layers;
  static constexpr bool exact = Exact;
  static constexpr int threads = lanes * chunks;
  static_assert(threads % 64 == 0, "a team is whole waves, of 32 lanes and of 64");
  static constexpr int pitch = lanes + 2; ///< of a layer in the ring of rows
  /// Teams on a multiprocessor that leave a thread enough registers: four to five arrays of its
  /// layers.
  template <class A> static constexpr int teams = layers* int(sizeof(A)) > 64 ? 1 : 512 / threads;
};

/// The shapes that are compiled.
template <class... Shapes> struct ShapeList {
  static constexpr std::array<MarchShape, sizeof...(Shapes)> shapes = {
      MarchShape{Shapes::lanes, Shapes::chunks, Shapes::layers}...};
  /// Calls use(TeamShape) of one of them.
  template <class Use> static void find(const MarchShape& s, const Use& use) {
    const auto is = [&](auto shape) {
      return s.lanes == shape.lanes && s.chunks == shape.chunks && s.layers == shape.layers;
    };
    if (!((is(Shapes()) && (use(Shapes()), true)) || ...))
      throw std::logic_error("no such march shape");
  }
};
using CompiledShapes = ShapeList<TeamShape<32, 8, 16>, TeamShape<16, 16, 16>, TeamShape<32, 8, 4>>;

/// Calls use(TeamShape) of the shape for columns of nz layers.
template <class Use> void for_march_shape(const MarchShape& s, int nz, const Use& use) {
  using Exact = TeamShape<32, 8, 16, true>;
  if (nz == Exact::chunks * Exact::layers && s.lanes == Exact::lanes && s.chunks == Exact::chunks &&
      s.layers == Exact::layers)
    return use(Exact());
  CompiledShapes::find(s, use);
}

} // namespace isobar

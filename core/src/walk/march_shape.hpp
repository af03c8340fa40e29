#pragma once
#include <isobar/core/base/padding.hpp>
#include <isobar/core/base/precision.hpp>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

/// The shapes in which a GPU's teams solve columns, and which level takes which.
namespace isobar {

/// A team's threads: `lanes` columns, each shared by `chunks` threads with `layers` layers each.
/// `Exact` is for columns of just that many layers: nobody reaches beyond the top.
template <int Lanes, int Chunks, int Layers, bool Exact = false> struct TeamShape {
  static constexpr int lanes = Lanes, chunks = Chunks, layers = Layers;
  static constexpr bool exact = Exact;
  static constexpr int threads = lanes * chunks;
  static constexpr int pitch = lanes + 2; ///< of a layer in the ring of rows
  /// Teams on a multiprocessor that leave a thread enough registers: four to five arrays of its
  /// layers.
  template <class A> static constexpr int teams = layers* int(sizeof(A)) > 64 ? 1 : 512 / threads;
};

/// The same at run time. chunks = 0: one lane walks a column (any n_z, slow on a GPU).
struct MarchShape {
  int lanes = 0, chunks = 0, layers = 0;
  int waves = 1; ///< teams for each multiprocessor: more teams march fewer rows each
  bool operator==(const MarchShape&) const = default;
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

/// The table: for a layer of nx x ny columns of nz layers with arithmetic numbers of `word` bytes.
MarchShape march_shape(int nx, int ny, int nz, std::size_t word);

/// A line that stands above the table: for layers of so many columns or more.
struct MarchRule {
  std::size_t word = 0;
  std::int64_t columns = 0;
  MarchShape shape;
  bool operator==(const MarchRule&) const = default;
};

/// Of these the first that fits a layer counts, on this process, for all layers made from now on. A
/// rule fits if its shape holds n_z layers and reaches no further than fields do. Hosts ignore them.
void set_march_rules(const std::vector<MarchRule>& rules);

} // namespace isobar

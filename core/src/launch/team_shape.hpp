#pragma once
#include <isobar/core/launch/march_shape.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

/// The shapes in which a GPU's teams solve columns, as types.
namespace isobar {

/// A team's threads: `lanes` columns, each shared by `chunks` threads with `layers` layers each. `Exact` is for columns with
/// exactly that many layers, where no thread reaches beyond the top.
template <int Lanes, int Chunks, int Layers, bool Exact = false> struct TeamShape {
  static constexpr int lanes = Lanes, chunks = Chunks, layers = Layers;
  static constexpr bool exact = Exact;
  static constexpr int threads = lanes * chunks;
  static_assert(threads % 64 == 0, "a team is whole waves, of 32 lanes and of 64");
  static_assert((threads & (threads - 1)) == 0, "Kokkos sums over teams of powers of two only");
  /// The most bytes of scratch: the 48 KiB that Kokkos 4.6 asks CUDA for, less what it keeps for itself.
  static constexpr std::size_t most_scratch = 48 * 1024 - 8 * (threads + 2);

  /// Returns the registers of a thread if `teams` teams share a multiprocessor. Each quarter of it has 512 registers for each
  /// lane of its warps.
  static constexpr int registers(int teams) {
    return std::min(255, 512 / ((teams * threads + 127) / 128));
  }
  /// Returns the registers that a thread uses with `arrays` arrays of its layers. Most kernels that solve columns have four
  /// arrays.
  template <class A> static constexpr int needed_registers(int arrays) {
    return 48 + arrays * layers * int(sizeof(A)) / 4;
  }
  /// Returns the teams on a multiprocessor: two if their threads then have enough registers. More teams were not measured.
  template <class A> static constexpr int teams(int arrays) {
    return registers(2) >= needed_registers<A>(arrays) ? 2 : 1;
  }
  /// Returns whether a thread has registers for a fifth array if its team is alone on a multiprocessor.
  template <class A> static constexpr bool spares_registers(int arrays) {
    return teams<A>(arrays) == 1 && registers(1) >= needed_registers<A>(5);
  }
};

/// Shapes to choose from for numbers of type A. An exact shape precedes its inexact twin.
template <class A, class... Shapes> struct ShapeList {
  /// The shapes without the exact ones, which rules and decks need not know.
  static constexpr auto shapes = [] {
    std::array<MarchShape, (std::size_t(!Shapes::exact) + ...)> all;
    std::size_t n = 0;
    const auto add = [&](auto shape) {
      if (!shape.exact)
        all[n++] = {shape.lanes, shape.chunks, shape.layers, decltype(shape)::template teams<A>(4)};
    };
    (add(Shapes()), ...);
    return all;
  }();
  /// Calls use(TeamShape) with the shape that is like `s`, for columns of nz layers. Throws std::logic_error if there is none.
  template <class Use> static void find(const MarchShape& s, int nz, const Use& use) {
    const auto is = [&](auto shape) {
      return s.lanes == shape.lanes && s.chunks == shape.chunks && s.layers == shape.layers &&
             (!shape.exact || nz == shape.chunks * shape.layers);
    };
    if (!((is(Shapes()) && (use(Shapes()), true)) || ...))
      throw std::logic_error("no such march shape");
  }
};

} // namespace isobar

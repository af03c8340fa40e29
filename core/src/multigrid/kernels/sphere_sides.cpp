#include <isobar/core/grid/patch_halo.hpp>
#include <isobar/core/multigrid/kernels/sphere_sides.hpp>

#include <vector>

namespace isobar {
namespace {

constexpr int threads = 128; ///< of a device's team
/// The pieces of a copy, which a host's threads share.
constexpr int pieces_on_host = 16;

/// A device's team copies one layer of a copy, a column a thread. A host's thread has some layers of a copy along x, and copies
/// line by line. It has some columns of all other copies: there a column is contiguous in memory, and a line along y is not.
template <class T> struct CopyLines {
  using Copy = typename SphereSides<T>::Copy;
  const Copy* copies;
  T* cells;
  FieldShape shape;

  KOKKOS_FORCEINLINE_FUNCTION int pieces() const { return on_host ? pieces_on_host : shape.nz; }
  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const Copy& c = copies[team.league_rank() / pieces()];
    const int piece = team.league_rank() % pieces();
    const Pointers p{cells + c.to.first(shape), cells + c.from[0].first(shape),
                     cells + c.from[1].first(shape)};
    if constexpr (!on_host) {
      Kokkos::parallel_for(Kokkos::TeamVectorRange(team, c.columns),
                           [&](int n) { copy(c, p, n, piece); });
    } else if (c.to.is_along_x() && c.from[0].is_along_x()) {
      for (int k = first(piece, shape.nz); k < first(piece + 1, shape.nz); ++k)
        for (int n = 0; n < c.columns; ++n) copy(c, p, n, k);
    } else {
      for (int n = first(piece, c.columns); n < first(piece + 1, c.columns); ++n)
        for (int k = 0; k < shape.nz; ++k) copy(c, p, n, k);
    }
  }

private:
  /// Pointers to layer 0 of the first column.
  struct Pointers {
    T* to;
    const T *a, *b;
  };
  static int first(int piece, int of) { return int(Int64(piece) * of / pieces_on_host); }
  KOKKOS_FORCEINLINE_FUNCTION void copy(const Copy& c, const Pointers& p, int n, int k) const {
    const std::ptrdiff_t up = k * shape.layer_stride();
    p.to[n * c.to.step(shape) + up] =
        T(0.5) * (p.a[n * c.from[0].step(shape) + up] + p.b[n * c.from[1].step(shape) + up]);
  }
};

template <class T> std::vector<typename SphereSides<T>::Copy> copies_of(const Partition& patches) {
  using Line = typename SphereSides<T>::Line;
  const PatchHalo halo(patches);
  std::vector<typename SphereSides<T>::Copy> copies;
  for (const auto* spans : {&halo.sides, &halo.corners})
    for (const HaloSpan& s : *spans) {
      if (!owns(patches, s.source)) continue;
      const Line from{s.source.i, row_in_field(patches, s.source), s.source_di, s.source_dj};
      copies.push_back({s.columns, {s.i, s.j, s.di, s.dj}, {from, from}});
    }
  for (const CubeCorner& corner : halo.cube_corners) {
    Line from[2];
    for (int n = 0; n < 2; ++n) {
      const CubeCorner::Beside& b = corner.beside[n];
      if (owns(patches, b.source)) from[n] = {b.source.i, row_in_field(patches, b.source), 0, 0};
      else from[n] = {b.i, b.j, 0, 0};
    }
    copies.push_back({1, {corner.i, corner.j, 0, 0}, {from[0], from[1]}});
  }
  return copies;
}

} // namespace

template <class T>
SphereSides<T>::SphereSides(const Partition& patches)
    : memory_(memory_of_views()),
      copies_(in_block("isobar sides of patches", copies_of<T>(patches))) {}

template <class T>
void SphereSides<T>::wrap(const std::string& label, const FieldMemory<T>& u) const {
  if (empty()) return;
  const CopyLines<T> copy{copies_.data(), u.flat().data(), u.shape()};
  Kokkos::parallel_for(
      label, TeamPolicy(int(copies_.extent(0)) * copy.pieces(), on_host ? 1 : threads), copy);
}

template class SphereSides<float>;
template class SphereSides<double>;

} // namespace isobar

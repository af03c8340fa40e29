#include <isobar/core/grid/patch_halo.hpp>
#include <isobar/core/multigrid/kernels/sphere_sides.hpp>

#include <vector>

namespace isobar {
namespace {

/// A cell a thread: columns first if neighbouring columns are neighbours in memory.
template <class T> struct CopyColumns {
  const typename SphereSides<T>::Copy* copies;
  int columns;
  T* cells;
  FieldShape shape;

  KOKKOS_FUNCTION void operator()(Int64 n) const {
    const bool layer_first = shape.layout == Layout::z_fastest;
    const int k = int(layer_first ? n % shape.nz : n / columns);
    const auto& c = copies[layer_first ? n / shape.nz : n % columns];
    const T a = cells[shape.place(c.from[0].i, k, c.from[0].j)],
            b = cells[shape.place(c.from[1].i, k, c.from[1].j)];
    cells[shape.place(c.i, k, c.j)] = T(0.5) * (a + b);
  }
};

template <class T>
std::vector<typename SphereSides<T>::Copy> copies_of(const Partition& patches) {
  using Copy = typename SphereSides<T>::Copy;
  const PatchHalo halo(patches);
  std::vector<Copy> copies;
  for (const auto* spans : {&halo.sides, &halo.corners})
    for (const HaloSpan& s : *spans) {
      if (!owns(patches, s.source)) continue;
      const int row = row_in_field(patches, s.source);
      for (int n = 0; n < s.columns; ++n) {
        const typename Copy::Column from{s.source.i + n * s.source_di, row + n * s.source_dj};
        copies.push_back({s.i + n * s.di, s.j + n * s.dj, {from, from}});
      }
    }
  for (const CubeCorner& corner : halo.cube_corners) {
    Copy copy{corner.i, corner.j, {}};
    for (int n = 0; n < 2; ++n) {
      const CubeCorner::Beside& b = corner.beside[n];
      const bool own = owns(patches, b.source);
      copy.from[n] = {own ? b.source.i : b.i, own ? row_in_field(patches, b.source) : b.j};
    }
    copies.push_back(copy);
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
  const Int64 cells = Int64(copies_.extent(0)) * u.shape().nz;
  if (cells == 0) return;
  using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>;
  Kokkos::parallel_for(label, Range(0, cells),
                       CopyColumns<T>{copies_.data(), int(copies_.extent(0)), u.flat().data(),
                                      u.shape()});
}

template class SphereSides<float>;
template class SphereSides<double>;

} // namespace isobar

#include "base/precision_list.hpp"
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/base/padding.hpp>
#include <isobar/core/base/region.hpp>
#include <isobar/core/grid/grid_level.hpp>

#include <stdexcept>
#include <string>

namespace isobar {
namespace {

/// The layers, and decoupled ones above them for teams that reach beyond the top.
template <class A>
std::vector<LayerCoefficients<A>> padded_layers(const GridSpec& spec, int merge) {
  std::vector<LayerCoefficients<A>> layers;
  for (const auto& c : layer_coefficients(spec.domain, spec.spacing, spec.physics, spec.nz, merge))
    layers.push_back({A(c.a), A(c.b), A(c.c), A(c.d)});
  const int nz = int(layers.size());
  layers.resize(nz + overhang(nz), {A(1), A(0), A(0), A(0)});
  return layers;
}

/// Scales the mesh's numbers, and fills the padding with harmless columns. The matrix has no links
/// beyond the domain's sides, but their transmissibilities count in the sum over a column's edges.
template <class A> struct FillColumns {
  ColumnGeometry<A> columns;
  HorizontalMesh::View area, west, south;
  Partition part;
  double scale;

  KOKKOS_FUNCTION void operator()(int i, int j) const {
    const int gi = part.first_i + i, gj = part.first_j + j;
    const bool owned_x = i < part.nx;
    const bool side_x = !part.periodic.x && (gi == 0 || gi >= part.global_nx);
    const bool side_y = !part.periodic.y && (gj == 0 || gj == part.global_ny);
    columns.south(i, j) = owned_x && !side_y ? A(scale * south(i, j)) : A(0);
    if (j == part.ny) return;
    columns.area(i, j) = owned_x ? A(scale * area(i, j)) : A(1);
    columns.total(i, j) =
        owned_x ? A(scale * (west(i, j) + west(i + 1, j) + south(i, j) + south(i, j + 1))) : A(0);
    columns.west(i, j) = i <= part.nx && !side_x ? A(scale * west(i, j)) : A(0);
  }
};

/// One allocation for all four.
template <class A> ColumnGeometry<A> allocate_columns(int padded, int ny) {
  using View = typename ColumnGeometry<A>::View;
  const Region region(setup_part::allocation);
  const View all(Kokkos::view_alloc("isobar columns", Kokkos::WithoutInitializing), padded,
                 4 * ny + 1);
  const auto block = [&](int first, int count) -> View {
    return Kokkos::subview(all, Kokkos::ALL, std::pair(first, first + count));
  };
  return {block(0, ny), block(ny, ny), block(2 * ny, ny), block(3 * ny, ny + 1)};
}

} // namespace

template <class A>
GridLevel<A>::GridLevel(const GridSpec& spec, const HorizontalMesh& mesh, int index, double scale,
                        int merge)
    : partition_(checked_partition(mesh.partition(), spec)), domain_(spec.domain), index_(index),
      merge_(merge), nz_(merged_layers(spec.nz, merge)),
      columns_(allocate_columns<A>(padded_columns(nx()), ny())),
      layers_(padded_layers<A>(spec, merge)) {
  const Region region(setup_part::geometry);
  profile_ = on_device("isobar profile", layers_);
  const FillColumns<A> fill{columns_, mesh.area(), mesh.west(), mesh.south(), partition_, scale};
  using Policy = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  Kokkos::parallel_for("isobar/columns", Policy({0, 0}, {padded_columns(nx()), ny() + 1}), fill);
}

template <class A> void GridLevel<A>::update(const GridSpec& spec) {
  if (spec.domain != domain_ || merged_layers(spec.nz, merge_) != nz_)
    throw std::invalid_argument("an update of a grid of " + std::to_string(nz_) +
                                " layers needs the same domain and number of layers");
  layers_ = padded_layers<A>(spec, merge_);
  to_device(layers_, profile_);
}

template <class A> GridLevel<A> GridLevel<A>::rows(int first, int count) const {
  const auto part = [&](const typename ColumnGeometry<A>::View& view, int n) ->
      typename ColumnGeometry<A>::View {
        return Kokkos::subview(view, Kokkos::ALL, std::pair(first, first + n));
      };
  GridLevel level = *this;
  level.partition_.first_j += first;
  level.partition_.ny = count;
  level.columns_ = {part(columns_.area, count), part(columns_.total, count),
                    part(columns_.west, count), part(columns_.south, count + 1)};
  return level;
}

template <class A> int GridLevel<A>::padded_columns(int nx) {
  constexpr int width = 128 / int(sizeof(A)); // whole packs, and one more edge than columns
  return (nx + width - 1) / width * width + 1;
}

template <class A> Int64 GridLevel<A>::bytes(int nx, int ny, int nz) {
  return Int64(padded_columns(nx)) * (4 * Int64(ny) + 1) * Int64(sizeof(A)) +
         Int64(nz + overhang(nz)) * Int64(sizeof(LayerCoefficients<A>));
}

ISOBAR_INSTANTIATE_FOR_ARITHMETIC(class GridLevel)

} // namespace isobar

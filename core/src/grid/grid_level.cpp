#include "base/precision_list.hpp"
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/base/padding.hpp>
#include <isobar/core/grid/grid_level.hpp>

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

/// Fills one View of a geometry from value(i, j), i < nx, j < ny; the padding is `filler`.
template <class View, class Value>
void fill(const View& view, int nx, int ny, double filler, const Value& value) {
  using A = typename View::non_const_value_type;
  const auto host = Kokkos::create_mirror_view(view);
  Kokkos::deep_copy(host, A(filler));
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) host(i, j) = A(value(i, j));
  Kokkos::deep_copy(view, host);
}

} // namespace

template <class A>
GridLevel<A>::GridLevel(const GridSpec& spec, const Partition& partition, int index, double scale,
                        int merge)
    : partition_(partition), index_(index), nz_(merged_layers(spec.nz, merge)),
      layers_(padded_layers<A>(spec, merge)), profile_(on_device("isobar profile", layers_)) {
  const Partition& p = partition_;
  const int columns = padded_columns(p.nx);
  using View = typename ColumnGeometry<A>::View;
  columns_ = {View("isobar area", columns, p.ny), View("isobar total", columns, p.ny),
              View("isobar west", columns, p.ny), View("isobar south", columns, p.ny + 1)};
  const HorizontalGeometry g(spec.domain, p.global_nx, p.global_ny, p.x_widths, p.y_widths);
  const auto gi = [&](int i) { return p.first_i + i; };
  const auto gj = [&](int j) { return p.first_j + j; };
  fill(columns_.area, p.nx, p.ny, 1.0, [&](int i, int j) { return scale * g.area(gi(i), gj(j)); });
  fill(columns_.total, p.nx, p.ny, 0.0, [&](int i, int j) {
    return scale * (g.west(gi(i), gj(j)) + g.west(gi(i) + 1, gj(j)) + g.south(gi(i), gj(j)) +
                    g.south(gi(i), gj(j) + 1));
  });
  fill(columns_.west, p.nx + 1, p.ny, 0.0, [&](int i, int j) {
    return gi(i) == 0 || gi(i) == p.global_nx ? 0.0 : scale * g.west(gi(i), gj(j));
  });
  fill(columns_.south, p.nx, p.ny + 1, 0.0, [&](int i, int j) {
    return gj(j) == 0 || gj(j) == p.global_ny ? 0.0 : scale * g.south(gi(i), gj(j));
  });
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

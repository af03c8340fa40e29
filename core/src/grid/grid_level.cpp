#include <isobar/core/base/device_array.hpp>
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/grid_level.hpp>
#include "device/tridiag.hpp"

namespace isobar {
namespace {

/// Columns of a geometry View's row: whole packs, and one more edge than columns.
template <class A> int padded_columns(int nx) {
  constexpr int width = 128 / int(sizeof(A));
  return (nx + width - 1) / width * width + 1;
}

/// The layers, and decoupled ones above them for teams that reach beyond the top.
template <class A>
std::vector<LayerCoefficients<A>> padded_layers(const GridSpec& spec, int merge) {
  std::vector<LayerCoefficients<A>> layers;
  for (const auto& c :
       layer_coefficients(spec.domain, spec.spacing, spec.physics, spec.nz, merge))
    layers.push_back({A(c.a), A(c.b), A(c.c), A(c.d)});
  const int nz = int(layers.size());
  layers.resize(nz + overhang(nz), {A(1), A(0), A(0), A(0)});
  return layers;
}

/// Runs the elimination up every column, keeps what it carries into each chunk, and finds the
/// largest growth of q over a chunk (chunk_solve.hpp) as the smallest 1 / growth.
template <class A> struct FindSeeds {
  using V = Pack<A, 1>;
  typename ColumnGeometry<A>::View area, total;
  Profile<A> profile;
  typename GridLevel<A>::Seeds seeds;
  int nx, layers;
  KOKKOS_FUNCTION void operator()(Int64 n, double& least) const {
    const int i = int(n % nx), j = int(n / nx), seeded = int(seeds.extent(1));
    const V shift = reciprocal(V(area(i, j))) * V(total(i, j));
    Elimination<V> state;
    for (int chunk = 0; chunk <= seeded; ++chunk) {
      double shrink = 1.0;
      for (int k = chunk * layers; k < (chunk + 1) * layers; ++k) {
        const A link = eliminate(profile(k), shift, V(), state).link.get(0);
        if (double(profile(k).b) > 0.0)
          shrink *= double(link); // neither the top layer nor one above it
      }
      if (shrink < least) least = shrink;
      const A below = profile((chunk + 1) * layers - 1).b;
      if (chunk < seeded) seeds(i, chunk, j) = below * state.ratio.get(0);
    }
  }
};

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
GridLevel<A>::GridLevel(const GridSpec& spec, const Partition& partition, int level, double scale,
                        int merge)
    : partition_(partition), level_(level), nz_(merged_layers(spec.nz, merge)),
      march_(march_shape(partition.nx, partition.ny, nz_, sizeof(A))) {
  layers_ = padded_layers<A>(spec, merge);
  profile_ = on_device("isobar profile", layers_);
  const Partition& p = partition_;
  const int columns = padded_columns<A>(p.nx);
  using View = typename ColumnGeometry<A>::View;
  columns_ = {View("isobar area", columns, p.ny), View("isobar total", columns, p.ny),
              View("isobar west", columns, p.ny), View("isobar south", columns, p.ny + 1)};
  const HorizontalGeometry g(spec.domain, p.global_nx, p.global_ny);
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
  if (march_.chunks > 0) prepare_chunks(chunk_numbers(layers_, nz_, march_.layers));
  for (const KernelTraffic& t : kernel_traffic)
    labels_[std::size_t(t.kernel)] = kernel_label(t.kernel, level);
}

template <class A> void GridLevel<A>::prepare_chunks(std::vector<A> numbers) {
  const auto view = on_device("isobar chunk profile", numbers);
  chunk_profile_ = {std::move(numbers), view};
  seeds_ = Seeds("isobar seeds", columns_.area.extent(0), march_.chunks - 1, ny());
  const FindSeeds<A> find{columns_.area, columns_.total, profile_, seeds_, nx(), march_.layers};
  double least = 1.0;
  Kokkos::parallel_reduce(
      "isobar/seeds",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>(0, Int64(nx()) * ny()), find,
      Kokkos::Min<double>(least));
  if (!(least * chunk_growth<A> >= 1.0)) march_ = {};
}

template <class A> Int64 GridLevel<A>::bytes(int nx, int ny, int nz) {
  const MarchShape march = march_shape(nx, ny, nz, sizeof(A));
  const int numbers = 4 + std::max(0, march.chunks - 1);
  const Int64 layers = nz + overhang(nz);
  return Int64(padded_columns<A>(nx)) * (numbers * Int64(ny) + 1) * Int64(sizeof(A)) +
         layers * Int64(sizeof(LayerCoefficients<A>)) +
         (march.chunks > 0 ? 3 * layers : 0) * Int64(sizeof(A));
}

template class GridLevel<double>;
template class GridLevel<float>;

} // namespace isobar

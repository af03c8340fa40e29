#include <isobar/core/field.hpp>
#include <isobar/core/grid_level.hpp>
#include <isobar/core/tridiag.hpp>

#include <limits>

namespace isobar {
namespace {

/// Columns of a geometry View's row: whole packs, and one more edge than columns.
template <class A> int padded_columns(int nx) {
  constexpr int width = 128 / int(sizeof(A));
  return (nx + width - 1) / width * width + 1;
}

template <class A> Profile<A> make_profile(const GridSpec& spec) {
  const auto source = vertical_coefficients(spec.domain, spec.levels, spec.physics, spec.nz);
  Profile<A> profile("isobar profile", spec.nz + overhang(spec.nz));
  const auto host = Kokkos::create_mirror_view(profile);
  Kokkos::deep_copy(host, LevelCoefficients<A>{A(1), A(0), A(0), A(0)});
  for (int k = 0; k < spec.nz; ++k)
    host(k) = {A(source[k].a), A(source[k].b), A(source[k].c), A(source[k].d)};
  Kokkos::deep_copy(profile, host);
  return profile;
}

template <class A>
typename GridLevel<A>::ChunkProfile make_chunk_profile(const Profile<A>& profile, int nz) {
  const auto levels = Kokkos::create_mirror_view(profile);
  Kokkos::deep_copy(levels, profile);
  const int count = int(profile.extent(0));
  typename GridLevel<A>::ChunkProfile chunks("isobar chunk profile", count + 1);
  const auto host = Kokkos::create_mirror_view(chunks);
  host(0) = {A(1), A(0), A(0), A(1)};
  for (int k = 0; k < count; ++k) {
    const auto& c = levels(k);
    const A unseen = c.a * std::numeric_limits<A>::epsilon() / 8; // beside the pivot a + s d + ...
    const A b = k + 1 < nz ? c.b : unseen;
    host(k + 1) = {c.a, c.d, b, A(1) / b};
  }
  Kokkos::deep_copy(chunks, host);
  return chunks;
}

/// Runs the elimination up every column and keeps what it carries into each chunk.
template <class A> struct FindSeeds {
  using V = Pack<A, 1>;
  typename ColumnGeometry<A>::View area, total;
  Profile<A> profile;
  typename GridLevel<A>::Seeds seeds;
  int nx, levels;
  KOKKOS_FUNCTION void operator()(Count n) const {
    const int i = int(n % nx), j = int(n / nx);
    const V shift = reciprocal(V(area(i, j))) * V(total(i, j));
    Elimination<V> state;
    for (int chunk = 0; chunk < int(seeds.extent(1)); ++chunk) {
      for (int l = 0; l < levels; ++l) eliminate(profile(chunk * levels + l), shift, V(), state);
      seeds(i, chunk, j) = state.ratio.get(0);
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
GridLevel<A>::GridLevel(const GridSpec& spec, const Partition& partition, int level, double scale)
    : partition_(partition), level_(level), nz_(spec.nz),
      march_(march_shape(partition.nx, partition.ny, spec.nz, sizeof(A))),
      profile_(make_profile<A>(spec)) {
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
  if (march_.chunks > 0) {
    chunk_profile_ = make_chunk_profile(profile_, nz_);
    seeds_ = Seeds("isobar seeds", columns, march_.chunks - 1, p.ny);
    Kokkos::parallel_for(
        "isobar/seeds",
        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Count>>(0, Count(p.nx) * p.ny),
        FindSeeds<A>{columns_.area, columns_.total, profile_, seeds_, p.nx, march_.levels});
  }
  for (const KernelTraffic& t : kernel_traffic)
    labels_[std::size_t(t.kernel)] = kernel_label(t.kernel, level);
}

template <class A> Count GridLevel<A>::bytes(int nx, int ny, int nz) {
  const MarchShape march = march_shape(nx, ny, nz, sizeof(A));
  const int numbers = 4 + std::max(0, march.chunks - 1);
  const Count levels = nz + overhang(nz);
  return Count(padded_columns<A>(nx)) * (numbers * Count(ny) + 1) * Count(sizeof(A)) +
         levels * Count(sizeof(LevelCoefficients<A>)) +
         (march.chunks > 0 ? levels + 1 : 0) * Count(sizeof(ChunkCoefficients<A>));
}

template class GridLevel<double>;
template class GridLevel<float>;

} // namespace isobar

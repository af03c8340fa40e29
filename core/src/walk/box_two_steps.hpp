#pragma once
#include "device/box_sources.hpp"
#include "device/box_steps.hpp"
#include "launch/launch.hpp"

namespace isobar {

/// Two smoothing steps in one pass over memory, on a rank that has the whole of a uniform box: what the first one gives never
/// leaves the chip. Source is one of box_sources.hpp, Steps one of box_steps.hpp.
template <class P, class Source, class Steps> struct TwoStepKernel {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = PackOf<P>;
  using Layer = UniformLayer<A>;
  UniformBox<A> box;
  FieldStrides<P::layout> strides;
  WholeAxis x, y, z;
  Source u;
  Steps steps;
  Cells<S, P::layout> f, out;

  TwoStepKernel(const BoxGridOf<P>& grid, const Source& u, const Steps& steps, const Field<S>& f,
                const Field<S>& out)
      : box(grid), strides(f), x{grid.nx(), grid.spec().x.is_periodic()},
        y{grid.ny(), grid.spec().y.is_periodic()}, z{grid.nz(), grid.spec().z.is_periodic()}, u(u),
        steps(steps), f(f), out(out) {}

  /// u after step n in the cells from (i, k, j) on; `sum` is f and what the neighbours add to it.
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V after(int n, const UniformColumn<V>& column, const Layer& layer,
                                      const V& u, const V& sum, int i, int k, int j) const {
    const V next = u + steps.rho[n] * (sum - (column.total + layer.total) * u) *
                           steps.template inverse<V>(box, column, layer);
    return steps.chosen(n, i, k, j, u, next);
  }
};

/// Its walk on a host: a lane goes from south to north and keeps three rows of what the first step gives in a ring, and three of
/// the corrected u if there is a correction. They stay in cache.
template <class K> class TwoStepRows {
public:
  using S = typename K::S;
  using A = typename K::A;
  using V = typename K::pack;
  static constexpr Walk in_order_of = Walk::blocks;
  static constexpr bool threads_meet = false;

  explicit TwoStepRows(const K& kernel)
      : kernel_(kernel), tiling_(ColumnTiling::of<Walk::blocks, V>(kernel.x.n, kernel.y.n)) {}

  std::size_t scratch_bytes() const {
    return rings * 3 * row_numbers() * sizeof(S) + 2 * row_alignment;
  }
  TeamPolicy policy() const { return tiling_.policy(scratch_bytes()); }
  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const int begin = team.league_rank() * tiling_.rows;
    const int end = begin + tiling_.rows < tiling_.ny ? begin + tiling_.rows : tiling_.ny;
    auto* numbers = static_cast<S*>(team.team_scratch(1).get_shmem_aligned(
        rings * 3 * row_numbers() * sizeof(S), row_alignment));
    for (std::size_t n = 0; n < rings * 3 * row_numbers(); ++n) numbers[n] = S(0);
    for (int j = begin - 2; j <= end + 1; ++j) {
      if constexpr (K_corrected) correct_row(numbers, j);
      if (j - 1 >= begin - 1) first_step(numbers, j - 1);
      if (j - 2 >= begin && j - 2 < end) second_step(numbers, j - 2);
    }
  }

private:
  static constexpr bool K_corrected = decltype(K::u)::corrected;
  static constexpr std::size_t rings = K_corrected ? 2 : 1;

  /// Of a row with the line that holds its western halo cell, and one for what lies behind the last row.
  std::size_t row_numbers() const { return std::size_t(kernel_.strides.row) + 2 * line; }
  static constexpr int line = row_alignment / int(sizeof(S));
  /// Cell (0, 0) of row j in a ring.
  S* row(S* numbers, int ring, int j) const {
    return numbers + (std::size_t(ring) * 3 + std::size_t((j + 3) % 3)) * row_numbers() + line;
  }
  /// Gives a row of a ring its halo columns, where x is periodic.
  void wrap(S* row) const {
    if (!kernel_.x.around) return;
    for (int k = 0; k < kernel_.z.n; ++k) {
      S* const cells = row + k * kernel_.strides.layer;
      cells[-1] = cells[kernel_.x.n - 1];
      cells[kernel_.x.n] = cells[0];
    }
  }
  /// visit(i, k, columns that exist, place in a row) for all packs of a row, layer by layer.
  template <class Visit> void for_row(const Visit& visit) const {
    for (int k = 0; k < kernel_.z.n; ++k)
      for (int i = 0; i < kernel_.x.n; i += V::width)
        visit(i, k, std::min(V::width, kernel_.x.n - i), k * kernel_.strides.layer + i);
  }

  void correct_row(S* numbers, int j) const {
    if (!kernel_.y.exists(j)) return;
    S* const target = row(numbers, 1, j);
    const int from = kernel_.y.inside(j);
    for_row([&](int i, int k, int active, std::ptrdiff_t at) {
      store(target + at, kernel_.u.template value<V>(i, k, from), active);
    });
    wrap(target);
  }
  /// The rows around row j that a step reads: of the ring, or of memory.
  struct Rows {
    const S *south, *centre, *north;
  };
  Rows source_rows(S* numbers, int j) const {
    const auto at = [&](int n) -> const S* {
      if constexpr (K_corrected) return row(numbers, 1, n);
      else return kernel_.u.u.origin + kernel_.y.inside(n) * kernel_.strides.row;
    };
    return {at(j - 1), at(j), at(j + 1)};
  }
  Window<V> window(const Rows& rows, std::ptrdiff_t at, const VerticalSteps& steps, int k) const {
    const S* const p = rows.centre + at;
    return {load<V>(p),
            load<V>(p - 1),
            load<V>(p + 1),
            load<V>(rows.south + at),
            load<V>(rows.north + at),
            load<V>(p + steps.below(k)),
            load<V>(p + steps.above(k))};
  }
  static V neighbours(const UniformColumn<V>& c, const UniformLayer<A>& l, const Window<V>& u) {
    return coupling(c, u.west, u.east, u.south, u.north) + (l.low * u.below + l.high * u.above);
  }
  VerticalSteps vertical() const { return {kernel_.strides.layer, kernel_.z.n, kernel_.z.around}; }
  UniformColumn<V> column(int i, int j) const { return kernel_.box.template column<V>(i, j); }

  void first_step(S* numbers, int j) const {
    if (!kernel_.y.exists(j)) return;
    S* const target = row(numbers, 0, j);
    const int own = kernel_.y.inside(j);
    const S* const f = kernel_.f.origin + own * kernel_.strides.row;
    for_row([&](int i, int k, int active, std::ptrdiff_t at) {
      const auto layer = kernel_.box.layer(k);
      const UniformColumn<V> c = column(i, own);
      V u, sum = load<V>(f + at);
      if constexpr (!decltype(K::u)::zero) {
        const Window<V> w = window(source_rows(numbers, j), at, vertical(), k);
        u = w.centre;
        sum = sum + neighbours(c, layer, w);
      }
      store(target + at, kernel_.after(0, c, layer, u, sum, i, k, own), active);
    });
    wrap(target);
  }
  void second_step(S* numbers, int j) const {
    const Rows rows{row(numbers, 0, j - 1), row(numbers, 0, j), row(numbers, 0, j + 1)};
    const std::ptrdiff_t place = j * kernel_.strides.row;
    for_row([&](int i, int k, int active, std::ptrdiff_t at) {
      const Window<V> v = window(rows, at, vertical(), k);
      const UniformColumn<V> c = column(i, j);
      const auto layer = kernel_.box.layer(k);
      const V sum = load<V>(kernel_.f.origin + place + at) + neighbours(c, layer, v);
      store(kernel_.out.origin + place + at, kernel_.after(1, c, layer, v.centre, sum, i, k, j),
            active);
    });
  }

  K kernel_;
  ColumnTiling tiling_;
};

} // namespace isobar

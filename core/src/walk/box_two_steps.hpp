#pragma once
#include "box/box_sources.hpp"
#include "box/box_steps.hpp"
#include "walk/gpu/two_step_march.hpp"

#include <algorithm>

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
    return ring_bytes() + column_bytes() + row_alignment + alignof(Column);
  }
  TeamPolicy policy() const { return tiling_.policy(scratch_bytes()); }
  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const int begin = team.league_rank() * tiling_.rows;
    const int end = begin + tiling_.rows < tiling_.ny ? begin + tiling_.rows : tiling_.ny;
    const auto scratch = team.team_scratch(1);
    const Scratch s{
        static_cast<S*>(scratch.get_shmem_aligned(ring_bytes(), row_alignment)),
        static_cast<Column*>(scratch.get_shmem_aligned(column_bytes(), alignof(Column)))};
    std::fill(s.rings, s.rings + ring_bytes() / sizeof(S), S(0));
    for (int j = begin - 2; j <= end + 1; ++j) {
      if constexpr (corrected) correct_row(s, j);
      if (j - 1 >= begin - 1) first_step(s, j - 1);
      if (j - 2 >= begin && j - 2 < end) second_step(s, j - 2);
    }
  }

private:
  using Column = UniformColumn<V>;
  static constexpr bool zero = decltype(K::u)::zero, corrected = decltype(K::u)::corrected;
  static constexpr int line = row_alignment / int(sizeof(S));

  /// Three rows after the first step, three corrected ones, and the numbers of a row's columns.
  struct Scratch {
    S* rings;
    Column* columns;
  };
  std::size_t ring_bytes() const { return (corrected ? 6 : 3) * row_numbers() * sizeof(S); }
  std::size_t column_bytes() const { return std::size_t(tiling_.packs) * sizeof(Column); }
  /// Of a row with the line that holds its western halo cell, and one for what lies behind the last row.
  std::size_t row_numbers() const { return std::size_t(kernel_.strides.row) + 2 * line; }
  /// Cell (0, 0) of row j after the first step, or corrected.
  S* stepped(const Scratch& s, int j) const {
    return s.rings + std::size_t((j + 3) % 3) * row_numbers() + line;
  }
  S* corrected_row(const Scratch& s, int j) const { return stepped(s, j) + 3 * row_numbers(); }
  /// Gives a row of a ring its halo columns, where x is periodic.
  void wrap(S* row) const {
    if (!kernel_.x.around) return;
    for (int k = 0; k < kernel_.z.n; ++k) {
      S* const cells = row + k * kernel_.strides.layer;
      cells[-1] = cells[kernel_.x.n - 1];
      cells[kernel_.x.n] = cells[0];
    }
  }
  void correct_row(const Scratch& s, int j) const {
    if (!kernel_.y.exists(j)) return;
    S* const target = corrected_row(s, j);
    const int from = kernel_.y.inside(j), nx = kernel_.x.n;
    for (int k = 0; k < kernel_.z.n; ++k)
      for (int i = 0; i < nx; i += V::width)
        store(target + k * kernel_.strides.layer + i, kernel_.u.template value<V>(i, k, from),
              std::min(V::width, nx - i));
    wrap(target);
  }

  /// The rows that a step works with: u around and in its row, f, and where the result goes to.
  struct Rows {
    const S *south, *centre, *north, *f;
    S* out;
  };
  void first_step(const Scratch& s, int j) const {
    if (!kernel_.y.exists(j)) return;
    const auto u = [&](int n) -> const S* {
      if constexpr (zero) return nullptr;
      else if constexpr (corrected) return corrected_row(s, n);
      else return kernel_.u.u.origin + kernel_.y.inside(n) * kernel_.strides.row;
    };
    const int own = kernel_.y.inside(j);
    const Rows rows{u(j - 1), u(j), u(j + 1), kernel_.f.origin + own * kernel_.strides.row,
                    stepped(s, j)};
    step<0>(s, rows, own);
    wrap(rows.out);
  }
  void second_step(const Scratch& s, int j) const {
    const std::ptrdiff_t place = j * kernel_.strides.row;
    step<1>(s,
            Rows{stepped(s, j - 1), stepped(s, j), stepped(s, j + 1), kernel_.f.origin + place,
                 kernel_.out.origin + place},
            j);
  }

  /// Step n in row j, layer by layer.
  template <int n> void step(const Scratch& s, const Rows& rows, int j) const {
    for (int p = 0; p < tiling_.packs; ++p)
      s.columns[p] = kernel_.box.template column<V>(p * V::width, j);
    const VerticalSteps steps(kernel_.strides.layer, kernel_.z.n, kernel_.z.around);
    const int nx = kernel_.x.n;
    for (int k = 0; k < kernel_.z.n; ++k) {
      const UniformLayer<A> layer = kernel_.box.layer(k);
      const std::ptrdiff_t below = steps.below(k), above = steps.above(k);
      for (int p = 0; p < tiling_.packs; ++p) {
        const int i = p * V::width;
        const std::ptrdiff_t at = k * kernel_.strides.layer + i;
        const Column& c = s.columns[p];
        V u, sum = load<V>(rows.f + at);
        if constexpr (n > 0 || !zero) {
          const S* const cell = rows.centre + at;
          u = load<V>(cell);
          sum = sum +
                coupling(c, load<V>(cell - 1), load<V>(cell + 1), load<V>(rows.south + at),
                         load<V>(rows.north + at)) +
                (layer.low * load<V>(cell + below) + layer.high * load<V>(cell + above));
        }
        store(rows.out + at, kernel_.after(n, c, layer, u, sum, i, k, j),
              std::min(V::width, nx - i));
      }
    }
  }

  K kernel_;
  ColumnTiling tiling_;
};

/// Runs both steps on a whole box. Returns before a device has finished.
template <class K> void for_two_steps(const std::string& label, const K& kernel) {
  if constexpr (K::precision::walk == Walk::march) launch(label, TwoStepMarch<K>(kernel));
  else Kokkos::parallel_for(label, TwoStepRows<K>(kernel).policy(), TwoStepRows<K>(kernel));
}

} // namespace isobar

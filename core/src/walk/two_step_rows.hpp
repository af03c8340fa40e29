#pragma once
#include "device/two_step_kernel.hpp"
#include "launch/launch.hpp"

namespace isobar {

/// A host's walk for two smoothing steps in one pass (TwoStepKernel): a lane goes from south to north and keeps three rows of what
/// the first step gives in a ring, and three of the corrected u if there is a correction. They stay in cache.
template <class K> class TwoStepRows {
public:
  using S = typename K::S;
  using V = typename K::pack;

  explicit TwoStepRows(const K& kernel)
      : kernel_(kernel), tiling_(ColumnTiling::of<Walk::blocks, V>(kernel.x.n, kernel.y.n)) {}

  TeamPolicy policy() const { return tiling_.policy(numbers() * sizeof(S) + row_alignment); }
  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const int begin = team.league_rank() * tiling_.rows;
    const int end = begin + tiling_.rows < tiling_.ny ? begin + tiling_.rows : tiling_.ny;
    S* const rings = static_cast<S*>(
        team.team_scratch(1).get_shmem_aligned(numbers() * sizeof(S), row_alignment));
    std::fill(rings, rings + numbers(), S(0));
    for (int j = begin - 2; j <= end + 1; ++j) {
      if constexpr (corrected) correct_row(rings, j);
      if (j - 1 >= begin - 1) first_step(rings, j - 1);
      if (j - 2 >= begin && j - 2 < end) second_step(rings, j - 2);
    }
  }

private:
  static constexpr bool zero = decltype(K::u)::zero, corrected = decltype(K::u)::corrected;
  static constexpr int line = row_alignment / int(sizeof(S));

  /// Of a row, with a line before it and a layer on either side.
  std::size_t row_numbers() const {
    return std::size_t(kernel_.strides.row + 2 * kernel_.strides.layer) + 2 * line;
  }
  std::size_t numbers() const { return (corrected ? 6 : 3) * row_numbers(); }
  /// Cell (0, 0) of row j in a ring.
  S* row(S* rings, int ring, int j) const {
    return rings + (std::size_t(ring) * 3 + std::size_t((j + 3) % 3)) * row_numbers() +
           kernel_.strides.layer + line;
  }
  /// Gives a row of a ring what lies beyond the ends of x and z.
  void continue_row(S* row) const {
    const MirroredAxis &x = kernel_.x, &z = kernel_.z;
    const std::ptrdiff_t layer = kernel_.strides.layer;
    for (int k = 0; k < z.n; ++k)
      for (const int i : {-1, x.n})
        row[k * layer + i] = S(x.sign_of(i)) * row[k * layer + x.cell(i)];
    for (const int k : {-1, z.n})
      for (int i = 0; i < x.n; ++i)
        row[k * layer + i] = S(z.sign_of(k)) * row[z.cell(k) * layer + i];
  }
  /// visit(i, k, columns that exist, place in a row) for all packs of a row, layer by layer.
  template <class Visit> void for_row(const Visit& visit) const {
    const int nx = kernel_.x.n;
    for (int k = 0; k < kernel_.z.n; ++k)
      for (int i = 0; i < nx; i += V::width)
        visit(i, k, std::min(V::width, nx - i), k * kernel_.strides.layer + i);
  }

  /// Row j of what the first step reads, image or not.
  void correct_row(S* rings, int j) const {
    S* const target = row(rings, 1, j);
    const int from = kernel_.y.cell(j);
    const S sign = S(kernel_.y.sign_of(j));
    for_row([&](int i, int k, int active, std::ptrdiff_t at) {
      store(target + at, sign * kernel_.u.template value<V>(i, k, from), active);
    });
    continue_row(target);
  }

  /// The rows of a ring around one.
  struct Rows {
    const S *south, *centre, *north;
  };
  Window<V> window(const Rows& rows, std::ptrdiff_t at) const {
    const S* const p = rows.centre + at;
    return {load<V>(p),
            load<V>(p - 1),
            load<V>(p + 1),
            load<V>(rows.south + at),
            load<V>(rows.north + at),
            load<V>(p - kernel_.strides.layer),
            load<V>(p + kernel_.strides.layer)};
  }
  /// Of an owned row of u in memory, the cells beyond the ends of x and z chosen one by one.
  Window<V> stored_window(int i, int k, int j, std::ptrdiff_t at) const {
    const MirroredAxis &x = kernel_.x, &y = kernel_.y, &z = kernel_.z;
    const S* const origin = kernel_.u.u.origin;
    const auto cells = [&](int kk, int jj) {
      const S sign = S(z.sign_of(kk) * y.sign_of(jj));
      return sign * load<V>(origin + y.cell(jj) * kernel_.strides.row +
                            z.cell(kk) * kernel_.strides.layer + i);
    };
    const S* const p = origin + j * kernel_.strides.row + at;
    V west = load<V>(p - 1), east = load<V>(p + 1);
    if (i == 0) west.set(0, S(x.sign_of(-1)) * p[x.cell(-1)]);
    if (x.n - 1 - i < V::width) east.set(x.n - 1 - i, S(x.sign_of(x.n)) * p[x.cell(x.n) - i]);
    return {load<V>(p),      west,           east, cells(k, j - 1), cells(k, j + 1),
            cells(k - 1, j), cells(k + 1, j)};
  }

  /// Row j after the first step. Rows beyond the ends of y are images of it.
  void first_step(S* rings, int j) const {
    S* const target = row(rings, 0, j);
    const int own = kernel_.y.cell(j);
    const S sign = S(kernel_.y.sign_of(j));
    const S* const f = kernel_.f.origin + own * kernel_.strides.row;
    const Rows rows{row(rings, 1, j - 1), row(rings, 1, j), row(rings, 1, j + 1)};
    for_row([&](int i, int k, int active, std::ptrdiff_t at) {
      const V rhs = sign * load<V>(f + at);
      const StepFactors<V> factors = kernel_.template factors<0, V>(i, k, own);
      V next;
      if constexpr (zero) next = kernel_.after_from_zero(factors, rhs, i, k, own);
      else if constexpr (corrected)
        next = kernel_.template after<0>(factors, window(rows, at), rhs, i, k, own);
      else
        next = sign * kernel_.template after<0>(factors, stored_window(i, k, own, at),
                                                load<V>(f + at), i, k, own);
      store(target + at, next, active);
    });
    continue_row(target);
  }
  void second_step(S* rings, int j) const {
    const Rows rows{row(rings, 0, j - 1), row(rings, 0, j), row(rings, 0, j + 1)};
    const std::ptrdiff_t place = j * kernel_.strides.row;
    for_row([&](int i, int k, int active, std::ptrdiff_t at) {
      store(kernel_.out.origin + place + at,
            kernel_.template after<1>(kernel_.template factors<1, V>(i, k, j), window(rows, at),
                                      load<V>(kernel_.f.origin + place + at), i, k, j),
            active);
    });
  }

  K kernel_;
  ColumnTiling tiling_;
};

} // namespace isobar

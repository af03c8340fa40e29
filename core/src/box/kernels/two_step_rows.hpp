#pragma once
#include "box/box_sources.hpp"
#include "launch/launch.hpp"

#include <algorithm>

namespace isobar {

/// The work of a host's lane for two smoothing steps in one pass (TwoStepKernel). The lane goes from south to north. It keeps
/// three rows of the first step's result in a ring, which stays in cache.
template <class K> class TwoStepLane {
public:
  using S = typename K::S;
  using A = typename K::A;
  using V = typename K::pack;
  static constexpr Walk in_order_of = Walk::blocks;
  static constexpr bool threads_meet = false;

  std::size_t scratch_bytes() const {
    return ring_bytes() + column_bytes() + row_alignment + alignof(Column);
  }

protected:
  using Column = decltype(std::declval<K>().box.template column<V>(0, 0));
  static constexpr bool zero = decltype(K::u)::zero;

  /// Makes a lane for `rows` rows.
  TwoStepLane(const K& kernel, int rows)
      : kernel_(kernel), tiling_(ColumnTiling::of<Walk::blocks, V>(kernel.x.n, rows)) {}

  /// The ring of three rows after the first step, and the matrix numbers of one row's columns.
  struct Scratch {
    S* rings;
    Column* columns;
  };
  Scratch scratch_of(const Member& team) const {
    const auto scratch = team.team_scratch(1);
    const Scratch s{
        static_cast<S*>(scratch.get_shmem_aligned(ring_bytes(), row_alignment)),
        static_cast<Column*>(scratch.get_shmem_aligned(column_bytes(), alignof(Column)))};
    std::fill(s.rings, s.rings + ring_bytes() / sizeof(S), S(0));
    return s;
  }
  /// Returns a pointer to cell (0, 0) of row j after the first step. The row is in the ring, or in the halo if a neighbour
  /// computes it.
  const S* stepped(const Scratch& s, int j) const {
    return kernel_.y.given(j) ? kernel_.out.origin + j * kernel_.strides.row : ring_row(s, j);
  }
  S* ring_row(const Scratch& s, int j) const {
    return s.rings + std::size_t((j + 3) % 3) * row_numbers() + line;
  }
  /// Writes u after the first step in row j to `out`.
  void first_step(const Scratch& s, int j, S* out) const {
    const auto u = [&](int n) -> const S* {
      if constexpr (zero) return nullptr;
      else return kernel_.u.u.origin + kernel_.y.inside(n) * kernel_.strides.row;
    };
    const int own = kernel_.y.inside(j);
    step<0>(s, Rows{u(j - 1), u(j), u(j + 1), kernel_.f.origin + own * kernel_.strides.row, out},
            own);
  }
  /// Does the second step in row j and writes it to the kernel's `out`.
  void second_step(const Scratch& s, int j) const {
    const std::ptrdiff_t place = j * kernel_.strides.row;
    step<1>(s,
            Rows{stepped(s, j - 1), stepped(s, j), stepped(s, j + 1), kernel_.f.origin + place,
                 kernel_.out.origin + place},
            j);
  }
  /// Fills the halo columns of a ring's row, if x is periodic.
  void wrap(S* row) const {
    if (!kernel_.x.around) return;
    for (int k = 0; k < kernel_.z.n; ++k) {
      S* const cells = row + k * kernel_.strides.layer;
      cells[-1] = cells[kernel_.x.n - 1];
      cells[kernel_.x.n] = cells[0];
    }
  }

  K kernel_;
  ColumnTiling tiling_;

private:
  static constexpr int line = row_alignment / int(sizeof(S));

  std::size_t ring_bytes() const { return 3 * row_numbers() * sizeof(S); }
  std::size_t column_bytes() const { return std::size_t(tiling_.packs) * sizeof(Column); }
  /// Returns the elements of a ring's row: a row of the field and two lines. One line is for the western halo cell, the other
  /// lies behind the last row.
  std::size_t row_numbers() const { return std::size_t(kernel_.strides.row) + 2 * line; }

  /// The rows of one step: u in its own row and in both neighbours, f, and the result.
  struct Rows {
    const S *south, *centre, *north, *f;
    S* out;
  };
  /// Does step n in row j, layer by layer.
  template <int n> void step(const Scratch& s, const Rows& rows, int j) const {
    for (int p = 0; p < tiling_.packs; ++p)
      s.columns[p] = kernel_.box.template column<V>(p * V::width, j);
    const VerticalSteps steps(kernel_.strides.layer, kernel_.z.n, kernel_.z.around);
    const int nx = kernel_.x.n;
    for (int k = 0; k < kernel_.z.n; ++k) {
      const auto layer = kernel_.box.layer(k);
      const std::ptrdiff_t below = steps.below(k), above = steps.above(k);
      for (int p = 0; p < tiling_.packs; ++p) {
        const int i = p * V::width;
        const std::ptrdiff_t at = k * kernel_.strides.layer + i;
        const Column& column = s.columns[p];
        V u, sum = load<V>(rows.f + at);
        if constexpr (n > 0 || !zero) {
          const S* const cell = rows.centre + at;
          const BoxCouplings<V> c = kernel_.box.couplings(column, layer);
          u = load<V>(cell);
          sum = sum +
                coupling(c, load<V>(cell - 1), load<V>(cell + 1), load<V>(rows.south + at),
                         load<V>(rows.north + at)) +
                (c.below * load<V>(cell + below) + c.above * load<V>(cell + above));
        }
        store(rows.out + at, kernel_.after(n, column, layer, u, sum, i, k, j),
              std::min(V::width, nx - i));
      }
    }
  }
};

/// Does both steps in some rows. Each team has a part of these rows.
template <class K> class TwoStepRows : public TwoStepLane<K> {
public:
  using Base = TwoStepLane<K>;
  TwoStepRows(const K& kernel, const RowSpan& rows) : Base(kernel, rows.count), rows_(rows) {}
  TeamPolicy policy() const { return this->tiling_.policy(this->scratch_bytes()); }
  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const ColumnTiling& tiling = this->tiling_;
    const int begin = rows_.first + team.league_rank() * tiling.rows;
    const int end = std::min(begin + tiling.rows, rows_.first + rows_.count);
    const auto s = this->scratch_of(team);
    const auto& y = this->kernel_.y;
    for (int j = begin - 2; j <= end + 1; ++j) {
      if (j - 1 >= begin - 1 && y.exists(j - 1) && !y.given(j - 1)) {
        this->first_step(s, j - 1, this->ring_row(s, j - 1));
        this->wrap(this->ring_row(s, j - 1));
      }
      if (j - 2 >= begin && j - 2 < end) this->second_step(s, j - 2);
    }
  }

private:
  RowSpan rows_;
};

/// Does only the first step, in the rows beside neighbours. Each team has one row.
template <class K> class FirstStepRows : public TwoStepLane<K> {
public:
  using Base = TwoStepLane<K>;
  explicit FirstStepRows(const K& kernel) : Base(kernel, kernel.y.edges()) {}
  TeamPolicy policy() const {
    TeamPolicy p(this->kernel_.y.edges(), 1, 1);
    return p.set_scratch_size(1, Kokkos::PerTeam(int(this->scratch_bytes())));
  }
  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const int row = this->kernel_.y.edge(team.league_rank());
    const auto s = this->scratch_of(team);
    this->first_step(s, row, this->kernel_.out.origin + row * this->kernel_.strides.row);
  }
};

} // namespace isobar

#pragma once
#include "box/kernels/gpu/two_step_thread.hpp"

namespace isobar {

/// A GPU's walk for two smoothing steps in one pass (TwoStepKernel). A thread marches along y and does the first step in row r,
/// then the second one in row r - 1. It loads the numbers of the next row before it works on this row. In the rows of
/// neighbouring ranks it reads the first step's result instead of computing it. It does so before and after the loop, as
/// registers would not suffice inside.
template <class K> class TwoStepMarch : public TwoStepThread<K> {
public:
  using Base = TwoStepThread<K>;
  using typename Base::Member;
  using typename Base::Policy;
  using A = typename Base::A;

  /// Makes a march over `rows`.
  TwoStepMarch(const K& kernel, const RowSpan& rows)
      : Base(kernel), rows_(rows),
        segments_(even_segments(this->tiles_ * this->groups_, rows.count, 2 * Base::beside,
                                multiprocessors() * Base::at_once)) {}

  int teams() const { return this->tiles_ * this->groups_ * segments_; }
  Policy policy() const { return Policy(teams(), Base::team_size(), 1); }
  KOKKOS_FUNCTION void operator()(const Member& team) const { walk(team); }

  template <class Team> KOKKOS_FORCEINLINE_FUNCTION Sums walk(const Team& team) const {
    const auto place = this->place(team);
    RowRange range(this->segment(team), segments_, rows_.count);
    range.begin += rows_.first;
    range.end += rows_.first;
    if (place.k0 >= this->kernel_.z.n) return {}; // true for a whole warp
    if (this->is_inner(place)) march<true>(team, place, range);
    else march<false>(team, place, range);
    return {};
  }

private:
  using Base::first_layers, Base::layers, Base::read_layers;
  using typename Base::Layers;
  using typename Base::Place;
  using typename Base::Reader;
  using typename Base::State;

  template <bool inner, class Team>
  KOKKOS_FORCEINLINE_FUNCTION void march(const Team& team, const Place& place,
                                         const RowRange& range) const {
    const K& kernel = this->kernel_;
    const int i = this->column_inside(place.i);
    const Reader reader(kernel.u, i, kernel.z, place.k0 - Base::beside);
    const Layers k = this->layers_of(place);
    const auto load_u = [&](int j, A(&x)[read_layers]) {
      if (kernel.y.exists(j)) reader.load(this->row(j), x); // other rows have no weight
    };
    const auto read_f = [&](int j, A(&x)[first_layers]) {
      if (kernel.y.exists(j)) k.load(kernel.f.origin + i + this->row(j) * kernel.strides.row, x);
    };
    State s;
    ISOBAR_UNROLL
    for (int n = 0; n < 3; ++n) load_u(range.begin - 2 + n, s.u[n]);
    read_f(range.begin - 1, s.f[1]);
    this->move_on(k, i, this->row(range.begin - 1), s);
    const auto ask = [&](int r) {
      load_u(r + 2, s.u[2]);
      read_f(r + 1, s.f[1]);
    };
    const auto take_given = [&](int r) {
      k.load(kernel.out.origin + i + r * kernel.strides.row, s.v[1]);
    };
    int r = range.begin - 1;
    if (kernel.y.given(r)) {
      ask(r);
      take_given(r);
      this->move_on(k, i, this->row(++r), s);
    }
    const bool given = kernel.y.given(range.end);
    for (const int last = given ? range.end - 1 : range.end; r <= last; ++r) {
      if (r < range.end) ask(r);
      if (kernel.y.exists(r)) this->template first_step<inner>(team, k, i, this->row(r), s);
      if (r > range.begin) this->template second_step<inner>(team, place, k, i, r - 1, s);
      ISOBAR_UNROLL
      for (int q = 0; q < layers; ++q)
        s.second[q] = this->with_south(k, q + 1, i, this->row(r), s.f[0][q + 1], s.v[0][q + 1]);
      this->move_on(k, i, this->row(r + 1), s);
    }
    if (!given) return;
    take_given(range.end);
    this->template second_step<inner>(team, place, k, i, range.end - 1, s);
  }

  RowSpan rows_;
  int segments_;
};

/// A GPU's walk for the first step alone, in the rows beside neighbours.
template <class K> class FirstStepMarch : public TwoStepThread<K> {
public:
  using Base = TwoStepThread<K>;
  using typename Base::Member;
  using typename Base::Policy;

  explicit FirstStepMarch(const K& kernel) : Base(kernel) {}

  int teams() const { return this->tiles_ * this->groups_ * this->kernel_.y.edges(); }
  Policy policy() const { return Policy(teams(), Base::team_size(), 1); }
  KOKKOS_FUNCTION void operator()(const Member& team) const { walk(team); }

  template <class Team> KOKKOS_FORCEINLINE_FUNCTION Sums walk(const Team& team) const {
    const auto place = this->place(team);
    if (place.k0 < this->kernel_.z.n) step(team, place, this->kernel_.y.edge(this->segment(team)));
    return {};
  }

private:
  using typename Base::Layers;
  using typename Base::Place;
  using typename Base::Reader;
  using typename Base::State;

  /// Does the first step in row j. Loads u and f as TwoStepMarch does.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void step(const Team& team, const Place& place, int j) const {
    const K& kernel = this->kernel_;
    const int i = this->column_inside(place.i);
    const Reader reader(kernel.u, i, kernel.z, place.k0 - Base::beside);
    const Layers k = this->layers_of(place);
    State s;
    ISOBAR_UNROLL
    for (int n = 0; n < 3; ++n)
      if (kernel.y.exists(j - 1 + n)) reader.load(this->row(j - 1 + n), s.u[n]);
    k.load(kernel.f.origin + i + j * kernel.strides.row, s.f[1]);
    this->move_on(k, i, j, s);
    this->template first_step<false>(team, k, i, j, s);
    typename Base::A own[Base::layers];
    ISOBAR_UNROLL
    for (int q = 0; q < Base::layers; ++q) own[q] = s.v[1][q + 1];
    this->template store<false>(place, i, j, own);
  }
};

} // namespace isobar

#pragma once
#include <isobar/core/chunk_solve.hpp>
#include <isobar/core/march.hpp>
#include <isobar/core/row_ring.hpp>

namespace isobar {

/// What a kernel does beside solving its columns (solve_walk.hpp): it has a source of neighbours' u,
/// it wants <g, x>.
template <class K> inline constexpr bool couples_columns = requires(const K& k) { k.u; };
template <class K>
inline constexpr bool sums_energy = requires(const K& k, const typename K::Column& c) {
  k.energy(c);
};

/// The horizontal numbers of columns, one array each: area, total, west, east and north. They stay
/// among the launch's arguments, where a thread finds its own without holding a pointer.
template <class A> struct StencilSources {
  static constexpr int numbers = 5;
  const A* source[numbers];
  std::ptrdiff_t row;
  explicit StencilSources(const GridCells<A>& g)
      : source{g.area, g.total, g.west, g.west + 1, g.south + g.row}, row(g.row) {}
  KOKKOS_FORCEINLINE_FUNCTION A at(int number, int column, int j) const {
    return source[number][j * row + column];
  }
};

/// Those of a tile's columns for one row in scratch: some chunks of the team fetch one each, a row
/// ahead of its use.
template <class A, class Shape> class StencilRow {
public:
  using Sources = StencilSources<A>;
  static constexpr int numbers = Sources::numbers, size = numbers * Shape::lanes;
  static_assert(Shape::chunks >= numbers);

  /// Fills the scratch for row j; the team has to meet before next().
  KOKKOS_FORCEINLINE_FUNCTION StencilRow(const Sources& sources, A* row, const Place<Shape>& place,
                                         int j)
      : sources_(sources), place_(place), row_(row),
        south_(sources.at(numbers - 1, place.column, j - 1)) {
    read(j);
    write();
  }
  /// The numbers of the row that was written last; called once for each row, northwards.
  template <class V> KOKKOS_FORCEINLINE_FUNCTION ColumnStencil<V> next() {
    constexpr std::ptrdiff_t lanes = Shape::lanes;
    const A* number = row_ + place_.lane;
    const A south = south_;
    south_ = number[4 * lanes];
    return {V(number[0]),         V(number[lanes]), V(number[2 * lanes]),
            V(number[3 * lanes]), V(south),         V(south_)};
  }
  KOKKOS_FORCEINLINE_FUNCTION void read(int j) {
    if (place_.chunk < numbers) ahead_ = sources_.at(place_.chunk, place_.column, j);
  }
  /// When the whole team has called next().
  KOKKOS_FORCEINLINE_FUNCTION void write() {
    if (place_.chunk < numbers) row_[place_.thread] = ahead_;
  }

private:
  const Sources& sources_;
  const Place<Shape>& place_;
  A* row_;
  A south_, ahead_{};
};

/// A GPU's walk for kernels that solve their columns (the concept is in solve_walk.hpp). A team is
/// a tile of `lanes` columns, each shared by `chunks` threads with `levels` levels in registers
/// (chunk_solve.hpp), and marches along y; what the next row needs is asked for before this row is
/// finished. Two meetings a row hand on the chunks' maps and the rows of u.
template <class K, class Shape> class SolveMarch {
public:
  using V = typename K::pack;
  using A = typename V::value_type;
  using S = typename K::S;
  using Column = typename K::Column;
  static constexpr int lanes = Shape::lanes, chunks = Shape::chunks, levels = Shape::levels;
  using Policy = Kokkos::TeamPolicy<ExecutionSpace,
                                    Kokkos::LaunchBounds<Shape::threads, Shape::template teams<A>>>;
  using Member = typename Policy::member_type;

  SolveMarch(const K& kernel, const GridLevel<A>& grid)
      : kernel_(kernel), stencils_(kernel.grid), nx_(grid.nx()), ny_(grid.ny()), nz_(grid.nz()),
        tiles_(divide_up(nx_, lanes)), segments_(segments_of_rows(tiles_, ny_, grid.march().waves)),
        level_(grid.chunk_profile().data() + 1), seeds_(grid.seeds().data()) {}

  Policy policy() const {
    Policy p(tiles_ * segments_, Shape::threads, 1);
    return p.set_scratch_size(0, Kokkos::PerTeam(int(Scratch::bytes)));
  }
  KOKKOS_FUNCTION void operator()(const Member& team) const { march(team); }
  KOKKOS_FUNCTION void operator()(const Member& team, Sums& sums) const { sums += march(team); }

private:
  static constexpr bool coupled = couples_columns<K>;
  /// Inputs are asked for a row ahead; where two teams share a multiprocessor and threads hold rows,
  /// registers are too few for it, and the factorisation hides the way to memory.
  static constexpr bool reads_ahead = !coupled || Shape::template teams<A> == 1;
  struct NoRows {
    static constexpr int size = 0;
  };
  template <bool, class Kernel> struct RowsOf { using type = NoRows; };
  template <class Kernel> struct RowsOf<true, Kernel> {
    using type = RowRing<decltype(Kernel::u), S, A, Shape>;
  };
  using Rows = typename RowsOf<coupled, K>::type;

  struct Scratch {
    static constexpr std::size_t bytes = 2 * Shape::threads * sizeof(Affine<V>) +
                                         StencilRow<A, Shape>::size * sizeof(A) +
                                         Rows::size * sizeof(S) + 32;
    Affine<V>*up, *down;
    A* stencil;
    S* ring;
    KOKKOS_FORCEINLINE_FUNCTION explicit Scratch(const Member& team)
        : up(static_cast<Affine<V>*>(team.team_scratch(0).get_shmem_aligned(bytes - 32, 16))),
          down(up + Shape::threads), stencil(reinterpret_cast<A*>(down + Shape::threads)),
          ring(reinterpret_cast<S*>(stencil + StencilRow<A, Shape>::size)) {}
  };

  KOKKOS_FUNCTION Sums march(const Member& team) const {
    const K kernel = kernel_;
    const Scratch scratch(team);
    const Place<Shape> place(team.team_rank(), team.league_rank() % tiles_, nx_, nz_);
    const RowRange range(team.league_rank() / tiles_, segments_, ny_);
    const auto* level = level_ + place.k0;
    Cell cell = kernel.strides.cell(place.i, place.k0, range.begin);

    StencilRow<A, Shape> stencils(stencils_, scratch.stencil, place, range.begin);
    auto rows = make_rows(kernel, scratch, place, range.begin);
    typename K::Inputs inputs[levels];
    if constexpr (reads_ahead) read_inputs(kernel, inputs, cell);
    V seed = read_seed(place, range.begin);
    ColumnChunk<V, levels> chunk;
    Sums sums;
    team.team_barrier();
    for (int j = range.begin; j < range.end; ++j) {
      const bool more = j + 1 < range.end;
      if constexpr (!reads_ahead) read_inputs(kernel, inputs, cell);
      if (more) stencils.read(j + 1);
      const Column column = kernel.column(stencils.template next<V>());
      if constexpr (coupled) rows.begin(j);
      SumPacks<V> row_sums;
      chunk.factorise(level, column.shift, seed);
      ISOBAR_UNROLL
      for (int l = 0; l < levels; ++l)
        chunk.value[l] = rhs(kernel, column, level[l], rows, inputs[l], place, cell, l, row_sums);
      if (!Shape::exact && place.k0 + levels > nz_) clear_above_top(chunk, place);
      if (more) {
        seed = read_seed(place, j + 1);
        if constexpr (reads_ahead) read_inputs(kernel, inputs, kernel.strides.north(cell));
      }
      scratch.up[place.thread] = chunk.upward();
      team.team_barrier();

      if constexpr (coupled) rows.move_on(cell, more);
      V below(A(0));
      ISOBAR_UNROLL
      for (int c = 0; c < chunks - 1; ++c) {
        const V next = scratch.up[c * lanes + place.lane](below);
        if (c < place.chunk) below = next;
      }
      const V energy = chunk.eliminate(level, below);
      if constexpr (sums_energy<K>)
        row_sums.second = keep_active(kernel.energy(column) * energy, place.active > 0);
      scratch.down[place.thread] = chunk.downward();
      stencils.write();
      team.team_barrier();

      V above(A(0));
      ISOBAR_UNROLL
      for (int c = chunks - 1; c > 0; --c) {
        const V next = scratch.down[c * lanes + place.lane](above);
        if (c > place.chunk) above = next;
      }
      chunk.substitute(above, [&](int l, const V& x) {
        const Cell c = above_cell(kernel, cell, l);
        const int active = stored(place, l);
        if constexpr (coupled) kernel.result(c, x, V(A(rows.own(l))), active);
        else kernel.result(c, x, active);
      });
      cell = kernel.strides.north(cell);
      sums += row_sums.total();
    }
    return sums;
  }

  KOKKOS_FORCEINLINE_FUNCTION auto make_rows(const K& kernel, const Scratch& scratch,
                                             const Place<Shape>& place, int j) const {
    if constexpr (coupled) return Rows(kernel.u, kernel.strides, scratch.ring, place, nx_, j);
    else return NoRows{};
  }
  KOKKOS_FORCEINLINE_FUNCTION static bool stored(const Place<Shape>& place, int l) {
    return Shape::exact ? place.active > 0 : l < place.active;
  }
  KOKKOS_FORCEINLINE_FUNCTION static Cell above_cell(const K& kernel, const Cell& first, int l) {
    return {first.i, first.k + l, first.j, first.at, kernel.strides.up(l)};
  }
  KOKKOS_FORCEINLINE_FUNCTION static V rhs(const K& kernel, const Column& column,
                                           const ChunkCoefficients<A>& level, const Rows& rows,
                                           const typename K::Inputs& in, const Place<Shape>& place,
                                           const Cell& first, int l, SumPacks<V>& sums) {
    if constexpr (coupled)
      return kernel.rhs(column, level.d, in, rows.template neighbours<V>(column, l));
    else return kernel.rhs(column, above_cell(kernel, first, l), in, stored(place, l), sums);
  }
  /// Threads that reach beyond the top read what lies there, solve for 0 and store nothing.
  KOKKOS_FORCEINLINE_FUNCTION static void clear_above_top(ColumnChunk<V, levels>& chunk,
                                                          const Place<Shape>& place) {
    ISOBAR_UNROLL
    for (int l = 0; l < levels; ++l)
      if (place.k0 + l >= place.nz) chunk.value[l] = V(A(0));
  }
  KOKKOS_FORCEINLINE_FUNCTION static void
  read_inputs(const K& kernel, typename K::Inputs (&inputs)[levels], const Cell& first) {
    ISOBAR_UNROLL
    for (int l = 0; l < levels; ++l) inputs[l] = kernel.read(above_cell(kernel, first, l));
  }
  KOKKOS_FORCEINLINE_FUNCTION V read_seed(const Place<Shape>& place, int j) const {
    if (place.chunk == 0) return V(A(0));
    const std::ptrdiff_t row = std::ptrdiff_t(j) * (chunks - 1) + place.chunk - 1;
    return V(seeds_[row * kernel_.grid.row + place.column]);
  }

  K kernel_;
  StencilSources<A> stencils_;
  int nx_, ny_, nz_, tiles_, segments_;
  const ChunkCoefficients<A>* level_;
  const A* seeds_;
};

/// Hands the march in the shape of the level to use(march).
template <class K, class A, class Use>
void with_march(const K& kernel, const GridLevel<A>& grid, const Use& use) {
  for_march_shape(grid.march(), grid.nz(),
                  [&](auto shape) { use(SolveMarch<K, decltype(shape)>(kernel, grid)); });
}

} // namespace isobar

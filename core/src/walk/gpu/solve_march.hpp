#pragma once
#include "walk/gpu/chunk_maps.hpp"
#include "walk/gpu/chunk_table.hpp"
#include "walk/gpu/corner_ring.hpp"
#include "walk/gpu/row_range.hpp"
#include "walk/gpu/row_ring.hpp"
#include "walk/gpu/stencil_row.hpp"
#include <isobar/core/launch/planned_grid.hpp>

namespace isobar {

/// A GPU's walk for kernels that solve their columns (SolveKernel). A team has a tile of `lanes`
/// columns and marches along y. `chunks` threads share each column, and each of them has `layers`
/// layers in registers (chunk_solve.hpp). The team reads the next row's numbers before it has
/// finished this row. Each row takes two barriers of the team. After them the threads read the
/// chunks' maps (chunk_maps.hpp), and the rows of u that other threads have written to scratch.
///
/// The first row's numbers of the equation are read before the launch waits for earlier ones.
template <class K, class Shape> class SolveMarch {
  using S = typename K::S;
  using A = typename K::pack::value_type;
  static constexpr bool coupled = K::launch.couples_columns;
  static constexpr bool sums_energy = K::launch.sums_energy, corners = K::launch.corners;
  using Stencils = StencilRow<A, Shape, corners>;
  using Upwards = ChunkSweep<typename K::pack, Shape, true>;
  using Downwards = ChunkSweep<typename K::pack, Shape, false>;
  static constexpr std::size_t bytes_beside_rows =
      (Upwards::size + Downwards::size) * sizeof(typename K::pack) + Stencils::size * sizeof(A) +
      32;
  struct NoRows {
    static constexpr int size = 0, arrays = 4;
    static constexpr bool is_full = false;
  };
  template <bool, class Kernel> struct RowsOf { using type = NoRows; };
  template <class Kernel> struct RowsOf<true, Kernel> {
    using Source = decltype(Kernel::u);
    static constexpr std::size_t two_rows = 2 * RingSlots<Shape, S>::size * sizeof(S);
    static constexpr int slots = bytes_beside_rows + two_rows <= Shape::most_scratch ? 2 : 1;
    using type = std::conditional_t<corners, CornerRing<Source, S, A, Shape, slots>,
                                    RowRing<Source, S, A, Shape>>;
  };
  using Rows = typename RowsOf<coupled, K>::type;
  /// The number of arrays over a thread's layers that registers hold.
  static constexpr int arrays = Rows::arrays;

public:
  using V = typename K::pack;
  using Column = typename K::Column;
  using Chunk = ColumnChunk<V, Shape::layers>;
  static constexpr Walk in_order_of = Walk::march;
  static constexpr bool threads_meet = true, waits_itself = true;
  static constexpr int lanes = Shape::lanes, chunks = Shape::chunks, layers = Shape::layers;
  using Policy =
      Kokkos::TeamPolicy<ExecutionSpace,
                         Kokkos::LaunchBounds<Shape::threads, Shape::template teams<A>(arrays)>>;
  using Member = typename Policy::member_type;

  SolveMarch(const K& kernel, const PlannedGrid<A, Walk::march>& grid)
      : kernel_(kernel), stencils_(kernel.grid), nx_(grid.nx()), nz_(grid.nz()),
        tiles_(divide_up(nx_, lanes)), segments_{grid.rows(),
                                                 segments_of_rows(
                                                     tiles_, grid.rows(),
                                                     grid.plan().march().teams_per_multiprocessor)},
        layers_(grid.plan()), seed_chunk_(std::abs(kernel.grid.row)),
        seed_row_((chunks - 1) * kernel.grid.row),
        seeds_(grid.plan().seeds().data() - (seed_row_ < 0 ? (grid.ny() - 1) * seed_row_ : 0)),
        lowest_seed_(grid.matrix().layers()[0].c) {}

  int teams() const { return tiles_ * segments_.all(); }
  static constexpr int team_size() { return Shape::threads; }
  static constexpr std::size_t scratch_bytes() { return Scratch::bytes; }
  Policy policy() const {
    Policy p(teams(), team_size(), 1);
    return p.set_scratch_size(0, Kokkos::PerTeam(int(scratch_bytes())));
  }
  KOKKOS_FUNCTION void operator()(const Member& team) const { walk(team); }
  KOKKOS_FUNCTION void operator()(const Member& team, Sums& sums) const { sums += walk(team); }

  template <class Team> KOKKOS_FUNCTION Sums walk(const Team& team) const {
    const int segment = team.league_rank() / tiles_;
    const Scratch scratch(team);
    const ThreadPlace<Shape> place(team.team_rank(), team.league_rank() % tiles_, nx_, nz_);
    const RowRange range = segments_.range(segment);
    const auto& own = layers_.of(scratch.table, place);
    V seed = read_seed(place, range.begin);
    Stencils stencils(stencils_, scratch.stencil, place, range);
    wait_for_earlier_launches();
    const K kernel = in_patch(kernel_, segments_.patch(segment));
    if (!has_work(kernel)) return {};

    Cell cell = kernel.strides.cell(place.i, place.k0, range.begin);
    Upwards up(scratch.up, place);
    Downwards down(scratch.down, place);
    typename K::Inputs inputs[layers];
    if constexpr (reads_ahead) read_inputs(kernel, inputs, cell);
    auto rows = make_rows(team, kernel, scratch, place, range);
    Chunk chunk;
    Sums sums;
    team.team_barrier();
    for (int j = range.begin; j < range.end; ++j) {
      const bool more = j + 1 < range.end;
      if constexpr (!reads_ahead) read_inputs(kernel, inputs, cell);
      const Column column = kernel.column(stencils.template next<V>(j));
      if constexpr (coupled) rows.begin(team, j);
      SumPacks<V> row_sums;
      chunk.factorise(own, column.shift, column.reaction, seed);
      ISOBAR_UNROLL
      for (int l = 0; l < layers; ++l)
        chunk.value[l] =
            rhs(kernel, column, own.d(l), stencils, rows, inputs[l], place, cell, l, row_sums);
      if (!Shape::exact && place.k0 + layers > nz_) clear_above_top(chunk, place);
      if (more) {
        stencils.move_on(j);
        seed = read_seed(place, j + 1);
        if constexpr (reads_ahead) read_inputs(kernel, inputs, kernel.strides.north(cell));
      }
      up.put(team, chunk.shrink(), chunk.upward());
      team.team_barrier();

      if constexpr (coupled && !corners) rows.move_on(cell, more);
      const V energy = eliminate(kernel, chunk, own, up.entering(), rows, j);
      if constexpr (corners) rows.move_on(j);
      if constexpr (sums_energy)
        row_sums.second = keep_active(kernel.energy(column) * energy, place.active > 0);
      down.put(team, chunk.shrink(), chunk.downward());
      team.team_barrier();

      const V above = down.entering();
      chunk.substitute(above, [&](int l, const V& x) {
        const Cell c = above_cell(kernel, cell, l);
        const int active = stored(place, l);
        if constexpr (coupled && !corners)
          kernel.result(c, kernel.added(V(A(rows.own(l)))) + x, active);
        else kernel.result(c, x, active);
      });
      cell = kernel.strides.north(cell);
      sums += row_sums.total();
    }
    return sums;
  }

private:
  /// Whether the march reads inputs a row ahead, which needs registers. With rows of u it does not
  /// if the shape spares none, or if the rows and their correction are in double. A kernel that
  /// sums does not either. The factorisation then hides the latency of memory.
  static constexpr bool reads_ahead =
      coupled ? Shape::template spares_registers<A>(arrays) && !Rows::is_full : !sums_energy;

  static constexpr std::size_t bytes_of_rows = bytes_beside_rows + Rows::size * sizeof(S);
  static_assert(on_host || bytes_of_rows <= Shape::most_scratch);
  using Chunks = TeamChunks < A, Shape,
        bytes_of_rows<Shape::most_scratch ? Shape::most_scratch - bytes_of_rows : 0>;
  struct Scratch {
    static constexpr std::size_t bytes = bytes_of_rows + Chunks::scratch_bytes;
    A* table;
    V *up, *down;
    A* stencil;
    S* ring;
    template <class Team>
    KOKKOS_FORCEINLINE_FUNCTION explicit Scratch(const Team& team)
        : table(static_cast<A*>(team.team_scratch(0).get_shmem_aligned(bytes - 32, 16))),
          up(reinterpret_cast<V*>(table + Chunks::scratch_bytes / sizeof(A))),
          down(up + Upwards::size), stencil(reinterpret_cast<A*>(down + Downwards::size)),
          ring(reinterpret_cast<S*>(stencil + Stencils::size)) {}
  };

  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION auto
  make_rows(const Team& team, const K& kernel, const Scratch& scratch,
            const ThreadPlace<Shape>& place, const RowRange& range) const {
    if constexpr (corners)
      return Rows(team, kernel.u, kernel.strides, stencils_, scratch.ring, place, nx_, range.begin,
                  range.end);
    else if constexpr (coupled)
      return Rows(team, kernel.u, kernel.strides, scratch.ring, place, nx_, range.begin);
    else return NoRows{};
  }
  /// Eliminates the chunk. With nine points it also adds the kernel's numbers to the solution, and
  /// the ring takes the row after the next.
  KOKKOS_FORCEINLINE_FUNCTION static V eliminate(const K& kernel, Chunk& chunk,
                                                 const typename Chunks::Layers& layers,
                                                 const V& entering, Rows& rows, int j) {
    if constexpr (!corners) return chunk.eliminate(layers, entering);
    else
      return chunk.eliminate(layers, entering, [&](int l, const V& x, const V& inverse) {
        return x + inverse * kernel.added(V(A(rows.exchange(j, l))));
      });
  }
  KOKKOS_FORCEINLINE_FUNCTION static bool stored(const ThreadPlace<Shape>& place, int l) {
    return Shape::exact ? place.active > 0 : l < place.active;
  }
  KOKKOS_FORCEINLINE_FUNCTION static Cell above_cell(const K& kernel, const Cell& first, int l) {
    return {first.i, first.k + l, first.j, first.at, kernel.strides.up(l)};
  }
  KOKKOS_FORCEINLINE_FUNCTION static V rhs(const K& kernel, const Column& column, A d,
                                           const Stencils& stencils, Rows& rows,
                                           const typename K::Inputs& in,
                                           const ThreadPlace<Shape>& place, const Cell& first,
                                           int l, SumPacks<V>& sums) {
    if constexpr (corners)
      return kernel.rhs(
          column, d, in,
          V(rows.neighbours(stencils.to_next_row(), stencils.of_next_row(), first.j, l)));
    else if constexpr (coupled)
      return kernel.rhs(column, d, in, rows.template neighbours<V>(column, l));
    else return kernel.rhs(column, above_cell(kernel, first, l), in, stored(place, l), sums);
  }
  /// Sets the numbers above the top to 0. Threads that reach beyond the top read what is there,
  /// solve for 0 and store nothing.
  KOKKOS_FORCEINLINE_FUNCTION static void clear_above_top(Chunk& chunk,
                                                          const ThreadPlace<Shape>& place) {
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l)
      if (place.k0 + l >= place.nz) chunk.value[l] = V(A(0));
  }
  KOKKOS_FORCEINLINE_FUNCTION static void
  read_inputs(const K& kernel, typename K::Inputs (&inputs)[layers], const Cell& first) {
    ISOBAR_UNROLL
    for (int l = 0; l < layers; ++l) inputs[l] = kernel.read(above_cell(kernel, first, l));
  }
  KOKKOS_FORCEINLINE_FUNCTION V read_seed(const ThreadPlace<Shape>& place, int j) const {
    if (place.chunk == 0) return V(lowest_seed_);
    return V(seeds_[j * seed_row_ + (place.chunk - 1) * seed_chunk_ + place.column]);
  }

  K kernel_;
  StencilSources<A, corners> stencils_;
  int nx_, nz_, tiles_;
  PatchSegments segments_;
  Chunks layers_;
  std::ptrdiff_t seed_chunk_, seed_row_; ///< strides from a chunk, and from a row, to the next
  const A* seeds_;                       ///< seeds of the kernel's row 0
  A lowest_seed_;                        ///< seed of the chunks on the ground
};

/// Calls use(march) with the march in the level's shape.
template <class K, class A, class Use>
void with_march(const K& kernel, const PlannedGrid<A, Walk::march>& grid, const Use& use) {
  CompiledShapes<A>::find(grid.plan().march(), grid.nz(),
                          [&](auto shape) { use(SolveMarch<K, decltype(shape)>(kernel, grid)); });
}

} // namespace isobar

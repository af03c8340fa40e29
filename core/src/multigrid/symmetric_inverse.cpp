#include "multigrid/symmetric_inverse.hpp"

#include "device/pack.hpp"

namespace isobar {
namespace {

constexpr int block = inverse_block;

/// The numbers that a lane has of a row of a block. On a host this is the whole row, in vector registers; on a GPU it is one
/// number.
using V = Pack<double, on_host ? block : 1>;

TeamPolicy blocks_of(int teams) { return {teams, on_host ? 1 : 8, block / V::width}; }

/// Calls use(row, column) for each row of a block and each lane's first column.
template <class Use>
KOKKOS_FORCEINLINE_FUNCTION void for_block(const Member& team, const Use& use) {
  Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block), [&](int row) {
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, block / V::width),
                         [&](int lane) { use(row, lane * V::width); });
  });
}

/// A step for the block of pivots `at`.
struct Step {
  int blocks, at, stride;
  double* entries;
  double* pivots; ///< P
  double* column; ///< transposed: A_Kj for all j
  double* scaled; ///< P A_Kj

  KOKKOS_FORCEINLINE_FUNCTION double* tile(int i, int j) const {
    return entries + Int64(i) * block * stride + Int64(j) * block;
  }
  /// Returns a pack of a column.
  KOKKOS_FORCEINLINE_FUNCTION V transposed(const double* first) const {
    V x;
    for (int n = 0; n < V::width; ++n) x.set(n, first[Int64(n) * stride]);
    return x;
  }
};

/// Computes P, pivot by pivot, with one team. Each step reads one copy of the block and writes the other one.
struct InvertPivots : Step {
  static constexpr int numbers = block * block;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const auto scratch = [&] {
      return static_cast<double*>(
          team.team_scratch(0).get_shmem_aligned(numbers * sizeof(double), 64));
    };
    double *from = scratch(), *to = scratch();
    for_block(team, [&](int r, int c) {
      store(from + Int64(r) * block + c, load<V>(tile(at, at) + Int64(r) * stride + c), V::width);
    });
    for (int pivot = 0; pivot < block; ++pivot) {
      team.team_barrier();
      sweep(team, pivot, from, to);
      double* const next = from;
      from = to;
      to = next;
    }
    team.team_barrier();
    for_block(team, [&](int r, int c) {
      store(pivots + Int64(r) * block + c, V(0.0) - load<V>(from + Int64(r) * block + c), V::width);
    });
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION static void sweep(const Member& team, int pivot, const double* from,
                                                double* to) {
    const double scale = 1.0 / from[Int64(pivot) * block + pivot];
    for_block(team, [&](int r, int c) {
      const double factor = scale * from[Int64(r) * block + pivot];
      const V row = load<V>(from + Int64(pivot) * block + c);
      V x = r == pivot ? scale * row : load<V>(from + Int64(r) * block + c) - factor * row;
      if (pivot >= c && pivot < c + V::width) x.set(pivot - c, r == pivot ? -scale : factor);
      store(to + Int64(r) * block + c, x, V::width);
    });
  }
};

/// Computes the block column of K and its product with P, with a team for each other block.
struct ScaleColumn : Step {
  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const int j = team.league_rank() < at ? team.league_rank() : team.league_rank() + 1;
    double *const mine = column + Int64(j) * block, *const product = scaled + Int64(j) * block;
    for_block(team, [&](int r, int c) {
      const V x = j < at ? load<V>(tile(at, j) + Int64(r) * stride + c)
                         : transposed(tile(j, at) + Int64(c) * stride + r);
      store(mine + Int64(r) * stride + c, x, V::width);
    });
    team.team_barrier();
    for_block(team, [&](int r, int c) {
      V sum(0.0);
      for (int k = 0; k < block; ++k)
        sum = sum + pivots[Int64(r) * block + k] * load<V>(mine + Int64(k) * stride + c);
      store(product + Int64(r) * stride + c, sum, V::width);
    });
  }
};

/// Updates all blocks of the lower triangle, with a team for each.
struct UpdateBlocks : Step {
  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const int i = team.league_rank() / blocks, j = team.league_rank() % blocks;
    if (j > i) return;
    double* const mine = tile(i, j);
    const double *const of_i = scaled + Int64(i) * block, *const of_j = column + Int64(j) * block;
    for_block(team, [&](int r, int c) {
      double* const x = mine + Int64(r) * stride + c;
      if (i == at && j == at) store(x, V(0.0) - load<V>(pivots + Int64(r) * block + c), V::width);
      else if (i == at)
        store(x, load<V>(scaled + Int64(r) * stride + Int64(j) * block + c), V::width);
      else if (j == at) store(x, transposed(of_i + Int64(c) * stride + r), V::width);
      else {
        V sum = load<V>(x);
        for (int k = 0; k < block; ++k)
          sum = sum - of_i[Int64(k) * stride + r] * load<V>(of_j + Int64(k) * stride + c);
        store(x, sum, V::width);
      }
    });
  }
};

} // namespace

void invert_symmetric(int size, const Kokkos::View<double*, MemorySpace>& entries) {
  const int blocks = size / block, stride = inverse_stride(size);
  const Kokkos::View<double*, MemorySpace> work(
      Kokkos::view_alloc(std::string("isobar dense work"), Kokkos::WithoutInitializing),
      std::size_t(block) * block + 2 * std::size_t(block) * stride);
  double *const pivots = work.data(), *const column = pivots + Int64(block) * block;
  for (int at = 0; at < blocks; ++at) {
    const Step step{
        blocks, at, stride, entries.data(), pivots, column, column + Int64(block) * stride};
    TeamPolicy one = blocks_of(1);
    one.set_scratch_size(0, Kokkos::PerTeam(2 * InvertPivots::numbers * int(sizeof(double)) + 128));
    Kokkos::parallel_for("isobar/dense_pivots", as_arguments(one), InvertPivots{step});
    if (blocks > 1)
      Kokkos::parallel_for("isobar/dense_column", as_arguments(blocks_of(blocks - 1)),
                           ScaleColumn{step});
    Kokkos::parallel_for("isobar/dense_blocks", as_arguments(blocks_of(blocks * blocks)),
                         UpdateBlocks{step});
  }
}

} // namespace isobar

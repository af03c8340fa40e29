#include "plain_smoother.hpp"

#include "device/stencil.hpp"
#include "walk/gpu/chunk_table.hpp"
#include "walk/gpu/row_range.hpp"

#include <stdexcept>

namespace isobar::gpu_report {
namespace {

constexpr int lanes = 32, chunks = 8, levels = 16;
constexpr int threads = lanes * chunks, height = chunks * levels, pitch = lanes + 2;
constexpr int numbers = 5;            ///< of a column, that some chunks fetch a row ahead
static_assert(2 * height == threads); // a thread has one number of the columns beside the tile

/// All that a launch is told. Strides count numbers; those of fields are from a level to the next
/// and from a row to the next.
template <class T> struct Task {
  const T* stencil[numbers]; ///< area, total, and the edges west, east and north of a column
  const T* seeds;
  const T *u, *f;
  T* out;
  T rho, kept; ///< kept = 1 - rho
  int ny, tiles, segments, level;
  std::ptrdiff_t row, columns;
  ChunkTable<T, chunks, levels> chunk_levels;
};

/// What a chunk makes of what enters it: slope x + share.
template <class T> struct Maps { T slope[threads], share[threads]; };

/// 46 KiB in double, most of it the row of u with a column on either side.
template <class T> struct Shared {
  Maps<T> up, down;
  T stencil[2][numbers][lanes]; ///< of this row and the next
  T row[height * pitch];
};

template <class T> struct Weights { T west, east, south, north; };

template <class T> __device__ void read(T (&x)[levels], const T* from, int stride) {
  ISOBAR_UNROLL
  for (int l = 0; l < levels; ++l) x[l] = from[l * stride];
}

/// What the chunk's thread fetches of row j, of the lane's column i.
template <class T> __device__ T number_of(const Task<T>& t, int chunk, int j, int i) {
  return chunk < numbers && j < t.ny ? t.stencil[chunk][j * t.columns + i] : T(0);
}

/// The chunk's start, 0 on the ground.
template <class T> __device__ T seed_of(const Task<T>& t, int chunk, int j, int i) {
  if (chunk == 0) return 0;
  return t.seeds[(std::ptrdiff_t(j) * (chunks - 1) + chunk - 1) * t.columns + i];
}

/// What enters a chunk from those below it, and from those above it.
template <class T> __device__ T below(const Maps<T>& up, int lane, int chunk) {
  T x = 0;
  ISOBAR_UNROLL
  for (int c = 0; c < chunks - 1; ++c)
    if (c < chunk) x = up.share[c * lanes + lane] + up.slope[c * lanes + lane] * x;
  return x;
}
template <class T> __device__ T above(const Maps<T>& down, int lane, int chunk) {
  T x = 0;
  ISOBAR_UNROLL
  for (int c = chunks - 1; c > 0; --c)
    if (c > chunk) x = down.share[c * lanes + lane] + down.slope[c * lanes + lane] * x;
  return x;
}

/// A block marches a tile of 32 columns along y. f is asked for a row ahead where registers suffice
/// for it: in double, where a multiprocessor holds one block; in float it holds two.
template <class T>
__global__ void __launch_bounds__(threads, sizeof(T) == sizeof(double) ? 1 : 2)
    smooth_rows(const __grid_constant__ Task<T> t) {
  using V = Pack<T, 1>;
  constexpr bool reads_ahead = sizeof(T) == sizeof(double);
  __shared__ Shared<T> shared;
  const int thread = threadIdx.x, lane = thread % lanes, chunk = same_in_warp(thread / lanes);
  const int first = int(blockIdx.x) % t.tiles * lanes, i = first + lane;
  const RowRange range(int(blockIdx.x) / t.tiles, t.segments, t.ny);
  const auto& profile = t.chunk_levels.of(chunk);

  // One offset reaches a thread's cells in all fields; few registers are left for pointers.
  std::ptrdiff_t at = range.begin * t.row + chunk * levels * t.level + i;
  const bool east = thread >= height; // of the tile: the number beside it that this thread carries
  const int beside = (thread % height - chunk * levels) * t.level + (east ? lanes : -1) - lane;
  T* const beside_slot = shared.row + thread % height * pitch + (east ? pitch - 1 : 0);
  T* const own = shared.row + chunk * levels * pitch + lane + 1;

  T number = number_of(t, chunk, range.begin, i);
  T seed = seed_of(t, chunk, range.begin, i);
  T north_weight = t.stencil[4][(range.begin - 1) * t.columns + i]; // the first row's southern one
  T south[levels], north[levels], f[levels];
  read(south, t.u + at - t.row, t.level);
  read(north, t.u + at, t.level);
  ISOBAR_UNROLL
  for (int l = 0; l < levels; ++l) own[l * pitch] = north[l];
  *beside_slot = t.u[at + beside];
  read(north, t.u + at + t.row, t.level);
  T beside_north = t.u[at + t.row + beside];
  if (reads_ahead) read(f, t.f + at, t.level);
  if (chunk < numbers) shared.stencil[range.begin & 1][chunk][lane] = number;
  number = number_of(t, chunk, range.begin + 1, i);
  __syncthreads();

  for (int j = range.begin; j < range.end; ++j) {
    const bool more = j + 1 < range.end;
    if (!reads_ahead) read(f, t.f + at, t.level);
    const auto& stencil = shared.stencil[j & 1];
    const T inverse = reciprocal(V(stencil[0][lane])).get(0), factor = t.rho * inverse;
    const T shift = inverse * stencil[1][lane], south_weight = north_weight;
    north_weight = stencil[4][lane];
    const Weights<T> weights{factor * stencil[2][lane], factor * stencil[3][lane],
                             factor * south_weight, factor * north_weight};
    ColumnChunk<V, levels> solve;
    solve.factorise(profile, V(shift), V(1), V(seed));
    ISOBAR_UNROLL
    for (int l = 0; l < levels; ++l)
      solve.value[l] =
          V(factor * f[l] + profile.d(l) * coupling(weights, own[l * pitch - 1], own[l * pitch + 1],
                                                    south[l], north[l]));
    if (more) {
      if (chunk < numbers) shared.stencil[(j + 1) & 1][chunk][lane] = number;
      number = number_of(t, chunk, j + 2, i);
      seed = seed_of(t, chunk, j + 1, i);
      if (reads_ahead) read(f, t.f + at + t.row, t.level);
    }
    shared.up.share[thread] = solve.upward().get(0);
    shared.up.slope[thread] = solve.shrink().get(0);
    __syncthreads();

    // All have read their neighbours: the rows move south, the one after the next is asked for.
    ISOBAR_UNROLL
    for (int l = 0; l < levels; ++l) {
      south[l] = own[l * pitch];
      own[l * pitch] = north[l];
    }
    *beside_slot = beside_north;
    if (more) {
      read(north, t.u + at + 2 * t.row, t.level);
      beside_north = t.u[at + 2 * t.row + beside];
    }
    solve.eliminate(profile, V(below(shared.up, lane, chunk)));
    shared.down.share[thread] = solve.downward().get(0);
    shared.down.slope[thread] = solve.shrink().get(0);
    __syncthreads();

    solve.substitute(V(above(shared.down, lane, chunk)), [&](int l, const V& x) {
      (t.out + at)[l * t.level] = t.kept * south[l] + x.get(0);
    });
    at += t.row;
  }
}

} // namespace

template <class T> bool plain_smoother_fits(const PlannedGrid<T>& grid) {
  const MarchShape& s = grid.plan().march(); // its seeds are of this shape
  return grid.nz() == height && grid.nx() % lanes == 0 && s.lanes == lanes && s.chunks == chunks &&
         s.layers == levels;
}

template <class T>
void plain_smooth(const PlannedGrid<T>& grid, double rho, const Field<T>& u, const Field<T>& f,
                  const Field<T>& out) {
  const int tiles = grid.nx() / lanes;
  const GridCells<T> cells(grid.matrix());
  const Task<T> task{
      {cells.vertical, cells.total, cells.west, cells.west + 1, cells.south + cells.row},
      grid.plan().seeds().data(),
      u.column(0, 0),
      f.column(0, 0),
      out.column(0, 0),
      T(rho),
      T(1) - T(rho),
      grid.ny(),
      tiles,
      segments_of_rows(tiles, grid.ny(), grid.plan().march().teams_per_multiprocessor),
      int(u.layer_stride()),
      u.row_stride(),
      cells.row,
      ChunkTable<T, chunks, levels>(grid.plan())};
  smooth_rows<T><<<tiles * task.segments, threads, 0, ExecutionSpace().cuda_stream()>>>(task);
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
    throw std::runtime_error(std::string("plain smoother: ") + cudaGetErrorString(error));
}

template bool plain_smoother_fits(const PlannedGrid<double>&);
template bool plain_smoother_fits(const PlannedGrid<float>&);
template void plain_smooth(const PlannedGrid<double>&, double, const Field<double>&,
                           const Field<double>&, const Field<double>&);
template void plain_smooth(const PlannedGrid<float>&, double, const Field<float>&,
                           const Field<float>&, const Field<float>&);

} // namespace isobar::gpu_report

#include <isobar/core/modes/layer_product.hpp>

#include "device/cells.hpp"
#include "launch/launch.hpp"
#include "modes/library_product.hpp"

namespace isobar {
namespace {

/// Rows of the matrix that a lane multiplies at a time, each with a
/// pack of sums. With a pack of the input they fill a host's registers.
constexpr int tile = register_bytes >= 64 || !on_host ? 8 : 4;
constexpr int padded(int nz) { return (nz + tile - 1) / tile * tile; }

/// A lane multiplies one pack of columns after the other. Scratch holds the pack's values in the product's arithmetic. So each
/// value is converted once, and read from the first-level cache for each tile.
template <class A, class S, class R> struct ProductWalk {
  using P = Precision<A, A>;
  using V = SolvePackOf<P, true>;
  static constexpr Walk in_order_of = native_walk;
  static constexpr bool threads_meet = false;

  const A* matrix;
  int nz;
  int nx;
  Strides in_strides, out_strides;
  Cells<S> in;
  Cells<R> out;
  double factor;
  bool add;
  ColumnTiling tiling;

  std::size_t scratch_bytes() const {
    return std::size_t(tiling.team_size) * nz * sizeof(V) + alignof(V);
  }
  TeamPolicy policy() const { return tiling.policy(scratch_bytes()); }

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const int begin = tiling.begin(team.league_rank()), end = tiling.end(team.league_rank());
    const int size = team.team_size();
    auto* const columns = static_cast<V*>(
        team.team_scratch(1).get_shmem_aligned(std::size_t(size) * nz * sizeof(V), alignof(V)));
    for (int j = begin; j < end; ++j)
      for (int p = team.team_rank(); p < tiling.packs; p += size)
        multiply(p * V::width, j, columns + team.team_rank(), size);
  }

  KOKKOS_FUNCTION void multiply(int i, int j, V* column, std::ptrdiff_t stride) const {
    // The multiplication by `factor` is in double, because it brings values of any size into the range of float.
    using Wide = Pack<double, V::width>;
    for (int l = 0; l < nz; ++l)
      store(reinterpret_cast<A*>(&column[l * stride]),
            factor * load<Wide>(in.at(in_strides.cell(i, l, j))), V::width);
    const int active = V::width < nx - i ? V::width : nx - i;
    for (int n = 0; n < nz; n += tile) multiply_tile(n, i, j, column, stride, active);
  }
  KOKKOS_FORCEINLINE_FUNCTION void multiply_tile(int n, int i, int j, const V* column,
                                                 std::ptrdiff_t stride, int active) const {
    V sums[tile];
    const A* rows = matrix + n;
    for (int l = 0; l < nz; ++l, rows += padded(nz)) {
      const V x = column[l * stride];
      ISOBAR_UNROLL
      for (int t = 0; t < tile; ++t) sums[t] = sums[t] + rows[t] * x;
    }
    ISOBAR_UNROLL
    for (int t = 0; t < tile; ++t) {
      if (n + t >= nz) return;
      R* const target = out.at(out_strides.cell(i, n + t, j));
      store(target, add ? sums[t] + load<V>(target) : sums[t], active);
    }
  }
};

template <class A> struct SetMatrix {
  typename LayerMatrix<A>::View numbers;
  VerticalModes::Vectors vectors;
  ModeOrder order;
  bool forward;
  KOKKOS_FUNCTION void operator()(int n, int l) const {
    numbers(n, l) = A(forward ? vectors(order(n), l) : vectors(order(l), n));
  }
};

template <class A> void set(const SetMatrix<A>& setting) {
  using Entries = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  const int nz = int(setting.numbers.extent(1));
  Kokkos::parallel_for("isobar/mode_matrix", Entries({0, 0}, {nz, nz}), setting);
}

} // namespace

template <class A>
LayerMatrix<A>::LayerMatrix(int nz) : numbers_("isobar mode matrix", padded(nz), nz) {
  static_cast<void>(product_library());
}

template <class A> Int64 LayerMatrix<A>::bytes(int nz) {
  return Int64(padded(nz)) * nz * Int64(sizeof(A));
}

template <class A>
void LayerMatrix<A>::set_forward(const VerticalModes::Vectors& vectors, const ModeOrder& order) {
  set<A>({numbers_, vectors, order, true});
}
template <class A>
void LayerMatrix<A>::set_back(const VerticalModes::Vectors& vectors, const ModeOrder& order) {
  set<A>({numbers_, vectors, order, false});
}

template <class A, class S, class R>
void LayerProduct<A, S, R>::apply(const std::string& label, const LayerMatrix<A>& matrix,
                                  const Field<S>& in, const Field<R>& out, double factor,
                                  Target target) {
  if constexpr (std::is_same_v<S, A> && std::is_same_v<R, A>) {
    if (multiply_by_library(label, matrix, in, out, factor, target)) return;
  }
  using Walk = ProductWalk<A, S, R>;
  const FieldShape& s = in.shape();
  launch(label, Walk{matrix.numbers().data(), s.nz, s.nx, Strides(in), Strides(out), Cells<S>(in),
                     Cells<R>(out), factor, target == Target::add,
                     ColumnTiling::of<native_walk, typename Walk::V>(s.nx, s.ny)});
}

template class LayerMatrix<double>;
template class LayerMatrix<float>;
template struct LayerProduct<float, double, float>;
template struct LayerProduct<float, float, float>;
template struct LayerProduct<double, double, double>;
template struct LayerProduct<double, float, double>;
template struct LayerProduct<double, float, float>;

} // namespace isobar

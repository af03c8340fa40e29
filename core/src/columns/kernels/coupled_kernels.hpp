#pragma once
#include "columns/column_blocks.hpp"

#include <isobar/core/columns/kernels/cell_couplings.hpp>
#include <isobar/core/grid/partition.hpp>

/// The kernels of a level that keeps its matrix as couplings (coupled_columns.hpp).
namespace isobar {

/// A level's couplings as kernels see them.
template <class P> struct CoupledCells {
  using S = typename P::storage;
  using V = PackOf<P>;
  Strides strides;
  int nz;
  Cells<S> west, south, below, own;

  CoupledCells(const CellCouplings<P>& c)
      : strides(c.own), nz(c.own.shape().nz), west(c.west), south(c.south), below(c.below),
        own(c.own) {}

  /// Returns the coupling to the layer above, which is 0 on the highest layer.
  KOKKOS_FORCEINLINE_FUNCTION V above(const Cell& c) const {
    return c.k + 1 < nz ? load<V>(below.at(c) + strides.layer) : V{};
  }
  /// Returns A u.
  KOKKOS_FORCEINLINE_FUNCTION V image(const Cell& c, const Cells<S>& u) const {
    const S* const w = west.at(c);
    const S* const s = south.at(c);
    const S* const p = u.at(c);
    const V here = load<V>(p);
    const V x = load<V>(w) * (here - load<V>(p - 1)) + load<V>(w + 1) * (here - load<V>(p + 1));
    const V y = load<V>(s) * (here - load<V>(p - strides.row)) +
                load<V>(s + strides.row) * (here - load<V>(p + strides.row));
    V z = load<V>(own.at(c)) * here;
    if (c.k > 0) z = z + load<V>(below.at(c)) * (here - load<V>(p - strides.layer));
    if (c.k + 1 < nz) z = z + above(c) * (here - load<V>(p + strides.layer));
    return z + (x + y);
  }
};

/// Computes the inverse pivots of the columns' tridiagonal blocks by the elimination of
/// tridiag.hpp, which subtracts nothing.
template <class P> struct FactoriseCoupled {
  using V = PackOf<P>;
  ColumnBlocks<P> blocks;
  CoupledCells<P> a;
  Cells<typename P::storage> inverse;

  KOKKOS_FUNCTION void operator()(int n) const {
    V ratios[ColumnBlocks<P>::packs] = {};
    for (int k = 0; k < a.nz; ++k)
      blocks.on_layer(a.strides, n, k, [&](const Cell& c, int p, int active) {
        const V x = load<V>(a.west.at(c)) + load<V>(a.west.at(c) + 1);
        const V y = load<V>(a.south.at(c)) + load<V>(a.south.at(c) + a.strides.row);
        const V excess = load<V>(a.own.at(c)) + (x + y) + load<V>(a.below.at(c)) * ratios[p];
        const V pivot = reciprocal(a.above(c) + excess);
        ratios[p] = excess * pivot;
        store(inverse.at(c), pivot, active);
      });
  }
};

/// Computes next = u + rho T^-1 (f - A u), or next = rho T^-1 f from zero. T consists of the
/// columns' tridiagonal blocks.
template <class P> struct SmoothCoupled {
  using V = PackOf<P>;
  using Numbers = Cells<typename P::storage>;
  ColumnBlocks<P> blocks;
  CoupledCells<P> a;
  Numbers inverse, u, f, next;
  typename P::arithmetic rho;
  bool from_zero;

  KOKKOS_FUNCTION void operator()(int n) const {
    V carried[ColumnBlocks<P>::packs] = {};
    for (int k = 0; k < a.nz; ++k)
      blocks.on_layer(a.strides, n, k, [&](const Cell& c, int p, int active) {
        V r = load<V>(f.at(c));
        if (!from_zero) r = r - a.image(c, u);
        carried[p] = load<V>(inverse.at(c)) * (r + load<V>(a.below.at(c)) * carried[p]);
        store(next.at(c), carried[p], active);
      });
    for (V& above : carried) above = V{};
    for (int k = a.nz - 1; k >= 0; --k)
      blocks.on_layer(a.strides, n, k, [&](const Cell& c, int p, int active) {
        carried[p] = load<V>(next.at(c)) + load<V>(inverse.at(c)) * a.above(c) * carried[p];
        const V step = rho * carried[p];
        store(next.at(c), from_zero ? step : load<V>(u.at(c)) + step, active);
      });
  }
};

/// Computes r = f - A u.
template <class P> struct ResidualCoupled {
  using V = PackOf<P>;
  using Numbers = Cells<typename P::storage>;
  ColumnBlocks<P> blocks;
  CoupledCells<P> a;
  Numbers u, f, r;

  KOKKOS_FUNCTION void operator()(int n) const {
    for (int k = 0; k < a.nz; ++k)
      blocks.on_layer(a.strides, n, k, [&](const Cell& c, int, int active) {
        store(r.at(c), load<V>(f.at(c)) - a.image(c, u), active);
      });
  }
};

/// Computes ||f - A u||^2.
template <class P> struct NormCoupled {
  using V = PackOf<P>;
  using Numbers = Cells<typename P::storage>;
  ColumnBlocks<P> blocks;
  CoupledCells<P> a;
  Numbers u, f;

  KOKKOS_FUNCTION void operator()(int n, double& total) const {
    for (int k = 0; k < a.nz; ++k)
      blocks.on_layer(a.strides, n, k, [&](const Cell& c, int, int active) {
        const V residual = keep_active(load<V>(f.at(c)) - a.image(c, u), active);
        total += double(sum(residual * residual));
      });
  }
};

/// The coarse columns of an axis and the finer ones below them.
struct CoarseAxis {
  int columns, finer;
  bool halved, single_end;

  /// Returns the first finer column of column i. The finer columns of column i end where those of
  /// column i + 1 begin.
  KOKKOS_FORCEINLINE_FUNCTION int first(int i) const {
    const int twice = 2 * i;
    return !halved ? i : twice < finer ? twice : finer;
  }
  /// Returns one over the distance of centres across face i, in finer columns. On a side of the
  /// domain, half columns count.
  KOKKOS_FORCEINLINE_FUNCTION double share(int i) const {
    if (!halved || (single_end && i == columns)) return 1.0;
    return single_end && i + 1 == columns ? 2.0 / 3.0 : 0.5;
  }
};

/// Computes the couplings of a level from the finer one's, cell by cell. It includes the faces
/// behind the last column and row.
template <class P> struct CoarsenCoupled {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  CoupledCells<P> fine, coarse;
  CoarseAxis x, y;

  KOKKOS_FUNCTION void operator()(int i, int k, int j) const {
    const Cell c = coarse.strides.cell(i, k, j);
    const bool column = i < x.columns, row = j < y.columns;
    if (row)
      *coarse.west.at(c) = S(A(x.share(i)) * over(fine.west, x.first(i), x.first(i) + 1, k,
                                                  y.first(j), y.first(j + 1)));
    if (column)
      *coarse.south.at(c) = S(A(y.share(j)) * over(fine.south, x.first(i), x.first(i + 1), k,
                                                   y.first(j), y.first(j) + 1));
    if (!row || !column) return;
    *coarse.below.at(c) = S(over_children(fine.below, i, k, j));
    *coarse.own.at(c) = S(over_children(fine.own, i, k, j));
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION A over(const Cells<S>& numbers, int i, int end_i, int k, int j,
                                     int end_j) const {
    A total(0);
    for (int n = j; n < end_j; ++n)
      for (int m = i; m < end_i; ++m) total = total + A(*numbers.at(fine.strides.cell(m, k, n)));
    return total;
  }
  KOKKOS_FORCEINLINE_FUNCTION A over_children(const Cells<S>& numbers, int i, int k, int j) const {
    return over(numbers, x.first(i), x.first(i + 1), k, y.first(j), y.first(j + 1));
  }
};

/// Computes f of a coarse cell: the sum of the residuals of the finer cells in it.
template <class P> struct SumChildren {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  Strides fine_strides, strides;
  Cells<S> fine, coarse;
  CoarseAxis x, y;

  KOKKOS_FUNCTION void operator()(int i, int k, int j) const {
    A total(0);
    for (int n = y.first(j); n < y.first(j + 1); ++n)
      for (int m = x.first(i); m < x.first(i + 1); ++m)
        total = total + A(*fine.at(fine_strides.cell(m, k, n)));
    *coarse.at(strides.cell(i, k, j)) = S(total);
  }
};

/// Sets each finer cell to the number of its coarse cell, or adds that number to it.
template <class P> struct TakeFromParent {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  Strides strides, coarse_strides;
  Cells<S> fine, coarse;
  Coarsening halved;
  bool add;

  KOKKOS_FUNCTION void operator()(int i, int k, int j) const {
    const S parent = *coarse.at(coarse_strides.cell(halved.x ? i / 2 : i, k, halved.y ? j / 2 : j));
    S& u = *fine.at(strides.cell(i, k, j));
    u = add ? S(A(u) + A(parent)) : parent;
  }
};

/// Calls kernel(i, k, j) for all cells. A host's thread takes a line of cells, a GPU's thread one
/// cell.
template <class Kernel> struct OverCells {
  Kernel kernel;
  int nx, nz;

  KOKKOS_FUNCTION void operator()(Int64 n) const {
    const int per_thread = on_host ? nx : 1;
    const Int64 line = on_host ? n : n / nx;
    const int first = on_host ? 0 : int(n - line * nx);
    for (int i = first; i < first + per_thread; ++i) kernel(i, int(line % nz), int(line / nz));
  }
};
template <class Kernel>
void over_cells(const std::string& label, const Kernel& kernel, int nx, int nz, int ny) {
  const Int64 count = Int64(nz) * ny * (on_host ? 1 : nx);
  using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>;
  Kokkos::parallel_for(label, Policy(0, count), OverCells<Kernel>{kernel, nx, nz});
}

} // namespace isobar
